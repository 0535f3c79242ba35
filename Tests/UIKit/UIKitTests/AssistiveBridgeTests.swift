import Desktop
import Expectations
import Foundation
import TableModel
import TestSupport
import Testing
import UIKitCore

@testable import ATSPI

/// A bridge without a bus, a tool that asks it, and the events that it sends.
@MainActor
private final class ListenedWindow {
  let app = TestApplication()
  let column = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 600))
  let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 20))
  let bridge: AssistiveBridge
  private let log = EventLog()

  private final class EventLog {
    var events: [AssistiveEvent] = []
  }

  init() {
    let log = log
    bridge = AssistiveBridge(of: app.application) { log.events.append($0) }
    column.accessibilityLabel = "Figures"
    label.text = "One"
    column.addSubview(label)
    app.window.addSubview(column)
    bridge.connected(as: ":1.1")
    bridge.embedded(in: (name: ":1.0", path: "/root"))
    app.events.post(.window(.focusGained))
    app.settle()
  }

  /// The events since the last call, as words.
  func heard() -> [String] {
    defer { log.events = [] }
    return log.events.map { event in
      let text = if case .text(let text) = event.value { " \(text)" } else { "" }
      return "\(event.member) \(event.detail)\(text)"
    }
  }

  /// The same with the first number and the name of the node, of those of some kinds.
  func heard(_ kinds: String...) -> [String] {
    defer { log.events = [] }
    return log.events.filter { event in kinds.contains { "\(event.member) \(event.detail)".hasPrefix($0) } }.map {
      event in
      let node = AssistiveObject.name(event.path).flatMap { bridge.tree.node(named: $0) }
      let name = node.map { bridge.label(of: $0) } ?? "nothing"
      return "\(event.detail.isEmpty ? event.member : event.detail) \(event.first) \(name)"
    }
  }

  /// A turn of the loop, and a look at what has come of it.
  func look() {
    app.settle()
    bridge.look()
  }

  private func call(
    _ node: AccessibleNode, _ interface: String, _ member: String, _ values: [DesktopBus.Value]
  ) -> AssistiveReply {
    let path = AssistiveObject.path(bridge.tree.name(of: node))
    return bridge.answer(AssistiveCall(path: path, interface: interface, member: member, values: values))
  }

  func askName(of node: AccessibleNode) -> AssistiveReply {
    call(node, "org.freedesktop.DBus.Properties", "Get", [.text("org.a11y.atspi.Accessible"), .text("Name")])
  }

  func askName(of view: UIView) -> AssistiveReply { askName(of: .view(view)) }

  func askChild(_ number: Int, of view: UIView) -> AssistiveReply {
    call(.view(view), "org.a11y.atspi.Accessible", "GetChildAtIndex", [.signed(Int32(number))])
  }

  /// Brings a row to the top of its list.
  func scroll(to node: AccessibleNode) -> AssistiveReply {
    call(node, "org.a11y.atspi.Component", "ScrollTo", [.unsigned(0)])
  }

  func grabFocus(to node: AccessibleNode) -> AssistiveReply { call(node, "org.a11y.atspi.Component", "GrabFocus", []) }

  /// Asks whether a node is on screen.
  func asksShowing(_ node: AccessibleNode) -> Bool { asksState(.showing, of: node) }

  /// Asks for the states of a node.
  func asksState(_ state: AssistiveObject.State, of node: AccessibleNode) -> Bool {
    guard case .values(let values) = call(node, "org.a11y.atspi.Accessible", "GetState", []),
      case .list(_, let words)? = values.first, case .uint32(let word) = words[state.rawValue / 32]
    else { return false }
    return word & 1 << UInt32(state.rawValue % 32) != 0
  }

  /// Asks for the role of a node.
  func asksRole(of node: AccessibleNode) -> String {
    guard case .values(let values) = call(node, "org.a11y.atspi.Accessible", "GetRoleName", []),
      case .text(let name)? = values.first
    else { return "" }
    return name
  }

  /// A table that fills the window.
  func addTable(_ rows: NamedRows) -> UITableView {
    let table = UITableView(frame: app.window.bounds)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.rowHeight = 50
    table.dataSource = rows
    app.window.addSubview(table)
    app.settle()
    return table
  }

  func reference(_ view: UIView) -> AssistiveReply { .values([bridge.reference(.view(view))]) }

  /// The times at which the loop is to turn, up to a time, in seconds from now.
  func turns(for seconds: Double) -> [Double] {
    let start = app.clock.now
    var times: [Double] = []
    while let deadline = app.application.frameLoop.nextDeadline, deadline <= start + seconds {
      app.clock.advance(by: max(0, deadline - app.clock.now))
      times.append(app.clock.now - start)
      app.application.frameLoop.turn()
    }
    return times
  }
}

/// Rows whose cells are noted.
@MainActor
private final class NamedRows: NSObject, UITableViewDataSource {
  var title = "Row"
  var count = 1000
  var hasSwitches = false
  var asked: [Int] = []

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    asked.append(indexPath.row)
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    cell.textLabel?.text = "\(title) \(indexPath.row)"
    if hasSwitches, cell.accessoryView == nil { cell.accessoryView = UISwitch() }
    return cell
  }
}

@MainActor
@Suite("Assistive tools: what they are told")
struct AssistiveBridgeTests {
  @Test("while frames follow each other, changed names are looked for in their turns: no turn is made for that")
  func frames() {
    let fixture = ListenedWindow()
    expectEqual(fixture.askName(of: fixture.label), .values([.variant(.text("One"))]))
    _ = fixture.turns(for: 1)
    _ = fixture.heard()
    // A frame takes 3 ms, so that a quarter of a second after one is between two others.
    let link = CADisplayLink { _ in
      fixture.app.clock.advance(by: 0.003)
      fixture.column.setNeedsDisplay()
    }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    _ = fixture.turns(for: 0.1)
    fixture.label.text = "Two"
    let turns = fixture.turns(for: 1)
    expect(turns.count <= 61, "\(turns)")
    expectEqual(fixture.heard(), ["PropertyChange accessible-name Two"])
  }

  @Test("a name that changed in the last frame is told a quarter of a second later, without a frame")
  func lastFrame() {
    let fixture = ListenedWindow()
    expectEqual(fixture.askName(of: fixture.label), .values([.variant(.text("One"))]))
    _ = fixture.turns(for: 1)
    _ = fixture.heard()
    expect(fixture.app.application.frameLoop.nextDeadline == nil)
    fixture.label.text = "Two"
    let drawn = fixture.app.backend.drawCount
    let turns = fixture.turns(for: 2)
    expect(turns.count == 2 && turns.last.map { abs($0 - 0.25) < 0.001 } == true, "\(turns)")
    expectEqual(fixture.app.backend.drawCount, drawn + 1)
    expectEqual(fixture.heard(), ["PropertyChange accessible-name Two"])
    expect(fixture.app.application.frameLoop.nextDeadline == nil)
  }

  @Test("the row with the keyboard makes no cell while it is scrolled away from; a new name is told when that ends")
  func rowOutOfSight() throws {
    let fixture = ListenedWindow()
    let rows = NamedRows()
    let table = fixture.addTable(rows)
    table.becomeFirstResponder()
    fixture.app.key(.keyboardDownArrow)
    fixture.bridge.look()
    let row = AccessibleNode.row(table, RowPosition(section: 0, row: 0))
    expectEqual(fixture.askName(of: row), .values([.variant(.text("Row 0"))]))
    _ = fixture.turns(for: 1)
    _ = fixture.heard()
    let link = CADisplayLink { _ in table.contentOffset.y += 5 }
    link.add(to: .main, forMode: .common)
    _ = fixture.turns(for: 1)
    expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) == nil)
    rows.asked = []
    rows.title = "New"
    _ = fixture.turns(for: 1)
    expect(!rows.asked.isEmpty && !rows.asked.contains(0), "\(rows.asked)")
    expectEqual(fixture.heard(), [])
    link.invalidate()
    _ = fixture.turns(for: 1)
    expect(rows.asked.contains(0))
    expectEqual(fixture.heard(), ["PropertyChange accessible-name New 0"])
  }

  @Test("calls that go from row to row make no cells and wait for no frame; the next question finds the row on screen")
  func going() {
    let fixture = ListenedWindow()
    let rows = NamedRows()
    let table = fixture.addTable(rows)
    func row(_ number: Int) -> AccessibleNode { .row(table, RowPosition(section: 0, row: number)) }
    _ = fixture.turns(for: 1)
    rows.asked = []
    let drawn = fixture.app.backend.drawCount
    for number in [500, 900, 300] {
      expectEqual(fixture.scroll(to: row(number)), .values([.flag(true)]))
      fixture.app.frame(after: 0.001)
      expectEqual(fixture.grabFocus(to: row(number + 5)), .values([.flag(true)]))
      fixture.app.frame(after: 0.001)
      expectEqual(table.contentOffset.y, CGFloat(number * 50))
    }
    expect(rows.asked == [] && fixture.app.backend.drawCount == drawn)
    expect(fixture.asksShowing(row(305)) && !fixture.asksShowing(row(500)))
    let asked = rows.asked
    expect(asked.contains(305) && !asked.contains(500), "\(asked)")
    expectEqual(fixture.app.backend.drawCount, drawn)
    _ = fixture.turns(for: 0.01)
    expect(fixture.app.backend.drawCount > drawn && rows.asked == asked, "\(rows.asked)")
  }

  @Test("who has asked for one child of a view hears of each that comes or goes")
  func children() {
    let fixture = ListenedWindow()
    expectEqual(fixture.askChild(0, of: fixture.column), fixture.reference(fixture.label))
    expectEqual(fixture.askChild(1, of: fixture.column), .values([fixture.bridge.reference(nil)]))
    _ = fixture.turns(for: 1)
    _ = fixture.heard()
    let other = UILabel(frame: CGRect(x: 0, y: 40, width: 200, height: 20))
    other.text = "Other"
    fixture.column.addSubview(other)
    _ = fixture.turns(for: 1)
    expectEqual(fixture.heard(), ["ChildrenChanged add"])
    expectEqual(fixture.askChild(1, of: fixture.column), fixture.reference(other))
    // In reading order, whichever came first.
    other.frame.origin.y = -20
    expectEqual(fixture.askChild(0, of: fixture.column), fixture.reference(other))
    fixture.label.removeFromSuperview()
    _ = fixture.turns(for: 1)
    expectEqual(fixture.heard(), ["ChildrenChanged remove"])
  }

  @Test("a list is told as what has the keyboard until a key leads to a row, which is told then, the first one, too")
  func firstRow() {
    let fixture = ListenedWindow()
    let table = fixture.addTable(NamedRows())
    table.accessibilityLabel = "Rows"
    table.becomeFirstResponder()
    fixture.look()
    expectEqual(fixture.heard("StateChanged focused"), ["focused 1 Rows"])
    fixture.app.key(.keyboardDownArrow)
    fixture.look()
    expectEqual(
      fixture.heard("StateChanged focused", "ActiveDescendant"),
      [
        "focused 0 Rows", "ActiveDescendantChanged 0 Rows", "focused 1 Row 0",
      ])
    fixture.app.key(.keyboardDownArrow)
    fixture.look()
    expectEqual(fixture.heard("StateChanged focused"), ["focused 0 Row 0", "focused 1 Row 1"])
  }

  @Test("a menu is told when it opens, and each item that the keys lead to, the first one, too, as focused")
  func menu() throws {
    let fixture = ListenedWindow()
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 0, y: 100, width: 100, height: 40)
    button.menu = UIMenu(
      title: "Edit",
      children: ["Copy", "Cut", "Paste"].map { title in
        UIAction(title: title, attributes: title == "Cut" ? .disabled : []) { _ in }
      })
    button.showsMenuAsPrimaryAction = true
    fixture.app.window.addSubview(button)
    fixture.app.settle()
    button.becomeFirstResponder()
    fixture.look()
    _ = fixture.heard()
    fixture.app.key(.keyboardSpacebar)
    fixture.look()
    expectEqual(fixture.heard("StateChanged focused").last, "focused 1 Edit")
    let menu = try #require(fixture.bridge.tree.firstNode)
    expect(fixture.asksRole(of: menu) == "menu" && fixture.asksState(.focused, of: menu))
    for title in ["Copy", "Paste", "Copy"] {
      fixture.app.key(.keyboardDownArrow)
      fixture.look()
      expectEqual(fixture.heard("StateChanged focused").last, "focused 1 \(title)")
      let item = try #require(fixture.bridge.tree.focusedNode)
      expectEqual(fixture.asksRole(of: item), "menu item")
      expect(fixture.asksState(.focused, of: item) && fixture.asksState(.focusable, of: item))
      expect(!fixture.asksState(.focused, of: menu))
    }
    let rows = fixture.bridge.tree.children(of: menu).flatMap { fixture.bridge.tree.children(of: $0) }
    expectEqual(rows.filter { fixture.asksState(.focused, of: $0) }.count, 1)
    expectEqual(rows.filter { fixture.asksState(.focusable, of: $0) }.count, 2)
  }

  @Test("a row with a switch is a check box with the row's name, and tells when the switch turns, as the switch does")
  func switchRows() throws {
    let fixture = ListenedWindow()
    let rows = NamedRows()
    (rows.count, rows.hasSwitches) = (5, true)
    let table = fixture.addTable(rows)
    table.becomeFirstResponder()
    for _ in 0..<2 { fixture.app.key(.keyboardDownArrow) }
    fixture.look()
    let row = AccessibleNode.row(table, RowPosition(section: 0, row: 1))
    expect(fixture.asksRole(of: row) == "check box" && fixture.bridge.label(of: row) == "Row 1")
    expect(fixture.asksState(.checkable, of: row) && !fixture.asksState(.checked, of: row))
    expect(fixture.asksState(.transient, of: row))
    _ = fixture.heard()
    let toggle = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0))?.accessoryView as? UISwitch)
    toggle.setOn(true, animated: false)
    fixture.look()
    expect(fixture.heard("StateChanged") == ["checked 1 Row 1"] && fixture.asksState(.checked, of: row))
    // The switch itself has the keyboard.
    fixture.app.key(.keyboardTab)
    fixture.look()
    expectEqual(fixture.bridge.tree.focusedNode, .view(toggle))
    expectEqual(fixture.heard("StateChanged").last, "focused 1 Row 1")
    fixture.app.key(.keyboardSpacebar)
    fixture.look()
    expectEqual(fixture.heard("StateChanged"), ["checked 0 Row 1"])
    expect(!fixture.asksState(.checked, of: .view(toggle)) && fixture.asksState(.checkable, of: .view(toggle)))
    // Another row whose switch stands otherwise says nothing of a change.
    toggle.setOn(true, animated: false)
    fixture.look()
    table.becomeFirstResponder()
    fixture.app.key(.keyboardDownArrow)
    fixture.look()
    expect(!fixture.heard("StateChanged checked").contains { $0.hasSuffix("Row 2") })
  }

  @Test("the window's name is told when another screen is shown, before what has the keyboard there")
  func title() throws {
    let fixture = ListenedWindow()
    let navigation = UINavigationController(rootViewController: UIViewController())
    navigation.topViewController?.title = "First"
    fixture.app.window.rootViewController = navigation
    fixture.look()
    expectEqual(fixture.askName(of: .window), .values([.variant(.text(fixture.bridge.label(of: .window)))]))
    _ = fixture.turns(for: 1)
    _ = fixture.heard()
    let screen = UIViewController()
    screen.title = "Second"
    let field = UITextField(frame: CGRect(x: 0, y: 100, width: 100, height: 40))
    field.accessibilityLabel = "Field"
    screen.view.addSubview(field)
    navigation.pushViewController(screen, animated: false)
    field.becomeFirstResponder()
    // A tool that asks for the name before that has still not heard that it is another.
    expectEqual(fixture.askName(of: .window), .values([.variant(.text(fixture.bridge.label(of: .window)))]))
    fixture.look()
    let heard = fixture.heard("PropertyChange accessible-name", "StateChanged focused")
    expect(heard.first?.contains("Second") == true && heard.last == "focused 1 Field", "\(heard)")
    screen.title = "Third"
    _ = fixture.turns(for: 1)
    expectEqual(fixture.heard("PropertyChange").map { $0.contains("Third") }, [true])
  }

  @Test("a list of more than 500 rows is a table of rows, in which Orca says once that a row is not selected")
  func longList() {
    let fixture = ListenedWindow()
    let rows = NamedRows()
    let table = fixture.addTable(rows)
    let row = AccessibleNode.row(table, RowPosition(section: 0, row: 1))
    expect(fixture.asksRole(of: .view(table)) == "table" && fixture.asksRole(of: row) == "table row")
    rows.count = 500
    table.reloadData()
    fixture.app.settle()
    expect(fixture.asksRole(of: .view(table)) == "list" && fixture.asksRole(of: row) == "list item")
  }

  @Test("a bridge that is stopped leaves the loop as it was, and looks for nothing")
  func stop() {
    let fixture = ListenedWindow()
    _ = fixture.askName(of: fixture.label)
    _ = fixture.turns(for: 1)
    fixture.label.text = "Two"
    fixture.bridge.stop()
    expectEqual(fixture.turns(for: 1).count, 1)
    expect(fixture.app.application.accessibilityObserver == nil)
    expect(!fixture.heard().contains { $0.hasPrefix("PropertyChange") })
  }
}
