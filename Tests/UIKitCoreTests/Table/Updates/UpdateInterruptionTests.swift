import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Updates: interrupted, and asked for at the wrong time")
struct UpdateInterruptionTests {
  @Test("another batch takes over from what is seen; the first is told that it was interrupted, once")
  func anotherBatch() throws {
    let fixture = UpdateFixture([100])
    var finished: [String] = []
    let cell = try #require(fixture.cell(6))
    fixture.table.performBatchUpdates({ fixture.delete([0, 1]) }) { finished.append("first \($0)") }
    fixture.app.frame(after: 0.15)
    let seen = fixture.top(cell)
    #expect(seen < 6 * 44 && seen > 4 * 44)
    fixture.table.performBatchUpdates({ fixture.insert(at: 0) }) { finished.append("second \($0)") }
    #expect(fixture.top(cell) == seen && Double(cell.frame.minY) == 5 * 44.0)
    fixture.settle()
    #expect(finished == ["first false", "second true"])
    fixture.table.checkInvariants()
  }

  @Test("scrolling goes on under the animation, and rows that come on screen are at their places")
  func scrolling() throws {
    let fixture = UpdateFixture([100])
    var finished: [Bool] = []
    let cell = try #require(fixture.cell(6))
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    fixture.app.frame(after: 0.1)
    let seen = fixture.top(cell)
    fixture.table.contentOffset.y = 60
    #expect(fixture.top(cell) == seen - 60)
    fixture.app.frame(after: 0.05)
    fixture.table.checkInvariants()
    fixture.table.contentOffset.y = 3000
    fixture.app.frame(after: 0.05)
    fixture.table.checkInvariants()
    fixture.settle()
    #expect(finished.count == 1)
    #expect(fixture.table.visibleCells.allSatisfy { $0.presentation == nil })
  }

  @Test("reloadData ends the animation at once")
  func reload() {
    let fixture = UpdateFixture([100], hasDelegate: true)
    var finished: [Bool] = []
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    fixture.app.frame(after: 0.1)
    fixture.table.reloadData()
    #expect(finished == [false] && fixture.table.updates.departures.isEmpty)
    fixture.settle()
    #expect(finished == [false] && fixture.delegate.pairingErrors == 0)
    #expect(fixture.table.visibleCells.allSatisfy { $0.presentation == nil && $0.alpha == 1 })
    fixture.table.checkInvariants()
  }

  @Test("leaving the window ends the animation at once")
  func leaving() {
    let fixture = UpdateFixture([100], hasDelegate: true)
    var finished: [Bool] = []
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    fixture.app.frame(after: 0.1)
    fixture.table.removeFromSuperview()
    #expect(finished == [false] && fixture.table.updates.departures.isEmpty)
    #expect(fixture.delegate.ended.count == 1)
    fixture.app.window.addSubview(fixture.table)
    fixture.settle()
    fixture.table.checkInvariants()
  }

  @Test("a table let go while it animates tells its batch")
  func deallocation() {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    var finished: [Bool] = []
    let source = NumberedSource()
    source.content.addSection(3, height: 44)
    weak var gone: UITableView?
    do {
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
      gone = table
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      table.dataSource = source
      app.window.addSubview(table)
      app.frame()
      table.performBatchUpdates({
        source.content.sections[0].rows.removeFirst()
        table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      }) { finished.append($0) }
      app.frame()
      table.removeFromSuperview()
    }
    app.settle()
    #expect(gone == nil)
    #expect(finished == [false])
  }

  @Test("a data source released while the table animates ends calmly: nothing is shown")
  func releasedSource() {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    var source: NumberedSource? = NumberedSource()
    source?.content.addSection(100, height: 44)
    table.dataSource = source
    app.window.addSubview(table)
    app.frame()
    source?.content.sections[0].rows.removeFirst()
    table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    app.frame(after: 0.1)
    source = nil
    table.contentOffset.y = 1000
    app.settle()
    #expect(table.visibleCells.isEmpty && table.numberOfSections == 0)
    table.performBatchUpdates(nil)
    table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    table.checkInvariants()
  }

  // MARK: Callbacks

  @Test("an insert within cellForRowAt is carried out after the pass")
  func insertWhileBinding() {
    let fixture = UpdateFixture([100])
    var wasWaiting = false
    fixture.source.onCell = { table, path in
      guard path.row == 30 else { return }
      fixture.source.onCell = nil
      fixture.insert(at: 0)
      wasWaiting = table.hasUncommittedUpdates
    }
    fixture.table.contentOffset.y = 30 * 44
    fixture.settle()
    #expect(wasWaiting && !fixture.table.hasUncommittedUpdates)
    #expect(fixture.table.numberOfRows(inSection: 0) == 101)
    #expect(fixture.shown == fixture.expected)
    fixture.table.checkInvariants()
  }

  @Test("updates within willDisplay, heightForRowAt and didEndDisplaying are carried out after the pass")
  func updatesInCallbacks() {
    let fixture = UpdateFixture([100], hasDelegate: true)
    fixture.delegate.onDisplay = { table, path in
      guard path.row == 25 else { return }
      fixture.delegate.onDisplay = nil
      fixture.delete([0])
    }
    fixture.delegate.onHeight = { _ in
      fixture.delegate.onHeight = nil
      fixture.insert(at: 50)
    }
    fixture.table.contentOffset.y = 20 * 44
    fixture.settle()
    fixture.delegate.onEnd = { _ in
      fixture.delegate.onEnd = nil
      fixture.delete([1, 2])
    }
    fixture.table.contentOffset.y = 0
    fixture.settle()
    #expect(fixture.table.numberOfRows(inSection: 0) == 98)
    #expect(fixture.shown == fixture.expected)
    #expect(fixture.delegate.pairingErrors == 0)
    fixture.table.checkInvariants()
  }

  @Test("a callback that always changes something costs frames, not a hang")
  func endless() {
    let fixture = UpdateFixture([100], hasDelegate: true)
    fixture.delegate.onDisplay = { _, _ in fixture.insert(at: 0) }
    fixture.table.contentOffset.y = 20 * 44
    for _ in 0..<5 { fixture.app.frame() }
    fixture.delegate.onDisplay = nil
    fixture.settle()
    #expect(fixture.shown == fixture.expected)
    fixture.table.checkInvariants()
  }

  @Test("two batches closed in one callback become a reload, and both are told")
  func twoBatches() {
    let fixture = UpdateFixture([100])
    var finished: [Bool] = []
    fixture.source.onCell = { table, _ in
      fixture.source.onCell = nil
      table.performBatchUpdates({ fixture.insert(at: 0) }) { finished.append($0) }
      table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    }
    fixture.table.contentOffset.y = 20 * 44
    fixture.settle()
    #expect(finished == [true, true])
    #expect(fixture.shown == fixture.expected)
    fixture.table.checkInvariants()
  }

  @Test("reloadData within a callback of an update is carried out after it")
  func reloadInUpdate() {
    let fixture = UpdateFixture([100], hasDelegate: true)
    var finished: [Bool] = []
    fixture.delegate.onDisplay = { table, _ in
      fixture.delegate.onDisplay = nil
      table.reloadData()
    }
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    fixture.settle()
    #expect(finished == [false])
    #expect(fixture.shown == fixture.expected && fixture.delegate.pairingErrors == 0)
    fixture.table.checkInvariants()
  }

  @Test("reloadData within a block covers what the block asked for")
  func reloadInBlock() {
    let fixture = UpdateFixture([100])
    var finished: [Bool] = []
    fixture.table.performBatchUpdates({
      fixture.delete([0])
      fixture.table.reloadData()
      fixture.add(at: 3)
    }) { finished.append($0) }
    fixture.settle()
    #expect(finished == [true] && fixture.table.numberOfRows(inSection: 0) == 100)
    #expect(fixture.shown == fixture.expected)
    fixture.table.checkInvariants()
  }

  @Test("a batch in the completion of another is carried out")
  func chain() {
    let fixture = UpdateFixture([100])
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { _ in
      fixture.table.performBatchUpdates(nil) { _ in fixture.delete([0]) }
    }
    fixture.settle()
    #expect(fixture.table.numberOfRows(inSection: 0) == 98)
    #expect(fixture.shown == fixture.expected)
    fixture.table.checkInvariants()
  }

  @Test("a cell the app keeps for its row can be reloaded: the table takes it back from its way out")
  func keptCells() {
    var kept: [Int: UITableViewCell] = [:]
    let fixture = UpdateFixture([3], hasDelegate: true) { _, source in
      source.makesCell = { [unowned source] _, path in
        let id = source.id(path)
        if let cell = kept[id] { return cell }
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = "\(id)"
        kept[id] = cell
        return cell
      }
    }
    fixture.table.reloadRows(at: [fixture.path(1)], with: .fade)
    #expect(fixture.cell(1) === kept[2] && fixture.cell(1)?.superview === fixture.table)
    fixture.settle()
    #expect(fixture.shown == fixture.expected && fixture.delegate.pairingErrors == 0)
    #expect(fixture.cell(1)?.superview === fixture.table && fixture.cell(1)?.alpha == 1)
    fixture.table.checkInvariants()
  }

  @Test("a pressed row that is deleted lets the press go; one that moves keeps it")
  func pressed() {
    let fixture = UpdateFixture([8])
    let pointer = InputEvent.Pointer(
      location: CGPoint(x: 20, y: 3 * 44 + 20), button: .primary, clickCount: 1, timestamp: fixture.app.clock.now)
    fixture.app.events.post(.pointerDown(pointer))
    fixture.app.frame()
    #expect(fixture.table.pressedRow == RowPosition(section: 0, row: 3))
    fixture.delete([0])
    #expect(fixture.table.pressedRow == RowPosition(section: 0, row: 2))
    fixture.delete([2])
    #expect(fixture.table.pressedRow == nil)
    fixture.settle()
    fixture.table.checkInvariants()
  }
}
