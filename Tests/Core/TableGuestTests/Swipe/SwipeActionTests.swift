import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Swipe: actions")
struct SwipeActionTests {
  private func row(_ number: Int) -> IndexPath { IndexPath(row: number, section: 0) }

  @Test("without a configuration a row offers to be deleted, if the data source implements commit")
  func standardDelete() throws {
    let fixture = SwipeFixture()
    fixture.source.onCommit = { table, path in fixture.source.delete(path, in: table) }
    fixture.swipe(2, by: -60)
    let button = try #require(fixture.strip?.buttons.first)
    expect(button.action.title == "Delete" && button.action.style == .destructive)
    expectEqual(fixture.strip?.buttons.count, 1)
    fixture.press(0)
    fixture.settle()
    expectEqual(fixture.source.takeLog(), ["willBegin 2", "commit delete 2", "didEnd nil"])
    expectEqual(fixture.source.rows.count, 19)
    expect(fixture.openRow == nil)
    expect(fixture.table.subviews.allSatisfy { !($0 is SwipeActionsView) })
  }

  @Test("without commit, or for rows that cannot be edited or deleted, there is nothing to swipe")
  func noDelete() {
    let plain = TableFixture(sections: [5])
    plain.app.fingerDrag(from: CGPoint(x: 200, y: 60), to: CGPoint(x: 100, y: 60))
    expect(plain.table.swipe.row == nil)
    plain.app.fingerUp(at: CGPoint(x: 100, y: 60))
    let fixture = SwipeFixture()
    fixture.source.canEdit = { $0.row != 1 }
    fixture.swipe(1, by: -60)
    expect(fixture.openRow == nil)
    fixture.source.style = .none
    fixture.swipe(2, by: -60)
    expect(fixture.openRow == nil)
    // A drag is no press.
    expectEqual(fixture.source.takeLog(), [])
  }

  @Test("an empty configuration has the row stay, whatever the data source implements")
  func emptyConfiguration() {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in UISwipeActionsConfiguration(actions: []) }
    fixture.source.leading = { _ in UISwipeActionsConfiguration(actions: []) }
    for distance in [-100.0, 100] {
      fixture.drag(1, by: distance)
      expectEqual(fixture.offset(1), 0)
      fixture.letGo(1, at: distance)
    }
    expect(fixture.source.takeLog().allSatisfy { $0 == "didSelect 1" })
  }

  @Test("the first action is nearest the edge, on both sides")
  func order() throws {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A", "B"]) }
    fixture.source.leading = { _ in fixture.actions(["C", "D"]) }
    fixture.swipe(1, by: -120)
    try expect(#require(fixture.button(0)).x > #require(fixture.button(1)).x)
    expectEqual(fixture.strip?.frame.maxX, 300)
    fixture.app.click(at: fixture.point(5))
    fixture.settle()
    fixture.swipe(1, by: 120)
    try expect(#require(fixture.button(0)).x < #require(fixture.button(1)).x)
    expectEqual(fixture.strip?.frame.minX, 0)
  }

  @Test("a tap runs the handler with its button; true closes")
  func completing() throws {
    let fixture = SwipeFixture()
    var source: UIView?
    let action = UIContextualAction(style: .normal, title: "A") { _, view, completion in
      source = view
      completion(true)
    }
    fixture.source.trailing = { _ in UISwipeActionsConfiguration(actions: [action]) }
    fixture.swipe(1, by: -60)
    let button = try #require(fixture.strip?.buttons.first)
    fixture.press(0)
    expect(source === button)
    expectEqual(fixture.swiped?.isClosing, true)
    fixture.settle()
    expectEqual(fixture.offset(1), 0)
    expectEqual(fixture.source.takeLog(), ["willBegin 1", "didEnd 1"])
    expectEqual(fixture.table.numberOfRows(inSection: 0), 20)
  }

  @Test("without the completion the row stays open; false brings it back")
  func uncalled() {
    let fixture = SwipeFixture()
    let kept = KeptCompletion()
    fixture.source.trailing = { _ in fixture.actions(["A"], style: .destructive) { kept.keep($0) } }
    fixture.swipe(1, by: -60)
    fixture.press(0)
    fixture.settle()
    expectEqual(fixture.offset(1), -74)
    kept.call(0, false)
    fixture.settle()
    expect(fixture.openRow == nil)
    expectEqual(fixture.source.rows.count, 20)
  }

  @Test(
    "a destructive action that was carried out moves the row out of sight until it is deleted",
    arguments: [false, true])
  func destructive(deletesFirst: Bool) throws {
    let fixture = SwipeFixture()
    fixture.source.trailing = { path in
      fixture.actions(["A", "B"], style: .destructive) { completion in
        if deletesFirst { fixture.source.delete(path, in: fixture.table) }
        completion(true)
        if !deletesFirst { fixture.source.delete(path, in: fixture.table) }
      }
    }
    let cell = try #require(fixture.cell(1))
    fixture.swipe(1, by: -120)
    fixture.press(1)
    expect(fixture.openRow == nil)
    expect(cell.keptSwipe != nil)
    fixture.app.frame(after: 0.1)
    fixture.table.checkInvariants()
    fixture.settle()
    expectEqual(fixture.source.rows.prefix(2), ["row 0", "row 2"])
    expect(cell.superview == nil && cell.keptSwipe == nil && !cell.isAside)
    expectEqual(fixture.source.takeLog(), ["willBegin 1", "B", "didEnd nil"])
    expect(fixture.table.visibleCells.allSatisfy { $0.frame.minX == 0 })
  }

  @Test("a row whose deletion comes later waits out of sight; a touch brings it back")
  func deletingLater() {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A"], style: .destructive) { $0(true) } }
    fixture.swipe(1, by: -60)
    fixture.press(0)
    fixture.settle()
    expectEqual(fixture.offset(1), -300)
    expectEqual(fixture.strip?.frame.width, 300)
    expectEqual(fixture.strip?.buttons[0].frame.width, 300)
    fixture.source.delete(row(1), in: fixture.table)
    fixture.settle()
    expectEqual(fixture.cell(1)?.textLabel?.text, "row 2")
    expectEqual(fixture.offset(1), 0)
    fixture.swipe(1, by: -60)
    fixture.press(0)
    fixture.settle()
    fixture.app.click(at: fixture.point(6))
    fixture.settle()
    expect(fixture.openRow == nil && fixture.offset(1) == 0)
  }

  @Test("completions called twice, late, after the row closed, or on another thread have one effect at most")
  func oddCompletions() {
    let fixture = SwipeFixture()
    let kept = KeptCompletion()
    fixture.source.trailing = { _ in fixture.actions(["A"]) { kept.keep($0) } }
    fixture.swipe(1, by: -60)
    fixture.press(0)
    fixture.app.click(at: fixture.point(5))
    fixture.settle()
    fixture.swipe(2, by: -60)
    kept.call(0, true)
    fixture.settle()
    expectEqual(fixture.openRow, 2)
    fixture.press(0)
    kept.call(1, true)
    kept.call(1, false)
    kept.call(1, true)
    fixture.settle()
    expect(fixture.openRow == nil)
    expectEqual(fixture.source.takeLog(), ["willBegin 1", "A", "didEnd 1", "willBegin 2", "A", "didEnd 2"])
  }

  @Test("a handler may reload, remove the table, or begin an update of everything")
  func handlersThatChangeAll() {
    let reloading = SwipeFixture()
    reloading.source.trailing = { _ in
      reloading.actions(["A"]) { completion in
        reloading.source.rows.removeAll()
        reloading.table.reloadData()
        completion(true)
      }
    }
    reloading.swipe(1, by: -60)
    reloading.press(0)
    reloading.settle()
    expectEqual(reloading.table.numberOfRows(inSection: 0), 0)
    expectEqual(reloading.source.takeLog(), ["willBegin 1", "A", "didEnd nil"])

    let leaving = SwipeFixture()
    leaving.source.trailing = { _ in
      leaving.actions(["A"]) { completion in
        leaving.table.removeFromSuperview()
        completion(true)
      }
    }
    leaving.swipe(1, by: -60)
    leaving.press(0)
    leaving.settle()
    expectEqual(leaving.source.takeLog(), ["willBegin 1", "A", "didEnd 1"])
  }

  @Test("a handler may give up its table")
  func handlerThatReleases() {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let source = SwipeTable(3)
    var table: UITableView? = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    weak let released = table
    table?.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table?.dataSource = source
    table?.delegate = source
    source.trailing = { _ in
      UISwipeActionsConfiguration(
        actions: [
          UIContextualAction(style: .normal, title: "A") { _, _, completion in
            table?.removeFromSuperview()
            table = nil
            completion(true)
          }
        ])
    }
    if let table { app.window.addSubview(table) }
    app.frame()
    table?.swipe.openTrailingActions(at: RowPosition(section: 0, row: 1), animated: false)
    app.frame()
    app.click(at: CGPoint(x: 280, y: 66))
    app.settle()
    expect(table == nil && released == nil)
  }

  @Test("a full swipe performs the first action when let go past half the width", arguments: SwipeInput.allCases)
  func fullSwipe(input: SwipeInput) {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A", "B"]) { $0(true) } }
    fixture.swipe(3, by: -140, with: input)
    expectEqual(fixture.openRow, 3)
    expectEqual(fixture.source.takeLog(), ["willBegin 3"])
    fixture.drag(3, by: -30, with: input)
    expectEqual(fixture.swiped?.isSpreading, true)
    fixture.letGo(3, at: -30, with: input)
    expectEqual(fixture.source.takeLog(), ["A"])
    fixture.settle()
    expect(fixture.openRow == nil)
    expectEqual(fixture.source.takeLog(), ["didEnd 3"])
  }

  @Test("performsFirstActionWithFullSwipe = false performs nothing, however far the row is pulled")
  func noFullSwipe() {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A"], full: false) }
    fixture.swipe(1, by: -280)
    expectEqual(fixture.source.takeLog(), ["willBegin 1"])
    expectEqual(fixture.offset(1), -74)
  }

  @Test("a full swipe of a destructive action deletes the row, which leaves sideways")
  func fullDelete() throws {
    let fixture = SwipeFixture()
    fixture.source.onCommit = { table, path in fixture.source.delete(path, in: table) }
    let cell = try #require(fixture.cell(1))
    fixture.drag(1, by: -200)
    fixture.letGo(1, at: -200)
    expectEqual(fixture.source.rows.count, 19)
    expectEqual(cell.keptSwipe?.isLeaving, true)
    expectEqual(cell.frame.minX, -300)
    fixture.settle()
    expect(cell.superview == nil)
    expectEqual(fixture.source.takeLog(), ["willBegin 1", "commit delete 1", "didEnd nil"])
  }

  @Test("pulled past half and back again, nothing is performed")
  func fullAndBack() {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A"]) }
    fixture.drag(1, by: -200)
    fixture.app.fingerMove(to: fixture.point(1, x: 150 - 10 - 90), after: 0.2)
    fixture.app.frame(after: 0.3)
    expectEqual(fixture.swiped?.spread, 0)
    fixture.letGo(1, at: -90)
    fixture.settle()
    expectEqual(fixture.source.takeLog(), ["willBegin 1"])
    expectEqual(fixture.offset(1), -74)
  }

  @Test("destructive is red, normal grey, nil restores the style's colour")
  func colours() throws {
    let normal = UIContextualAction(style: .normal, title: "A") { _, _, _ in }
    let destructive = UIContextualAction(style: .destructive, title: "B") { _, _, _ in }
    expect(normal.backgroundColor === UIColor.systemGray)
    expect(destructive.backgroundColor === UIColor.systemRed)
    normal.backgroundColor = .systemBlue
    expect(normal.backgroundColor === UIColor.systemBlue)
    normal.backgroundColor = nil
    expect(normal.backgroundColor === UIColor.systemGray)
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in UISwipeActionsConfiguration(actions: [destructive, normal]) }
    fixture.swipe(1, by: -120)
    let buttons = try #require(fixture.strip?.buttons)
    expectEqual(buttons.map(\.backgroundColor), [.systemRed, .systemGray])
    let label = try #require(buttons[0].subviews.compactMap { $0 as? UILabel }.first)
    expect(label.textColor == .white && label.font.pointSize == 15)
  }

  @Test("the image stands above the title if the row is high enough, else in its place")
  func images() throws {
    let action = UIContextualAction(style: .normal, title: "A") { _, _, _ in }
    action.image = UIImage(systemName: "trash")
    func parts(rowHeight: CGFloat) throws -> (image: UIImageView, label: UILabel) {
      let fixture = SwipeFixture { table, _ in table.rowHeight = rowHeight }
      fixture.source.trailing = { _ in UISwipeActionsConfiguration(actions: [action]) }
      fixture.table.swipe.openTrailingActions(at: RowPosition(section: 0, row: 1), animated: false)
      fixture.settle()
      let button = try #require(fixture.strip?.buttons.first)
      return (
        try #require(button.subviews.compactMap { $0 as? UIImageView }.first),
        try #require(button.subviews.compactMap { $0 as? UILabel }.first)
      )
    }
    let low = try parts(rowHeight: 44)
    expect(low.label.isHidden && !low.image.isHidden)
    expect(abs(low.image.frame.midY - 22) <= 0.5)
    let high = try parts(rowHeight: 100)
    expect(!high.label.isHidden)
    expect(high.image.frame.maxY <= high.label.frame.minY)
    expectEqual(high.image.tintColor, .white)
  }

  @Test("row actions of older code are shown, called with the present path, and leave the row open")
  func rowActions() {
    let fixture = SwipeFixture()
    let source = fixture.source
    source.rowActions = [
      UITableViewRowAction(style: .destructive, title: "A") { action, path in
        source.note("\(action.title ?? "") \(path.row)")
      },
      UITableViewRowAction(style: .normal, title: "B") { _, _ in },
    ]
    fixture.swipe(1, by: -120)
    expectEqual(fixture.strip?.buttons.map(\.backgroundColor), [.systemRed, .systemGray])
    source.rows.insert("new", at: 0)
    fixture.table.insertRows(at: [row(0)], with: .none)
    fixture.settle()
    fixture.press(0)
    fixture.settle()
    expectEqual(fixture.openRow, 2)
    expectEqual(source.takeLog(), ["willBegin 1", "A 2"])
    fixture.table.setEditing(false, animated: true)
    fixture.settle()
    expect(fixture.openRow == nil)
    expectEqual(source.takeLog(), ["didEnd 2"])
  }
}

/// Holds completions beyond their handlers.
@MainActor
final class KeptCompletion {
  private var kept: [@Sendable (Bool) -> Void] = []

  func keep(_ completion: @escaping @Sendable (Bool) -> Void) { kept.append(completion) }

  func call(_ number: Int, _ isDone: Bool) { kept[number](isDone) }

  func callLast(_ isDone: Bool) { kept.last?(isDone) }
}
