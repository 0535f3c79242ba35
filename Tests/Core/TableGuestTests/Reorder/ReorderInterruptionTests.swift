import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Reorder: interruptions")
struct ReorderInterruptionTests {
  @Test(
    "Escape, a lost window, a cancelled touch, the end of edit mode, a reload and leaving the window return the row",
    arguments: ["escape", "focus", "touch", "editing", "reload", "leave", "source", "heights"])
  func returns(reason: String) {
    let fixture = ReorderFixture([8], hasDelegate: true)
    if reason == "touch" {
      fixture.app.fingerDrag(from: fixture.grip(1), to: CGPoint(x: 280, y: 200))
    } else {
      fixture.drag(1, by: 134)
    }
    expectEqual(fixture.table.reorder.drag?.move.target.row, 4)
    switch reason {
    case "escape": fixture.app.key(.keyboardEscape)
    case "focus": fixture.app.events.post(.window(.focusLost))
    case "touch":
      let place = CGPoint(x: 280, y: 200)
      fixture.app.events.post(.fingerCancelled(.init(id: 1, location: place, timestamp: fixture.app.clock.now)))
    case "editing": fixture.table.setEditing(false, animated: true)
    case "reload": fixture.table.reloadData()
    case "leave": fixture.table.removeFromSuperview()
    case "source": fixture.table.dataSource = nil
    default: fixture.table.rowHeight = 50
    }
    fixture.app.frame()
    expect(fixture.table.reorder.drag == nil && !fixture.table.hasUncommittedUpdates)
    fixture.app.mouseMove(to: CGPoint(x: 280, y: 300))
    fixture.app.mouseUp(at: CGPoint(x: 280, y: 300))
    if reason == "leave" { fixture.app.window.addSubview(fixture.table) }
    fixture.app.settle()
    expect(fixture.source.moves.isEmpty)
    expectEqual(fixture.shown, (reason == "source" ? [] : [1, 2, 3, 4, 5, 6, 7, 8]))
    fixture.table.checkInvariants()
    expectEqual(fixture.delegate.pairingErrors, 0)
    expect(!fixture.table.subviews.contains { $0 is ReorderShadowView })
    expect(fixture.table.visibleCells.allSatisfy { $0.ground == nil && $0.presentation == nil })
  }

  @Test("a row that goes because the grip stopped an animation, of whose end the app was told, is not lifted")
  func rowGoesAsDragBegins() {
    let fixture = ReorderFixture([30], hasDelegate: true)
    let table = fixture.table
    table.setContentOffset(CGPoint(x: 0, y: 200), animated: true)
    for _ in 0..<6 { fixture.app.frame() }
    fixture.delegate.onEndAnimation = {
      table.performBatchUpdates {
        fixture.source.content.sections[0].rows.removeSubrange(3..<30)
        table.deleteRows(at: (3..<30).map { IndexPath(row: $0, section: 0) }, with: .none)
      }
    }
    let grip = fixture.grip(6)
    fixture.app.mouseDown(at: grip)
    expect(table.numberOfRows(inSection: 0) == 3 && table.reorder.drag == nil)
    fixture.app.mouseMove(to: CGPoint(x: grip.x, y: grip.y + 60))
    fixture.app.mouseUp(at: CGPoint(x: grip.x, y: grip.y + 60))
    fixture.app.settle()
    table.checkInvariants()
    expect(fixture.shown == [1, 2, 3] && fixture.source.moves.isEmpty && fixture.delegate.pairingErrors == 0)
  }

  @Test("a grip that ends its row's animation, which has the app take the row away or animate it anew, lifts nothing")
  func rowGoesAsItsAnimationEnds() {
    for deletes in [true, false] {
      let fixture = ReorderFixture([1], hasDelegate: true)
      let (app, table) = (fixture.app, fixture.table)
      var isCalled = false
      table.performBatchUpdates {
        fixture.source.content.sections[0].rows.insert(.init(id: 90, height: 44), at: 1)
        table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .right)
      } completion: { _ in
        isCalled = true
        let row = deletes ? 1 : 0
        fixture.source.content.sections[0].rows.remove(at: row)
        table.deleteRows(at: [IndexPath(row: row, section: 0)], with: .fade)
      }
      for _ in 0..<3 { app.frame() }
      let grip = fixture.grip(1)
      expect(!isCalled && table.cellForRow(at: IndexPath(row: 1, section: 0))?.presentation != nil)
      app.mouseDown(at: grip)
      expect(isCalled && table.reorder.drag == nil)
      table.checkInvariants()
      app.mouseMove(to: CGPoint(x: grip.x, y: grip.y - 40))
      app.mouseUp(at: CGPoint(x: grip.x, y: grip.y - 40))
      app.settle()
      table.checkInvariants()
      expect(fixture.shown == [deletes ? 1 : 90] && fixture.source.moves.isEmpty)
      expectEqual(fixture.delegate.pairingErrors, 0)
    }
  }

  @Test("a grip whose cell shows another row once the app was told of the end of an animation lifts nothing")
  func cellIsReusedAsDragBegins() {
    let fixture = ReorderFixture([30], hasDelegate: true)
    let table = fixture.table
    table.setContentOffset(CGPoint(x: 0, y: 200), animated: true)
    for _ in 0..<6 { fixture.app.frame() }
    fixture.delegate.onEndAnimation = {
      table.contentOffset.y = 800
      table.layoutIfNeeded()
    }
    let grip = fixture.grip(6)
    fixture.app.mouseDown(at: grip)
    expect(table.reorder.drag == nil)
    fixture.app.mouseMove(to: CGPoint(x: grip.x, y: grip.y + 60))
    fixture.app.mouseUp(at: CGPoint(x: grip.x, y: grip.y + 60))
    fixture.app.settle()
    table.checkInvariants()
    expect(!table.hasUncommittedUpdates && fixture.source.moves.isEmpty && fixture.delegate.pairingErrors == 0)
  }

  @Test(
    "edit mode, or the stay in the window, that ends as rows come on screen during a drag leaves the rows whole",
    arguments: [true, false])
  func endsWithinPass(leaves: Bool) {
    let fixture = ReorderFixture([30], hasDelegate: true)
    let table = fixture.table
    fixture.drag(2, by: 10)
    fixture.delegate.onWillDisplay = {
      fixture.delegate.onWillDisplay = nil
      if leaves { table.removeFromSuperview() } else { table.setEditing(false, animated: false) }
    }
    table.contentOffset.y += 132
    fixture.app.frame()
    expect(fixture.delegate.onWillDisplay == nil && table.reorder.drag == nil)
    if leaves { fixture.app.window.addSubview(table) }
    fixture.app.settle()
    table.checkInvariants()
    expect(fixture.shown == Array(4...13) && fixture.delegate.pairingErrors == 0)
  }

  @Test(
    "edit mode, or the stay in the window, that ends as rows leave the screen during a drag leaves the rows whole",
    arguments: [true, false], [TableReuseOrder.collectFirst, .askFirst])
  func endsAsRowsLeave(leaves: Bool, order: TableReuseOrder) {
    let fixture = ReorderFixture([12], hasDelegate: true)
    let table = fixture.table
    table.rows.collect(in: order)
    table.scrollToRow(at: IndexPath(row: 1, section: 0), at: .top, animated: false)
    fixture.app.frame()
    fixture.app.mouseDown(at: CGPoint(x: fixture.grip(1).x, y: 1))
    // Rows that the gap would bring on screen are there, too: what leaves is below.
    fixture.app.frame()
    expect(table.reorder.drag != nil && fixture.shown == Array(1...12))
    fixture.delegate.onEndDisplaying = {
      fixture.delegate.onEndDisplaying = nil
      if leaves { table.removeFromSuperview() } else { table.setEditing(false, animated: false) }
    }
    table.contentOffset.y = 0
    fixture.app.frame()
    expect(fixture.delegate.onEndDisplaying == nil && table.reorder.drag == nil)
    if leaves { fixture.app.window.addSubview(table) }
    fixture.app.settle()
    table.checkInvariants()
    expect(fixture.shown == Array(1...10) && fixture.delegate.pairingErrors == 0)
  }

  @Test("a grip that stops content on its way back into range leaves it in range")
  func gripStopsContentOutOfRange() {
    let fixture = ReorderFixture([30])
    fixture.table.contentOffset.y = -60
    fixture.table.setContentOffset(.zero, animated: true)
    for _ in 0..<3 { fixture.app.frame() }
    expect(fixture.table.contentOffset.y < -20)
    let grip = fixture.grip(4)
    fixture.app.mouseDown(at: grip)
    expect(fixture.table.reorder.drag != nil && fixture.table.contentOffset.y == 0)
    fixture.app.mouseUp(at: grip)
    fixture.app.settle()
    expect(fixture.table.contentOffset.y == 0 && fixture.source.moves.isEmpty)
  }

  @Test("rows that the app inserts and deletes during a drag shift the row dragged; it is dropped among the new ones")
  func updatesDuringDrag() {
    let fixture = ReorderFixture([8], hasDelegate: true)
    let cell = fixture.cell(2)
    let end = fixture.drag(2, by: 100)
    fixture.table.performBatchUpdates {
      let row = fixture.source.content.makeRow(height: 44)
      fixture.source.content.sections[0].rows.insert(row, at: 0)
      fixture.source.content.sections[0].rows.remove(at: 8)
      fixture.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      fixture.table.deleteRows(at: [IndexPath(row: 7, section: 0)], with: .fade)
    }
    expect(fixture.table.reorder.drag?.cell === cell && fixture.table.reorder.drag?.move.source.row == 3)
    expectEqual(fixture.table.indexPath(for: cell ?? UITableViewCell())?.row, 3)
    fixture.table.checkInvariants()
    expectEqual(fixture.top(cell), 188)
    fixture.app.settle()
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(fixture.source.moves, [[IndexPath(row: 3, section: 0), IndexPath(row: 4, section: 0)]])
    expectEqual(fixture.shown, fixture.ids[0])
    fixture.table.checkInvariants()
  }

  @Test("a dragged row that the app deletes or reloads is let go")
  func dragedRowVanishes() {
    for deletes in [true, false] {
      let fixture = ReorderFixture([8], hasDelegate: true)
      let end = fixture.drag(2, by: 100)
      let path = IndexPath(row: 2, section: 0)
      if deletes {
        fixture.source.content.sections[0].rows.remove(at: 2)
        fixture.table.deleteRows(at: [path], with: .automatic)
      } else {
        fixture.table.reloadRows(at: [path], with: .automatic)
      }
      expect(fixture.table.reorder.drag == nil)
      fixture.table.checkInvariants()
      fixture.app.mouseUp(at: end)
      fixture.app.settle()
      expect(fixture.source.moves.isEmpty && fixture.shown == fixture.ids[0])
      expectEqual(fixture.delegate.pairingErrors, 0)
    }
  }

  @Test("a delegate that reloads or updates while it is asked for a place ends or shifts the drag")
  func delegateChangesTable() {
    let fixture = ReorderFixture([8], hasDelegate: true)
    fixture.delegate.retarget = { table, proposed in
      table.reloadData()
      return proposed
    }
    fixture.app.mouseUp(at: fixture.drag(2, by: 60))
    fixture.app.settle()
    expect(fixture.table.reorder.drag == nil && fixture.source.moves.isEmpty)
    fixture.table.checkInvariants()

    var inserted = false
    fixture.delegate.retarget = { table, proposed in
      if !inserted {
        inserted = true
        fixture.source.content.sections[0].rows.insert(fixture.source.content.makeRow(height: 44), at: 0)
        table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
      }
      return proposed
    }
    let end = fixture.drag(2, by: 60)
    expectEqual(fixture.table.reorder.drag?.move.source.row, 3)
    fixture.table.checkInvariants()
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(fixture.shown, fixture.ids[0])
    fixture.table.checkInvariants()
  }

  @Test("a data source that reloads, moves the row itself, updates other rows or leaves in moveRowAt")
  func dataSourceChangesTable() {
    for reason in ["reload", "move", "other", "leave", "source"] {
      let fixture = ReorderFixture([8], hasDelegate: true)
      fixture.source.onMove = { table, from, to in
        fixture.source.move(from, to: to)
        switch reason {
        case "reload": table.reloadData()
        case "move": table.moveRow(at: from, to: to)
        case "other": table.reloadRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        case "leave": table.removeFromSuperview()
        default: table.dataSource = nil
        }
      }
      fixture.app.mouseUp(at: fixture.drag(1, by: 134))
      if reason == "leave" { fixture.app.window.addSubview(fixture.table) }
      fixture.app.settle()
      expectEqual(fixture.source.moves.count, 1, "\(reason)")
      expectEqual(fixture.shown, (reason == "source" ? [] : [1, 3, 4, 5, 2, 6, 7, 8]), "\(reason)")
      expectEqual(fixture.delegate.pairingErrors, 0, "\(reason)")
      fixture.table.checkInvariants()
    }
  }

  @Test("a delegate that names a place that does not exist ends the program, with a message that says which")
  func lyingDelegate() async {
    let row = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = ReorderFixture([4], hasDelegate: true)
      fixture.delegate.retarget = { _, _ in IndexPath(row: 4, section: 0) }
      fixture.drag(0, by: 60)
    }
    let message = String(decoding: row?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("returned [0, 4] for the row at [0, 0] and the proposed place [0, 1]"))
    expect(message.contains("section 0 takes rows 0 to 3 then"))
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = ReorderFixture([4], hasDelegate: true)
      fixture.delegate.retarget = { _, _ in IndexPath(row: 0, section: 1) }
      fixture.drag(0, by: 60)
    }
    let other = String(decoding: section?.standardErrorContent ?? [], as: UTF8.self)
    expect(other.contains("there are 1 sections"))
  }
}
