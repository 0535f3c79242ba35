import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: rows dragged out of the window")
struct TableDraggingTests {
  /// Gives each row its own text, and writes down what it hears.
  @MainActor
  private final class Dragging: NSObject, UITableViewDragDelegate {
    private(set) var log: [String] = []
    var refused: Set<Int> = []
    var onAsked: ((UITableView) -> Void)?
    private(set) weak var session: (any UIDragSession)?

    func takeLog() -> [String] {
      defer { log = [] }
      return log
    }

    func tableView(
      _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
    ) -> [UIDragItem] {
      log.append("items \(indexPath.row)")
      self.session = session
      onAsked?(tableView)
      guard !refused.contains(indexPath.row), let text = tableView.text(forRowAt: indexPath) else { return [] }
      return [UIDragItem(itemProvider: NSItemProvider(object: text))]
    }

    func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) {
      log.append("begin \(session.items.count) \(tableView.hasActiveDrag)")
    }

    func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) {
      log.append("end \(tableView.hasActiveDrag)")
    }
  }

  private let delegate = ScriptedDelegate()
  private let dragging = Dragging()

  private func fixture(_ prepare: (UITableView) -> Void = { _ in }) -> TableFixture {
    let fixture = TableFixture(sections: [100], delegate: delegate) { table, _ in
      table.rowHeight = 44
      table.dragDelegate = dragging
      prepare(table)
    }
    _ = delegate.takeLog()
    return fixture
  }

  private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  /// Presses row 1 and moves the mouse straight down, out of the row.
  private func drag(_ fixture: TableFixture, from row: Int = 1) {
    let y = 44.0 * Double(row) + 22
    fixture.app.mouseDown(at: CGPoint(x: 100, y: y))
    for step in 1...6 { fixture.app.mouseMove(to: CGPoint(x: 100, y: y + Double(step) * 4)) }
  }

  private func dragged(_ fixture: TableFixture) -> FakeDrag? { fixture.app.platformWindow.drags.last }

  @Test("a pressed row that the mouse moves by ten points is offered to other programs as its drag delegate's text")
  func dragOut() throws {
    let fixture = fixture()
    drag(fixture)
    let drag = try #require(dragged(fixture))
    expect(drag.text == "row 0.1" && dragging.takeLog() == ["items 1", "begin 1 true"])
    expectEqual(delegate.takeLog(), ["shouldHighlight 0.1", "didHighlight 0.1", "didUnhighlight 0.1"])
    let cell = try #require(fixture.table.cellForRow(at: path(1)))
    expect(cell.isHighlighted && cell.configurationState.cellDragState == .dragging)
    expectEqual(fixture.app.platformWindow.pointerShape, .grab)
    fixture.app.mouseMove(to: CGPoint(x: -40, y: 900))
    expectEqual(dragging.session?.location(in: fixture.table), CGPoint(x: -40, y: 900))
    drag.tell(.over(.elsewhere))
    expectEqual(fixture.app.platformWindow.pointerShape, .refused)
    drag.tell(.over(.taker))
    expectEqual(fixture.app.platformWindow.pointerShape, .grab)
    fixture.app.mouseUp(at: CGPoint(x: -40, y: 900))
    expect(drag.steps.last == .dropped && fixture.app.platformWindow.pointerShape == .arrow)
    expect(fixture.table.hasActiveDrag && dragging.takeLog() == [])
    drag.tell(.ended(isTaken: true))
    expectEqual(dragging.takeLog(), ["end false"])
    expect(!cell.isHighlighted && cell.configurationState.cellDragState == .none)
    expect(fixture.table.indexPathForSelectedRow == nil && delegate.takeLog() == [])
    fixture.table.checkInvariants()
    fixture.app.click(at: CGPoint(x: 100, y: 110))
    expectEqual(fixture.table.indexPathForSelectedRow, path(2))
  }

  @Test("a click whose pointer wanders by less than ten points selects the row")
  func click() {
    let fixture = fixture()
    fixture.app.mouseDown(at: CGPoint(x: 100, y: 66))
    fixture.app.mouseMove(to: CGPoint(x: 104, y: 73))
    fixture.app.mouseUp(at: CGPoint(x: 104, y: 73))
    expect(fixture.table.indexPathForSelectedRow == path(1) && dragging.takeLog() == [])
    expect(dragged(fixture) == nil)
  }

  @Test("Escape ends a drag at once, and the button let go afterwards selects nothing")
  func escape() throws {
    let fixture = fixture()
    drag(fixture)
    _ = dragging.takeLog()
    fixture.app.key(.keyboardEscape)
    try expectEqual(#require(dragged(fixture)).steps.last, .cancelled)
    expect(dragging.takeLog() == ["end false"] && fixture.app.platformWindow.pointerShape == .arrow)
    fixture.app.mouseMove(to: CGPoint(x: 100, y: 200))
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 200))
    expect(fixture.table.indexPathForSelectedRow == nil && fixture.app.platformWindow.drags.count == 1)
    fixture.table.checkInvariants()
  }

  @Test("one of several selected rows drags all of them, in the table's order; another row is dragged alone")
  func several() throws {
    let fixture = fixture { $0.allowsMultipleSelection = true }
    dragging.refused = [5]
    for row in [7, 5, 2] { fixture.table.selectRow(at: path(row), animated: false, scrollPosition: .none) }
    fixture.app.frame()
    drag(fixture, from: 7)
    try expectEqual(#require(dragged(fixture)).text, "row 0.2\nrow 0.7")
    expectEqual(dragging.takeLog(), ["items 7", "items 2", "items 5", "begin 2 true"])
    dragged(fixture)?.tell(.ended(isTaken: true))
    expectEqual(fixture.table.indexPathsForSelectedRows, [path(2), path(5), path(7)])
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 360))
    drag(fixture, from: 1)
    try expectEqual(#require(dragged(fixture)).text, "row 0.1")
  }

  @Test("no drag begins without items, without a delegate, where it is switched off, or where the desktop has none")
  func none() {
    let fixture = fixture()
    dragging.refused = [1]
    drag(fixture)
    expectEqual(dragging.takeLog(), ["items 1"])
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 90))
    dragging.refused = []
    fixture.table.dragInteractionEnabled = false
    drag(fixture)
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 90))
    fixture.table.dragInteractionEnabled = true
    fixture.app.platformWindow.canDragOut = false
    drag(fixture)
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 90))
    fixture.app.platformWindow.canDragOut = true
    fixture.table.dragDelegate = nil
    drag(fixture)
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 90))
    expect(dragging.takeLog() == [] && dragged(fixture) == nil)
  }

  @Test("a finger, and the mouse that counts as one, scroll rows that can be dragged")
  func fingers() {
    let fixture = fixture()
    fixture.app.application.treatsPointerAsTouch = true
    drag(fixture, from: 6)
    fixture.app.mouseMove(to: CGPoint(x: 100, y: 180))
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 180))
    fixture.app.settle()
    fixture.app.application.treatsPointerAsTouch = false
    let offset = fixture.table.contentOffset.y
    expect(offset > 0)
    fixture.app.fingerDrag(from: CGPoint(x: 100, y: 300), to: CGPoint(x: 100, y: 200))
    fixture.app.fingerUp(at: CGPoint(x: 100, y: 200))
    expect(fixture.table.contentOffset.y > offset && dragging.takeLog() == [])
  }

  @Test("dragged to the side that has swipe actions, a row shows these; up, down and to the other side it is dragged")
  func swipe() {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A"]) }
    fixture.table.dragDelegate = dragging
    fixture.drag(2, by: -60, with: .mouse)
    fixture.letGo(2, at: -60, with: .mouse)
    fixture.settle()
    expect(fixture.openRow == 2 && dragging.takeLog() == [])
    fixture.table.swipe.close(animated: false)
    fixture.settle()
    fixture.drag(2, by: 60, with: .mouse)
    expect(dragging.takeLog().first == "items 2" && fixture.openRow == nil)
  }

  @Test("the wheel, an update and a reload during a drag leave what is dragged as it was")
  func changes() throws {
    let fixture = fixture()
    drag(fixture)
    let cell = try #require(fixture.table.cellForRow(at: path(1)))
    fixture.source.sections = [99]
    fixture.table.deleteRows(at: [path(0)], with: .none)
    fixture.app.frame()
    expectEqual(fixture.table.indexPath(for: cell), path(0))
    expectEqual(cell.configurationState.cellDragState, .dragging)
    fixture.app.wheel(-3, at: CGPoint(x: 100, y: 100))
    fixture.app.settle()
    fixture.table.checkInvariants()
    fixture.table.reloadData()
    fixture.app.frame()
    expect(fixture.table.visibleCells.allSatisfy { $0.configurationState.cellDragState == .none && !$0.isHighlighted })
    fixture.app.mouseUp(at: CGPoint(x: 500, y: 90))
    let drag = try #require(dragged(fixture))
    expect(drag.text == "row 0.1" && drag.steps.last == .dropped)
    drag.tell(.ended(isTaken: false))
    expectEqual(dragging.takeLog().last, "end false")
    fixture.table.checkInvariants()
  }

  @Test("losing the keyboard does not end a drag; the end of the program does")
  func focus() throws {
    let fixture = fixture()
    drag(fixture)
    let drag = try #require(dragged(fixture))
    fixture.app.events.post(.window(.focusLost))
    fixture.app.application.frameLoop.turn()
    expect(fixture.table.hasActiveDrag && drag.steps.last != .cancelled)
    fixture.app.application.terminate()
    expect(drag.steps.last == .cancelled && !fixture.table.hasActiveDrag)
  }

  @Test("a new drag gives up one that another program has yet to fetch")
  func next() throws {
    let fixture = fixture()
    drag(fixture)
    fixture.app.mouseUp(at: CGPoint(x: 900, y: 90))
    _ = dragging.takeLog()
    drag(fixture, from: 3)
    expectEqual(dragging.takeLog(), ["items 3", "end false", "begin 1 true"])
    expectEqual(fixture.app.platformWindow.drags.map(\.text), ["row 0.1", "row 0.3"])
    expectEqual(fixture.app.platformWindow.drags.first?.steps.last, .cancelled)
    let cells = fixture.table.cells.visible.filter { $0.view.configurationState.cellDragState == .dragging }
    expectEqual(cells.map(\.position.row), [3])
    fixture.app.key(.keyboardEscape)
    expectEqual(dragging.takeLog(), ["end false"])
    fixture.table.checkInvariants()
  }

  @Test("rows changed while the delegate is asked for items are not dragged")
  func reentrance() {
    let fixture = fixture()
    dragging.onAsked = { $0.reloadData() }
    drag(fixture)
    expect(dragged(fixture) == nil)
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 90))
    fixture.app.settle()
    fixture.table.checkInvariants()
  }

  @Test("a table that goes away during a drag leaves the other program its text")
  func gone() throws {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let source = ScriptedTable(sections: [10])
    var table: UITableView? = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    weak let watched = table
    table?.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table?.dataSource = source
    table?.rowHeight = 44
    table?.dragDelegate = dragging
    if let table { app.window.addSubview(table) }
    app.frame()
    app.mouseDown(at: CGPoint(x: 100, y: 66))
    app.mouseMove(to: CGPoint(x: 100, y: 90))
    expectEqual(dragging.takeLog(), ["items 1", "begin 1 true"])
    table?.removeFromSuperview()
    table = nil
    app.settle()
    app.mouseUp(at: CGPoint(x: 900, y: 90))
    let drag = try #require(app.platformWindow.drags.last)
    expectEqual(drag.steps.last, .dropped)
    drag.tell(.ended(isTaken: true))
    app.settle()
    expect(watched == nil)
  }
}
