import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: selecting ranges")
struct TableRangeSelectionTests {
  private let delegate = ScriptedDelegate()

  private func fixture(_ sections: [Int] = [50]) -> TableFixture {
    let fixture = TableFixture(sections: sections, delegate: delegate)
    fixture.table.allowsMultipleSelection = true
    _ = delegate.takeLog()
    return fixture
  }

  private func click(_ fixture: TableFixture, _ row: Int, _ modifiers: UIKeyModifierFlags = []) {
    let pointer = InputEvent.Pointer(
      location: CGPoint(x: 100, y: 44 * row + 22), button: .primary, clickCount: 1, modifiers: modifiers,
      timestamp: fixture.app.clock.now)
    fixture.app.events.post(.pointerDown(pointer), .pointerUp(pointer))
    fixture.app.frame()
  }

  private func selected(_ fixture: TableFixture) -> [Int] {
    (fixture.table.indexPathsForSelectedRows ?? []).map(\.row)
  }

  @Test("shift-click selects from the row chosen last, and again from there; with control it adds")
  func shiftClick() {
    let fixture = fixture()
    click(fixture, 3)
    click(fixture, 6, .shift)
    expectEqual(selected(fixture), [3, 4, 5, 6])
    expectEqual(fixture.table.visibleCells.filter(\.isSelected).count, 4)
    click(fixture, 1, .shift)
    expectEqual(selected(fixture), [1, 2, 3])
    click(fixture, 8, .control)
    expectEqual(selected(fixture), [1, 2, 3, 8])
    click(fixture, 9, [.shift, .control])
    expectEqual(selected(fixture), [1, 2, 3, 8, 9])
    click(fixture, 8, .control)
    expectEqual(selected(fixture), [1, 2, 3, 9])
    fixture.table.checkInvariants()
  }

  @Test("a range asks the delegate about every row and tells it about its end only, and one notification follows")
  func rangeCalls() {
    let fixture = fixture()
    click(fixture, 2)
    _ = delegate.takeLog()
    var posts = 0
    let token = NotificationCenter.default.addObserver(
      forName: UITableView.selectionDidChangeNotification, object: fixture.table, queue: nil
    ) { _ in MainActor.assumeIsolated { posts += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    click(fixture, 7, .shift)
    expectEqual(
      delegate.takeLog(),
      [
        "shouldHighlight 0.7", "didHighlight 0.7", "didUnhighlight 0.7", "willSelect 0.7", "shouldHighlight 0.3",
        "willSelect 0.3", "shouldHighlight 0.4", "willSelect 0.4", "shouldHighlight 0.5", "willSelect 0.5",
        "shouldHighlight 0.6", "willSelect 0.6", "didSelect 0.7",
      ])
    expectEqual(posts, 1)
    delegate.redirect = { _ in nil }
    click(fixture, 9, .shift)
    expectEqual(selected(fixture), [2, 3, 4, 5, 6, 7])
    expectEqual(posts, 1)
  }

  @Test("rows the delegate refuses are left out of a range and of Control-A")
  func refused() {
    let fixture = fixture()
    delegate.redirect = { $0.row % 5 == 4 ? nil : $0.row % 5 == 3 ? IndexPath(row: 0, section: 0) : $0 }
    click(fixture, 1)
    click(fixture, 7, .shift)
    expectEqual(selected(fixture), [1, 2, 5, 6, 7])
    fixture.app.key(.keyboardA, modifiers: .control)
    expectEqual(selected(fixture), (0..<50).filter { $0 % 5 < 3 })
    expectEqual(fixture.table.visibleCells.map(\.isSelected), (0..<fixture.table.visibleCells.count).map { $0 % 5 < 3 })
    fixture.table.checkInvariants()
  }

  @Test("in single selection shift and control are nothing special")
  func single() {
    let fixture = fixture()
    fixture.table.allowsMultipleSelection = false
    click(fixture, 2)
    click(fixture, 5, .shift)
    expectEqual(selected(fixture), [5])
    fixture.app.key(.keyboardA, modifiers: .control)
    expectEqual(selected(fixture), [5])
    fixture.table.selectionFollowsFocus = true
    fixture.app.key(.keyboardDownArrow, modifiers: .shift)
    expectEqual(selected(fixture), [6])
  }

  @Test("shift with arrows, page keys, home and end takes the selection along")
  func shiftKeys() {
    let fixture = fixture([50, 0, 50])
    click(fixture, 4)
    fixture.app.key(.keyboardDownArrow, modifiers: .shift)
    fixture.app.key(.keyboardDownArrow, modifiers: .shift)
    expectEqual(selected(fixture), [4, 5, 6])
    fixture.app.key(.keyboardUpArrow, modifiers: .shift)
    expectEqual(selected(fixture), [4, 5])
    fixture.app.key(.keyboardPageDown, modifiers: .shift)
    expectEqual(selected(fixture), Array(4...14))
    fixture.app.key(.keyboardHome, modifiers: .shift)
    expectEqual(selected(fixture), Array(0...4))
    expectEqual(fixture.table.contentOffset.y, 0)
    fixture.app.key(.keyboardEnd, modifiers: .shift)
    fixture.app.frame()
    expectEqual(fixture.table.indexPathsForSelectedRows?.count, 96)
    expectEqual(fixture.table.cellForRow(at: IndexPath(row: 49, section: 2))?.isSelected, true)
    fixture.table.selectionFollowsFocus = true
    fixture.app.key(.keyboardUpArrow)
    expectEqual(fixture.table.indexPathsForSelectedRows, [IndexPath(row: 48, section: 2)])
    fixture.table.checkInvariants()
  }

  @Test("keys and clicks work the same while all of 10,000,000 rows are selected, and none takes a millisecond a row")
  func tenMillion() {
    let fixture = fixture([4_000_000, 6_000_000])
    let start = ContinuousClock.now
    fixture.app.key(.keyboardA, modifiers: .control)
    expectEqual(fixture.table.chooser.selection.count, 10_000_000)
    expect(fixture.table.visibleCells.allSatisfy { $0.isSelected })
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 0, section: 0))
    click(fixture, 5)
    expectEqual(fixture.table.chooser.selection.count, 9_999_999)
    let middle: CGFloat = 220_000_000
    fixture.scroll(to: middle)
    expect(fixture.table.visibleCells.allSatisfy { $0.isSelected })
    fixture.table.scrollToNearestSelectedRow(at: .top, animated: false)
    expectEqual(fixture.table.contentOffset.y, middle)
    fixture.app.key(.keyboardPageDown)
    fixture.app.key(.keyboardEnd)
    fixture.app.frame()
    fixture.app.key(.keyboardHome)
    for _ in 0..<6 { fixture.app.key(.keyboardDownArrow) }
    expectEqual(fixture.table.chooser.selection.count, 9_999_999)
    fixture.table.selectionFollowsFocus = true
    fixture.app.key(.keyboardUpArrow)
    fixture.app.key(.keyboardDownArrow)
    expectEqual(fixture.table.indexPathsForSelectedRows, [IndexPath(row: 6, section: 0)])
    fixture.app.key(.keyboardEnd, modifiers: .shift)
    expectEqual(fixture.table.chooser.selection.count, 10_000_000 - 6)
    fixture.table.selectRow(at: nil, animated: false, scrollPosition: .none)
    expect(fixture.table.indexPathsForSelectedRows == nil)
    expect(ContinuousClock.now - start < .seconds(5))
    fixture.table.checkInvariants()
  }

  @Test("scrollToNearestSelectedRow finds the nearest of many, above and below")
  func nearest() {
    let fixture = fixture([100, 100])
    for row in [3, 40, 90] {
      fixture.table.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none)
    }
    fixture.scroll(to: 44 * 60)
    fixture.table.scrollToNearestSelectedRow(at: .top, animated: false)
    expectEqual(fixture.table.contentOffset.y, 1760)
    fixture.scroll(to: 44 * 70)
    fixture.table.scrollToNearestSelectedRow(at: .top, animated: false)
    expectEqual(fixture.table.contentOffset.y, 3960)
    fixture.scroll(to: 44 * 180)
    fixture.table.scrollToNearestSelectedRow(at: .middle, animated: false)
    expectEqual(fixture.table.indexPathsForVisibleRows?.contains(IndexPath(row: 90, section: 0)), true)
    fixture.table.selectRow(at: nil, animated: false, scrollPosition: .none)
    let offset = fixture.table.contentOffset
    fixture.table.scrollToNearestSelectedRow(at: .top, animated: false)
    expectEqual(fixture.table.contentOffset, offset)
  }

  @Test("a range follows inserts, deletes and moves, also where it was begun; a reloaded row leaves it")
  func updates() {
    let fixture = fixture()
    click(fixture, 2)
    click(fixture, 6, .shift)
    fixture.source.sections = [51]
    fixture.table.performBatchUpdates {
      fixture.table.insertRows(at: [IndexPath(row: 0, section: 0), IndexPath(row: 5, section: 0)], with: .none)
      fixture.table.deleteRows(at: [IndexPath(row: 6, section: 0)], with: .none)
      fixture.table.moveRow(at: IndexPath(row: 2, section: 0), to: IndexPath(row: 40, section: 0))
    }
    fixture.app.settle()
    expectEqual(selected(fixture), [3, 4, 6, 40])
    fixture.table.reloadRows(at: [IndexPath(row: 4, section: 0)], with: .none)
    expectEqual(selected(fixture), [3, 6, 40])
    fixture.table.checkInvariants()
    click(fixture, 5, .shift)
    expectEqual(selected(fixture), Array(5...40), "from the row chosen first, which moved")
  }

  /// Enters edit mode when a range is asked for.
  private final class RangeDelegate: NSObject, UITableViewDelegate {
    var mayBegin = true
    var log: [String] = []
    func tableView(_ table: UITableView, shouldBeginMultipleSelectionInteractionAt path: IndexPath) -> Bool {
      log.append("should \(path.row)")
      return mayBegin
    }
    func tableView(_ table: UITableView, didBeginMultipleSelectionInteractionAt path: IndexPath) {
      log.append("begin \(path.row)")
      table.setEditing(true, animated: false)
    }
    func tableViewDidEndMultipleSelectionInteraction(_ table: UITableView) {
      log.append("end \(table.chooser.selection.count)")
    }
    func tableView(_ table: UITableView, didSelectRowAt path: IndexPath) { log.append("select \(path.row)") }
  }

  @Test("a delegate can refuse a range, or enter edit mode for it; it is told of the end")
  func interaction() {
    let ranges = RangeDelegate()
    let fixture = TableFixture(sections: [50], delegate: ranges) { table, _ in
      table.allowsMultipleSelectionDuringEditing = true
    }
    click(fixture, 2)
    click(fixture, 5, .shift)
    expectEqual(ranges.log, ["select 2", "should 5", "begin 5", "select 5", "end 4"])
    expect(fixture.table.isEditing && selected(fixture) == [2, 3, 4, 5])
    ranges.log = []
    ranges.mayBegin = false
    click(fixture, 7, .shift)
    expectEqual(ranges.log, ["should 7", "select 7"])
    expectEqual(selected(fixture), [2, 3, 4, 5, 7])
  }
}
