import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Updates: asked for by the table's own callbacks")
struct UpdateCallbackTests {
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
    expect(wasWaiting && !fixture.table.hasUncommittedUpdates)
    expectEqual(fixture.table.numberOfRows(inSection: 0), 101)
    expectEqual(fixture.shown, fixture.expected)
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
    expectEqual(fixture.table.numberOfRows(inSection: 0), 98)
    expectEqual(fixture.shown, fixture.expected)
    expectEqual(fixture.delegate.pairingErrors, 0)
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
    expectEqual(fixture.shown, fixture.expected)
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
    expectEqual(finished, [true, true])
    expectEqual(fixture.shown, fixture.expected)
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
    expectEqual(finished, [false])
    expect(fixture.shown == fixture.expected && fixture.delegate.pairingErrors == 0)
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
    expect(finished == [true] && fixture.table.numberOfRows(inSection: 0) == 100)
    expectEqual(fixture.shown, fixture.expected)
    fixture.table.checkInvariants()
  }

  @Test("a batch in the completion of another is carried out")
  func chain() {
    let fixture = UpdateFixture([100])
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { _ in
      fixture.table.performBatchUpdates(nil) { _ in fixture.delete([0]) }
    }
    fixture.settle()
    expectEqual(fixture.table.numberOfRows(inSection: 0), 98)
    expectEqual(fixture.shown, fixture.expected)
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
    expect(fixture.cell(1) === kept[2] && fixture.cell(1)?.superview === fixture.table)
    fixture.settle()
    expect(fixture.shown == fixture.expected && fixture.delegate.pairingErrors == 0)
    expect(fixture.cell(1)?.superview === fixture.table && fixture.cell(1)?.alpha == 1)
    fixture.table.checkInvariants()
  }

  @Test("a header view the app keeps can be reloaded with its section")
  func keptHeader() {
    let kept = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 30))
    let fixture = UpdateFixture([3, 3], hasDelegate: true) { table, _ in table.sectionHeaderHeight = 30 }
    fixture.delegate.header = { $0 == 0 ? kept : nil }
    fixture.table.reloadData()
    fixture.app.frame()
    expect(kept.superview === fixture.table)
    fixture.table.reloadSections([0], with: .left)
    fixture.settle()
    expect(kept.superview === fixture.table && kept.frame == fixture.table.rectForHeader(inSection: 0))
    fixture.table.checkInvariants()
  }

  @Test("a pressed row that is deleted lets the press go; one that moves keeps it")
  func pressed() {
    let fixture = UpdateFixture([8])
    let pointer = InputEvent.Pointer(
      location: CGPoint(x: 20, y: 3 * 44 + 20), button: .primary, clickCount: 1, timestamp: fixture.app.clock.now)
    fixture.app.events.post(.pointerDown(pointer))
    fixture.app.frame()
    expectEqual(fixture.table.press.row, RowPosition(section: 0, row: 3))
    fixture.delete([0])
    expectEqual(fixture.table.press.row, RowPosition(section: 0, row: 2))
    fixture.delete([2])
    expect(fixture.table.press.row == nil)
    fixture.settle()
    fixture.table.checkInvariants()
  }
}
