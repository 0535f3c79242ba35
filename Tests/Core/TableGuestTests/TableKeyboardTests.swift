import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: the keyboard's row, its ring, and text")
struct TableKeyboardTests {
  /// Rows with a text of their own.
  @MainActor
  private final class Named: NSObject, UITableViewDataSource {
    let names: [String]
    var asked = 0

    init(_ names: [String]) { self.names = names }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    }

    func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
      asked += 1
      return names[indexPath.row]
    }
  }

  private let delegate = ScriptedDelegate()

  private func fixture(_ sections: [Int] = [100]) -> TableFixture {
    let fixture = TableFixture(sections: sections, delegate: delegate) { table, _ in table.rowHeight = 44 }
    _ = delegate.takeLog()
    return fixture
  }

  private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  /// The row whose cell has the ring.
  private func ring(_ fixture: TableFixture) -> Int? {
    let holders = fixture.table.cells.visible.filter { $0.view.subviews.contains { $0 is FocusRingView } }
    expect(holders.count < 2)
    return holders.first?.position.row
  }

  @Test("arrow keys move a ring and leave the selection; space and return do what a click on the row does")
  func ringAndSelection() {
    let fixture = fixture()
    fixture.app.click(at: CGPoint(x: 100, y: 66))
    expect(ring(fixture) == nil)
    _ = delegate.takeLog()
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardDownArrow)
    expect(ring(fixture) == 3 && fixture.table.indexPathForSelectedRow == path(1))
    expectEqual(delegate.takeLog(), [])
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(
      delegate.takeLog(),
      [
        "shouldHighlight 0.3", "willSelect 0.3", "willDeselect 0.1", "didDeselect 0.1", "didSelect 0.3",
      ])
    fixture.app.key(.keyboardUpArrow)
    fixture.app.key(.keyboardSpacebar)
    expect(fixture.table.indexPathForSelectedRow == path(2) && ring(fixture) == 2)
    fixture.table.checkInvariants()
  }

  @Test("the ring goes when the pointer is used, and comes back where the keys go on")
  func pointer() {
    let fixture = fixture()
    fixture.app.key(.keyboardDownArrow)
    expectEqual(ring(fixture), 0)
    fixture.app.click(at: CGPoint(x: 100, y: 200))
    expect(ring(fixture) == nil)
    fixture.app.key(.keyboardDownArrow)
    expectEqual(ring(fixture), 5)
  }

  @Test("page keys, home and end take the ring along, with control as without")
  func pages() {
    let fixture = fixture()
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardPageDown)
    fixture.app.frame()
    expect(fixture.table.contentOffset.y == 396 && ring(fixture) == 9)
    fixture.app.key(.keyboardEnd, modifiers: .control)
    fixture.app.frame()
    expectEqual(ring(fixture), 99)
    fixture.app.key(.keyboardPageUp)
    fixture.app.frame()
    expectEqual(ring(fixture), 90)
    fixture.app.key(.keyboardHome, modifiers: .control)
    fixture.app.frame()
    expect(ring(fixture) == 0 && fixture.table.contentOffset.y == 0)
    fixture.scroll(to: 2000)
    expect(ring(fixture) == nil)
    fixture.app.key(.keyboardPageDown)
    fixture.app.frame()
    expectEqual(ring(fixture), 55)
    expect(fixture.table.indexPathForSelectedRow == nil)
    fixture.table.checkInvariants()
  }

  @Test("where the selection follows the focus, keys select, except with control, and no ring is on the selected row")
  func following() {
    let fixture = fixture()
    fixture.table.selectionFollowsFocus = true
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardDownArrow)
    expect(fixture.table.indexPathForSelectedRow == path(1) && ring(fixture) == nil)
    fixture.app.key(.keyboardDownArrow, modifiers: .control)
    expect(fixture.table.indexPathForSelectedRow == path(1) && ring(fixture) == 2)
    fixture.app.key(.keyboardEnd)
    expectEqual(fixture.table.indexPathForSelectedRow, path(99))
  }

  @Test("in multiple selection space adds the ring's row, and shift extends from it")
  func multiple() {
    let fixture = fixture()
    fixture.table.allowsMultipleSelection = true
    for _ in 0..<3 { fixture.app.key(.keyboardDownArrow) }
    fixture.app.key(.keyboardSpacebar)
    for _ in 0..<2 { fixture.app.key(.keyboardDownArrow) }
    fixture.app.key(.keyboardSpacebar)
    expectEqual(fixture.table.indexPathsForSelectedRows, [path(2), path(4)])
    fixture.app.key(.keyboardDownArrow, modifiers: .shift)
    fixture.app.key(.keyboardDownArrow, modifiers: .shift)
    expect(fixture.table.indexPathsForSelectedRows == [path(4), path(5), path(6)] && ring(fixture) == 6)
  }

  @Test(
    "the ring stays with its row through scrolling, inserts and moves, and goes to the neighbour when that is deleted")
  func identity() {
    let fixture = fixture()
    for _ in 0..<4 { fixture.app.key(.keyboardDownArrow) }
    fixture.scroll(to: 2000)
    expect(ring(fixture) == nil)
    fixture.scroll(to: 0)
    expectEqual(ring(fixture), 3)
    fixture.source.sections = [102]
    fixture.table.insertRows(at: [path(0), path(1)], with: .none)
    fixture.app.settle()
    expectEqual(ring(fixture), 5)
    fixture.table.performBatchUpdates { fixture.table.moveRow(at: path(5), to: path(2)) }
    fixture.app.settle()
    expectEqual(ring(fixture), 2)
    fixture.table.reloadRows(at: [path(2)], with: .none)
    fixture.app.settle()
    expectEqual(ring(fixture), 2)
    fixture.source.sections = [101]
    fixture.table.deleteRows(at: [path(2)], with: .fade)
    expectEqual(ring(fixture), 2)
    fixture.app.settle()
    expectEqual(ring(fixture), 2)
    fixture.app.key(.keyboardDownArrow)
    expectEqual(ring(fixture), 3)
    fixture.table.checkInvariants()
  }

  @Test("delete deletes the ring's row when nothing is selected, and nothing while another row is")
  func deleting() {
    @MainActor
    final class Deleting: NSObject, UITableViewDataSource {
      var log: [String] = []

      func takeLog() -> [String] {
        defer { log = [] }
        return log
      }

      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 50 }

      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      }

      func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
      ) {
        guard editingStyle == .delete else { return }
        log.append("delete \(indexPath.row)")
      }
    }
    let fixture = fixture()
    let source = Deleting()
    fixture.table.dataSource = source
    fixture.app.frame()
    for _ in 0..<3 { fixture.app.key(.keyboardDownArrow) }
    _ = source.takeLog()
    fixture.app.key(.keyboardDeleteForward)
    expectEqual(source.takeLog().last, "delete 2")
    fixture.table.selectRow(at: path(7), animated: false, scrollPosition: .none)
    fixture.app.key(.keyboardDownArrow)
    _ = source.takeLog()
    fixture.app.key(.keyboardDeleteForward)
    expect(source.takeLog().last?.hasPrefix("delete") != true)
  }

  // MARK: Tab

  private func switches(_ source: ScriptedTable) {
    source.makesCell = { table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
      if cell.accessoryView == nil { cell.accessoryView = UISwitch() }
      (cell.accessoryView as? UISwitch)?.isOn = false
      return cell
    }
  }

  @Test("tab goes from the table to the control of the ring's row, on through the rows and out; shift goes back")
  func tab() throws {
    let fixture = TableFixture(sections: [100], size: CGSize(width: 300, height: 440)) { table, source in
      table.rowHeight = 44
      switches(source)
    }
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 0, y: 400, width: 100, height: 40)
    var clicks = 0
    button.addAction(UIAction { _ in clicks += 1 }, for: .primaryActionTriggered)
    fixture.table.frame.size.height = 396
    fixture.app.window.addSubview(button)
    fixture.app.frame()
    for _ in 0..<8 { fixture.app.key(.keyboardDownArrow) }
    fixture.app.key(.keyboardTab)
    let first = try #require(fixture.table.cellForRow(at: path(7))?.accessoryView as? UISwitch)
    expect(first.isFirstResponder && first.subviews.last is FocusRingView && ring(fixture) == nil)
    fixture.app.key(.keyboardSpacebar)
    expect(first.isOn)
    fixture.app.key(.keyboardTab)
    expectEqual(fixture.table.cellForRow(at: path(8))?.accessoryView?.isFirstResponder, true)
    fixture.app.key(.keyboardTab)
    expect(button.isFirstResponder)
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(clicks, 1)
    fixture.app.key(.keyboardTab, modifiers: .shift)
    expectEqual(fixture.table.cellForRow(at: path(8))?.accessoryView?.isFirstResponder, true)
    fixture.app.key(.keyboardUpArrow)
    expect(fixture.table.isFirstResponder && ring(fixture) == 7)
  }

  @Test("a control that has the keyboard leaves it to its row while that is off screen, and has it again after")
  func recycledControl() throws {
    let fixture = TableFixture(sections: [100]) { table, source in
      table.rowHeight = 44
      switches(source)
    }
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardTab)
    expectEqual(fixture.table.cellForRow(at: path(0))?.accessoryView?.isFirstResponder, true)
    fixture.scroll(to: 2000)
    expect(fixture.table.isFirstResponder && ring(fixture) == nil)
    expect(fixture.table.visibleCells.allSatisfy { $0.accessoryView?.isFirstResponder == false })
    fixture.scroll(to: 0)
    expectEqual(fixture.table.cellForRow(at: path(0))?.accessoryView?.isFirstResponder, true)
    fixture.table.checkInvariants()
  }

  // MARK: Text

  private func named(_ names: [String]) -> (fixture: TableFixture, source: Named) {
    let source = Named(names)
    let fixture = TableFixture(sections: [0]) { table, _ in
      table.rowHeight = 44
      table.dataSource = source
    }
    return (fixture, source)
  }

  @Test("letters typed in one go lead to the row that begins with them, whatever case and accents it has")
  func typing() {
    let (fixture, source) = named(["Belgium", "Austria", "\u{C5}land", "Albania", "Argentina", "New Zealand", "Nepal"])
    fixture.app.key(.keyboardA, "a")
    expectEqual(ring(fixture), 1)
    fixture.app.key(.keyboardL, "l")
    expectEqual(ring(fixture), 2)
    fixture.app.frame(after: 1.5)
    fixture.app.key(.keyboardA, "a")
    expectEqual(ring(fixture), 3)
    fixture.app.key(.keyboardA, "a")
    expectEqual(ring(fixture), 4)
    fixture.app.key(.keyboardA, "a")
    expectEqual(ring(fixture), 1)
    fixture.app.frame(after: 1.5)
    fixture.app.key(.keyboardN, "n")
    fixture.app.key(.keyboardE, "e")
    fixture.app.key(.keyboardW, "w")
    fixture.app.key(.keyboardSpacebar, " ")
    fixture.app.key(.keyboardZ, "z")
    expect(ring(fixture) == 5 && fixture.table.indexPathForSelectedRow == nil)
    fixture.app.frame(after: 1.5)
    fixture.app.key(.keyboardSpacebar, " ")
    expectEqual(fixture.table.indexPathForSelectedRow, path(5))
    fixture.app.key(.keyboardX, "x")
    expectEqual(ring(fixture), 5)
    withExtendedLifetime(source) {}
  }

  @Test("rows that go while they are asked for their text end the search, or the copy", arguments: [true, false])
  func rowsGoWhileAsked(isSearch: Bool) {
    @MainActor
    final class Shrinking: NSObject, UITableViewDataSource {
      var names = (0..<30).map { "row \($0)" }
      private(set) var staleCount = 0

      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }

      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      }

      func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
        guard names.indices.contains(indexPath.row) else {
          staleCount += 1
          return nil
        }
        let name = names[indexPath.row]
        if indexPath.row == 5, names.count == 30 {
          names.removeSubrange(3...)
          tableView.deleteRows(at: (3..<30).map { IndexPath(row: $0, section: 0) }, with: .none)
        }
        return name
      }
    }
    let source = Shrinking()
    let app = TestApplication(size: CGSize(width: 300, height: 400))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400), style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.allowsMultipleSelection = true
    table.dataSource = source
    app.window.addSubview(table)
    app.frame()
    if isSearch {
      app.key(.keyboardZ, "z")
    } else {
      table.selectAll(nil)
      table.copy(nil)
    }
    app.settle()
    table.checkInvariants()
    expect(source.names.count == 3 && source.staleCount == 0 && table.numberOfRows(inSection: 0) == 3)
  }

  @Test("a search of 100,000 titles asks each once; more are not asked at once")
  func manyTitles() {
    let (fixture, source) = named((0..<200_000).map { $0 == 99_999 ? "zebra" : "row \($0)" })
    source.asked = 0
    fixture.app.key(.keyboardZ, "z")
    expect(source.asked == 100_000 && fixture.table.chooser.cursorRow?.row == 99_999)
    source.asked = 0
    fixture.app.frame(after: 2)
    fixture.app.key(.keyboardQ, "q")
    expect(source.asked == 100_000 && fixture.table.chooser.cursorRow?.row == 99_999)
  }

  @Test("letters are for others where rows have no text")
  func noText() {
    @MainActor
    final class Commands: UIViewController {
      var heard: [String] = []
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        heard += presses.compactMap { $0.key?.characters }
      }
    }
    let app = TestApplication()
    let controller = Commands()
    let source = ScriptedTable(sections: [20])
    app.window.rootViewController = controller
    let table = UITableView(frame: app.window.bounds, style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    controller.view.addSubview(table)
    app.settle()
    app.key(.keyboardA, "a")
    expectEqual(controller.heard, ["a"])
    let named = Named(["?", "a"])
    table.dataSource = named
    app.settle()
    app.key(.keyboardA, "a")
    app.key(UIKeyboardHIDUsage(rawValue: 56), "/", modifiers: .shift)
    expectEqual(controller.heard, ["a", "/"], "signs are no search")
    table.allowsTypeSelect = false
    app.key(.keyboardA, "a")
    expectEqual(controller.heard, ["a", "/", "a"])
  }

  @Test("control-C copies the selected rows in order, a line each, or the ring's row: their text, else their labels")
  func copying() {
    let (fixture, source) = named(["one\t1", "two\t2", "three\t3"])
    let clipboard = fixture.app.platform.clipboard
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardC, "c", modifiers: .control)
    expectEqual(clipboard.string, "two\t2")
    fixture.table.allowsMultipleSelection = true
    for row in [2, 0] { fixture.table.selectRow(at: path(row), animated: false, scrollPosition: .none) }
    fixture.table.copy(nil)
    expectEqual(clipboard.string, "one\t1\nthree\t3")
    withExtendedLifetime(source) {}

    let plain = self.fixture()
    plain.table.allowsMultipleSelection = true
    for row in [1, 80] { plain.table.selectRow(at: path(row), animated: false, scrollPosition: .none) }
    plain.app.key(.keyboardC, "c", modifiers: .control)
    expectEqual(plain.app.platform.clipboard.string, "row 0.1\nrow 0.80")
    plain.table.checkInvariants()
  }

  @Test("commands go by the letter the layout puts on the key, with caps lock, too")
  func layouts() {
    let fixture = fixture()
    fixture.table.allowsMultipleSelection = true
    // A keyboard that has B where an American has A, and A where that has Q, as a French one.
    fixture.app.key(.keyboardA, "b", modifiers: .control)
    expect(fixture.table.indexPathsForSelectedRows == nil)
    fixture.app.key(.keyboardQ, "a", modifiers: [.control, .alphaShift])
    expectEqual(fixture.table.indexPathsForSelectedRows?.count, 100)
    // A Russian one has no Latin letters.
    let key = UIKey(.init(code: .keyboardC, characters: "\u{441}", modifiers: .control, timestamp: 0))
    expect(key.matches("c", .control) && !key.matches("c") && !key.matches("a", .control))
  }

  @Test("keys that no responder uses: F11 fills the screen, control with plus, minus and 0 sizes text, control-Q ends")
  func desktopKeys() {
    let fixture = fixture()
    let application = fixture.app.application
    fixture.app.key(.keyboardF11)
    expect(fixture.app.platformWindow.isFullScreen)
    fixture.app.key(.keypadPlus, "+", modifiers: .control)
    expectEqual(application.preferredContentSizeCategory, .extraLarge)
    fixture.app.key(.init(rawValue: 46), "+", modifiers: [.control, .shift])
    expectEqual(fixture.app.window.traitCollection.preferredContentSizeCategory, .extraExtraLarge)
    fixture.app.key(.keypadHyphen, "-", modifiers: .control)
    expectEqual(application.preferredContentSizeCategory, .extraLarge)
    for _ in 0..<20 { fixture.app.key(.keypadHyphen, "-", modifiers: .control) }
    expectEqual(application.preferredContentSizeCategory, .extraSmall)
    for _ in 0..<20 { fixture.app.key(.keypadPlus, "+", modifiers: .control) }
    expectEqual(application.preferredContentSizeCategory, .accessibilityExtraExtraExtraLarge)
    fixture.app.key(.keyboard0, "0", modifiers: .control)
    expectEqual(application.preferredContentSizeCategory, .large)
    fixture.app.key(.keyboardQ, "q", modifiers: .control)
    expectEqual(fixture.app.application.exitCode, 0)
  }

  @Test("a button under the pointer is shaded until the pointer leaves, a wheel turns or a button goes down")
  func hovering() {
    let fixture = fixture()
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 50, y: 100, width: 100, height: 40)
    fixture.app.window.addSubview(button)
    let parts = button.subviews.count
    func move(_ y: CGFloat) -> Bool {
      fixture.app.mouseMove(to: CGPoint(x: 100, y: y))
      return button.subviews.count > parts
    }
    expect(!move(50) && move(110) && move(120) && !move(200) && move(110))
    fixture.app.wheel(-1, at: CGPoint(x: 100, y: 110))
    expectEqual(button.subviews.count, parts)
    expect(move(111))
    fixture.app.mouseDown(at: CGPoint(x: 100, y: 111))
    expectEqual(button.subviews.count, parts)
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 111))
    button.isEnabled = false
    expect(!move(50) && !move(110))
  }

  // MARK: The pointer

  /// The row that is shaded.
  private func shaded(_ fixture: TableFixture) -> Int? {
    let shaded = fixture.table.cells.visible.filter { $0.view.subviews.contains { $0 is HoverShadeView } }
    expect(shaded.count < 2)
    return shaded.first?.position.row
  }

  @Test("the row under the pointer is shaded if a click would select it; no delegate is asked while the pointer rests")
  func hoveringRows() {
    let fixture = fixture()
    let app = fixture.app
    func move(_ y: CGFloat) -> Int? {
      app.mouseMove(to: CGPoint(x: 100, y: y))
      return shaded(fixture)
    }
    expect(move(66) == 1 && delegate.takeLog() == ["shouldHighlight 0.1"])
    expect(move(70) == 1 && delegate.takeLog() == [])
    expectEqual(move(110), 2)
    app.settle()
    let drawn = app.backend.drawCount
    for _ in 0..<10 { app.frame() }
    expectEqual(app.backend.drawCount, drawn, "a pointer that rests costs no frame")

    delegate.refusesHighlight = true
    _ = delegate.takeLog()
    expect(move(20) == nil && move(22) == nil && delegate.takeLog() == ["shouldHighlight 0.0"])
    delegate.refusesHighlight = false
    fixture.table.allowsSelection = false
    expect(move(66) == nil)
    fixture.table.allowsSelection = true
    fixture.table.cellForRow(at: path(2))?.selectionStyle = .none
    fixture.table.cellForRow(at: path(3))?.hoverStyle = nil
    fixture.table.cellForRow(at: path(4))?.hoverStyle = UIHoverStyle(shape: .rect(cornerRadius: 8))
    expect(move(110) == nil && move(150) == nil && move(190) == 4)
    app.events.post(.window(.pointerLeft))
    app.settle()
    expect(shaded(fixture) == nil)
  }

  @Test("the shade goes with a row that scrolls away, and comes to one that rests there; not while a button is down")
  func hoverEnds() {
    let fixture = fixture()
    let app = fixture.app
    let place = CGPoint(x: 100, y: 66)
    app.mouseMove(to: place)
    app.mouseDown(at: place)
    expect(shaded(fixture) == nil)
    _ = delegate.takeLog()
    app.mouseUp(at: place)
    app.settle()
    expect(!delegate.takeLog().contains { $0.hasPrefix("shouldHighlight") })
    expect(fixture.table.indexPathForSelectedRow == path(1) && shaded(fixture) == nil, "a selected row is as it is")
    app.mouseMove(to: CGPoint(x: 101, y: 110))
    expectEqual(shaded(fixture), 2)
    app.mouseMove(to: place)
    expect(shaded(fixture) == nil)

    fixture.table.contentOffset.y = 30
    app.frame()
    expect(shaded(fixture) == nil)
    app.frame(after: 0.25)
    expectEqual(shaded(fixture), 2)
    fixture.source.sections = [50]
    fixture.table.reloadData()
    app.frame()
    expect(shaded(fixture) == nil)
    app.frame(after: 0.25)
    expectEqual(shaded(fixture), 2)
    app.wheel(-1, at: place)
    app.frame()
    expect(shaded(fixture) == nil)
    for _ in 0..<120 { app.frame() }
    expectEqual(shaded(fixture), fixture.table.indexPathForRow(at: place + fixture.table.contentOffset)?.row)
    // A glide goes on for longer than the pause.
    fixture.table.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
    app.frame()
    app.frame(after: 0.25)
    expect(shaded(fixture) == nil)
    app.settle()
    fixture.table.checkInvariants()
  }

  @Test("a control in a row has the pointer for itself, and a disabled one leaves it to the row")
  func hoverOverControls() {
    let fixture = fixture()
    let app = fixture.app
    let toggle = UISwitch()
    toggle.frame.origin = CGPoint(x: 80, y: 6)
    fixture.table.cellForRow(at: path(1))?.contentView.addSubview(toggle)
    app.mouseMove(to: CGPoint(x: 90, y: 66))
    expect(shaded(fixture) == nil)
    toggle.isEnabled = false
    app.mouseMove(to: CGPoint(x: 91, y: 66))
    expectEqual(shaded(fixture), 1)
  }
}
