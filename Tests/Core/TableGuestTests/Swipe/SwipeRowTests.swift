import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Swipe: the open row among the others")
struct SwipeRowTests {
  private func row(_ number: Int) -> IndexPath { IndexPath(row: number, section: 0) }

  private func open(_ number: Int, rows: Int = 20) -> SwipeFixture {
    let fixture = SwipeFixture(rows: rows)
    fixture.source.trailing = { _ in fixture.actions(["A"]) }
    fixture.swipe(number, by: -60)
    _ = fixture.source.takeLog()
    return fixture
  }

  // MARK: Closing

  @Test("a tap elsewhere closes the row and selects nothing; the next tap selects")
  func tappingElsewhere() {
    let fixture = open(2)
    fixture.app.click(at: fixture.point(5))
    expectEqual(fixture.swiped?.isClosing, true)
    fixture.settle()
    expectEqual(fixture.source.takeLog(), ["didEnd 2"])
    fixture.app.click(at: fixture.point(5))
    expectEqual(fixture.source.takeLog(), ["didSelect 5"])
  }

  @Test("a tap on the open row closes it when let go, and selects nothing")
  func tappingRow() {
    let fixture = open(2)
    let place = fixture.point(2, x: 100)
    fixture.app.mouseDown(at: place)
    expectEqual(fixture.swiped?.isClosing, false)
    fixture.app.mouseUp(at: place)
    fixture.settle()
    expectEqual(fixture.source.takeLog(), ["didEnd 2"])
  }

  @Test("Escape closes the open row")
  func escape() {
    let fixture = open(2)
    fixture.app.key(.keyboardEscape)
    expectEqual(fixture.swiped?.isClosing, true)
    fixture.settle()
    expectEqual(fixture.source.takeLog(), ["didEnd 2"])
  }

  @Test("while a row is open nothing else in the table can be touched")
  func nothingElse() throws {
    let fixture = open(2)
    let button = UIButton(type: .system)
    var pressed = 0
    button.addAction(UIAction { _ in pressed += 1 }, for: .touchUpInside)
    let cell = try #require(fixture.cell(4))
    cell.accessoryView = button
    button.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    fixture.app.frame()
    let place = button.convert(CGPoint(x: 30, y: 20), to: nil)
    fixture.app.click(at: place)
    expectEqual(pressed, 0)
    fixture.settle()
    expect(fixture.openRow == nil)
    fixture.app.click(at: place)
    expectEqual(pressed, 1)
  }

  @Test("swiping another row closes the open one, and only the next swipe opens")
  func anotherRow() {
    let fixture = open(2)
    fixture.drag(5, by: -60)
    expectEqual(fixture.offset(5), 0)
    fixture.letGo(5, at: -60)
    fixture.settle()
    expect(fixture.openRow == nil)
    fixture.swipe(5, by: -60)
    expectEqual(fixture.openRow, 5)
    expectEqual(fixture.source.takeLog(), ["didEnd 2", "willBegin 5"])
  }

  @Test("scrolling by finger, wheel, touchpad, indicator or in code closes the row")
  func scrolling() {
    let scrolls: [(SwipeFixture) -> Void] = [
      { $0.app.fingerDrag(from: $0.point(6), to: CGPoint(x: 150, y: 150)) },
      { $0.app.wheel(-1, at: $0.point(6)) },
      { $0.turn(by: 0, -20, at: $0.point(6)) },
      { $0.table.setContentOffset(CGPoint(x: 0, y: 30), animated: true) },
      { $0.table.contentOffset.y = 20 },
      { $0.table.scrollToRow(at: IndexPath(row: 12, section: 0), at: .middle, animated: true) },
    ]
    for scroll in scrolls {
      let fixture = open(4)
      scroll(fixture)
      expect(fixture.swiped?.isClosing ?? true)
      fixture.settle()
      expect(fixture.openRow == nil)
      expect(fixture.table.contentOffset.y > 0)
      expectEqual(fixture.source.takeLog(), ["didEnd 4"])
    }
  }

  @Test("an open row scrolled away at once leaves nothing behind, and its cell is reused in its place")
  func leaving() {
    let fixture = open(2, rows: 200)
    fixture.table.contentOffset.y = 3000
    fixture.app.frame()
    fixture.table.checkInvariants()
    expect(fixture.openRow == nil)
    expectEqual(fixture.source.takeLog(), ["didEnd 2"])
    expect(fixture.table.visibleCells.allSatisfy { $0.frame.minX == 0 && !$0.isAside })
  }

  @Test("reloadData drops the swipe at once")
  func reloading() {
    let fixture = open(2)
    fixture.table.reloadData()
    expect(fixture.openRow == nil)
    expect(fixture.table.subviews.allSatisfy { !($0 is SwipeActionsView) })
    expectEqual(fixture.source.takeLog(), ["didEnd nil"])
    fixture.settle()
    expect(fixture.table.visibleCells.allSatisfy { $0.frame.minX == 0 && !$0.showingDeleteConfirmation })
  }

  @Test("reloadData while a finger holds a row lets go of it")
  func reloadingHeld() {
    let fixture = SwipeFixture()
    fixture.drag(2, by: -60)
    fixture.table.reloadData()
    fixture.app.frame()
    fixture.app.fingerMove(to: fixture.point(2, x: 20))
    expect(fixture.openRow == nil)
    fixture.table.checkInvariants()
    fixture.app.fingerUp(at: fixture.point(2, x: 20))
    fixture.settle()
    expectEqual(fixture.offset(2), 0)
  }

  @Test("a table that changes its width closes the row")
  func resizing() {
    let fixture = open(2)
    fixture.table.frame.size.width = 250
    fixture.settle()
    expect(fixture.openRow == nil)
    expect(fixture.cell(2)?.frame.width == 250 && fixture.offset(2) == 0)
  }

  // MARK: Edit mode

  @Test("a swipe edits one row: delegate, cell and its state mask are told, the table is not in edit mode")
  func telling() throws {
    let fixture = SwipeFixture()
    let cell = try #require(fixture.cell(2) as? TransitionCell)
    fixture.drag(2, by: -60)
    expectEqual(cell.log, ["will 2"])
    expect(cell.showingDeleteConfirmation && !fixture.table.isEditing && !cell.isEditing)
    expectEqual(fixture.table.visibleCells.filter(\.showingDeleteConfirmation).count, 1)
    fixture.letGo(2, at: -60)
    fixture.settle()
    expectEqual(cell.log, ["will 2", "did 2"])
    fixture.app.click(at: fixture.point(6))
    expectEqual(cell.log, ["will 2", "did 2", "will 0"])
    fixture.settle()
    expectEqual(cell.log, ["will 2", "did 2", "will 0", "did 0"])
    expectEqual(fixture.source.takeLog(), ["willBegin 2", "didEnd 2"])
  }

  @Test("there is no swiping in edit mode, and entering it closes an open row")
  func editMode() {
    let fixture = open(2)
    fixture.table.setEditing(true, animated: true)
    fixture.settle()
    expect(fixture.openRow == nil)
    for distance in [-100.0, 100] {
      fixture.swipe(3, by: distance)
      expect(fixture.openRow == nil)
    }
    fixture.turn(by: -80, at: fixture.point(3))
    fixture.settle()
    expect(fixture.openRow == nil)
    expectEqual(fixture.source.takeLog(), ["didEnd 2"])
  }

  @Test("opened in edit mode the row offers its actions, and the button deletes")
  func confirming() {
    let fixture = SwipeFixture()
    fixture.source.deleteTitle = "Remove"
    fixture.source.onCommit = { table, path in fixture.source.delete(path, in: table) }
    fixture.table.setEditing(true, animated: false)
    fixture.app.frame()
    expect(fixture.table.swipe.openTrailingActions(at: RowPosition(section: 0, row: 3), animated: true))
    fixture.settle()
    expectEqual(fixture.openRow, 3)
    expectEqual(fixture.strip?.buttons.first?.action.title, "Remove")
    fixture.app.click(at: fixture.point(6))
    fixture.settle()
    expect(fixture.openRow == nil)
    expect(fixture.table.isEditing)
    fixture.table.swipe.openTrailingActions(at: RowPosition(section: 0, row: 3), animated: false)
    fixture.app.frame()
    fixture.press(0)
    fixture.settle()
    expectEqual(fixture.source.rows[3], "row 4")
    expectEqual(fixture.source.takeLog(), ["commit delete 3"])
    expect(!fixture.table.swipe.openTrailingActions(at: RowPosition(section: 0, row: 19), animated: false))
  }

  @Test("a delegate that reloads when told that a row begins to move keeps it from moving")
  func reloadingInWillBegin() {
    let fixture = SwipeFixture()
    fixture.source.onWillBegin = { fixture.table.reloadData() }
    fixture.drag(2, by: -60)
    expect(fixture.openRow == nil)
    fixture.letGo(2, at: -60)
    fixture.settle()
    expectEqual(fixture.source.takeLog().prefix(2), ["willBegin 2", "didEnd nil"])
  }

  @Test("a cell that reloads the table when told that it opens or closes leaves a sound table", arguments: [1, 2])
  func reloadingCell(call: Int) throws {
    let fixture = SwipeFixture()
    var calls = 0
    let cell = try #require(fixture.cell(2) as? TransitionCell)
    cell.onTransition = {
      calls += 1
      guard calls == call else { return }
      fixture.source.rows = ["only"]
      fixture.table.reloadData()
    }
    fixture.swipe(2, by: -60)
    fixture.app.click(at: fixture.point(0))
    fixture.settle()
    expect(fixture.openRow == nil)
    expect(fixture.table.visibleCells.count == 1 && fixture.offset(0) == 0)
  }

  @Test("a row that a load takes away while it moves is not placed any more")
  func loadingWhileMoving() {
    let fixture = SwipeFixture()
    fixture.drag(9, by: -60)
    fixture.letGo(9, at: -60)
    fixture.source.rows = ["only"]
    fixture.table.rowHeight = 50
    expectEqual(fixture.table.numberOfRows(inSection: 0), 1)
    fixture.settle()
    expect(fixture.openRow == nil && fixture.offset(0) == 0)
  }

  // MARK: Updates

  @Test("rows inserted above an open row leave it open and beside its actions, animation included")
  func movingAlong() throws {
    let fixture = open(2)
    let cell = try #require(fixture.cell(2))
    fixture.source.rows.insert(contentsOf: ["a", "b"], at: 0)
    fixture.table.insertRows(at: [row(0), row(1)], with: .fade)
    fixture.table.checkInvariants()
    fixture.app.frame(after: 0.15)
    let strip = try #require(fixture.strip)
    expect(cell.presentation != nil)
    expectEqual(cell.presentation?.origin.y, strip.presentation?.origin.y)
    fixture.settle()
    expect(fixture.openRow == 4 && fixture.cell(4) === cell)
    expect(fixture.offset(4) == -74 && strip.frame.minY == 176)
    fixture.app.click(at: fixture.point(8))
    fixture.settle()
    expectEqual(fixture.source.takeLog(), ["didEnd 4"])
  }

  @Test("a batch that deletes, reloads or moves off the open row closes it")
  func batches() {
    let changes: [(SwipeFixture) -> Void] = [
      { $0.source.delete(IndexPath(row: 2, section: 0), in: $0.table) },
      { $0.table.reloadRows(at: [IndexPath(row: 2, section: 0)], with: .none) },
      { $0.table.reloadSections([0], with: .fade) },
      { fixture in
        fixture.source.rows.insert(contentsOf: Array(repeating: "new", count: 50), at: 0)
        fixture.table.insertRows(at: (0..<50).map { IndexPath(row: $0, section: 0) }, with: .fade)
      },
    ]
    for (number, change) in changes.enumerated() {
      for isAnimated in [true, false] {
        let fixture = open(2)
        if isAnimated { change(fixture) } else { UIView.performWithoutAnimation { change(fixture) } }
        expect(fixture.openRow == nil)
        fixture.table.checkInvariants()
        fixture.settle()
        expectEqual(fixture.source.takeLog(), [number == 3 ? "didEnd 52" : "didEnd nil"])
        expect(fixture.table.visibleCells.allSatisfy { $0.frame.minX == 0 && !$0.isAside })
        expect(fixture.table.subviews.allSatisfy { !($0 is SwipeActionsView) })
      }
    }
  }

  @Test("a row that the end of an update takes away as it is swiped is not moved")
  func reloadedByCompletion() {
    let fixture = SwipeFixture(rows: 1)
    let table = fixture.table
    var isFinished: Bool?
    table.performBatchUpdates {
      fixture.source.rows.insert("new", at: 0)
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    } completion: { finished in
      isFinished = finished
      UIView.performWithoutAnimation { table.reloadRows(at: [IndexPath(row: 1, section: 0)], with: .none) }
    }
    fixture.app.frame(after: 0.05)
    fixture.drag(1, by: -60)
    fixture.app.fingerUp(at: fixture.point(1))
    fixture.app.settle()
    expectEqual(isFinished, false)
    for row in 0..<2 { expectEqual(fixture.cell(row)?.frame, table.rectForRow(at: IndexPath(row: row, section: 0))) }
    table.checkInvariants()
  }

  @Test("a batch between the direction of a drag and its first movement does not move another row")
  func batchWhileHeld() {
    let fixture = SwipeFixture()
    fixture.drag(2, by: -60)
    fixture.source.rows.insert("new", at: 0)
    fixture.table.insertRows(at: [row(0)], with: .none)
    fixture.app.frame()
    expectEqual(fixture.openRow, 3)
    fixture.app.fingerMove(to: fixture.point(3, x: 150 - 10 - 70))
    expectEqual(fixture.offset(3), -70)
    expectEqual(fixture.offset(2), 0)
    fixture.table.checkInvariants()
  }

  @Test("a row that an update takes off the screen and brings back in the same pass is in its place")
  func takenBack() throws {
    // New rows count with 200 points until they are measured: first they leave no room for others.
    let fixture = SwipeFixture { table, _ in table.estimatedRowHeight = 200 }
    fixture.swipe(2, by: -60)
    let cell = try #require(fixture.cell(2))
    expect(fixture.openRow == 2 && cell.isAside)
    fixture.source.rows.insert(contentsOf: ["a", "b", "c"], at: 0)
    fixture.table.insertRows(at: [row(0), row(1), row(2)], with: .fade)
    fixture.app.frame()
    expect(fixture.cell(5) === cell && fixture.openRow == nil)
    expect(!cell.isAside && cell.keptSwipe == nil && cell.frame.minX == 0)
    fixture.settle()
    expectEqual(fixture.source.takeLog(), ["willBegin 2", "didEnd 5"])
  }

  @Test("a recycled cell is in its place and has forgotten its swipe")
  func recycling() throws {
    let fixture = SwipeFixture(rows: 100)
    let cell = try #require(fixture.cell(2) as? TransitionCell)
    fixture.drag(2, by: -60)
    fixture.source.delete(row(2), in: fixture.table, with: .left)
    fixture.settle()
    expect(cell.superview == nil && !cell.isAside && !cell.showingDeleteConfirmation)
    fixture.app.fingerUp(at: .zero)
    for offset in stride(from: 44.0, through: 880, by: 44) {
      fixture.table.contentOffset.y = offset
      fixture.app.frame()
      fixture.table.checkInvariants()
    }
    expect(cell.superview !== fixture.table || cell.frame.minX == 0)
    expect(fixture.table.visibleCells.allSatisfy { $0.frame.minX == 0 && !$0.isAside })
  }

  @Test("in cards the actions lie within the card and share its corners")
  func cards() throws {
    let fixture = SwipeFixture(rows: 3, style: .insetGrouped)
    fixture.source.trailing = { _ in fixture.actions(["A"]) }
    fixture.swipe(0, by: -60)
    let strip = try #require(fixture.strip)
    let card = fixture.table.rectForRow(at: row(0))
    expect(strip.frame.maxX == card.maxX && strip.frame.width == 74)
    expectEqual(Double(strip.layer.cornerRadius), TableMetrics.cardRadius)
    expectEqual(strip.layer.maskedCorners, .layerMaxXMinYCorner)
    expectEqual(fixture.offset(0), -74)
    let margin = try #require(fixture.swiped?.margin)
    let inset = fixture.table.sectionInset
    expectEqual(margin.frame, CGRect(x: 0, y: card.minY, width: inset, height: card.height))
    expectEqual(margin.backgroundColor, fixture.table.backgroundColor)
    let order = try [margin, #require(fixture.cell(0))].map { fixture.table.subviews.firstIndex(of: $0) ?? -1 }
    expect(order[0] > order[1])
    fixture.app.click(at: fixture.point(2))
    fixture.settle()
    expect(margin.superview == nil)
  }

  @Test("a table at rest holds no frame link and no actions")
  func atRest() {
    let fixture = open(2)
    expect(!fixture.app.application.frameLoop.isFrameRequested)
    fixture.app.click(at: fixture.point(5))
    fixture.settle()
    expect(!fixture.table.swipe.isTicking && fixture.swiped == nil)
    expect(!fixture.app.application.frameLoop.isFrameRequested)
  }
}
