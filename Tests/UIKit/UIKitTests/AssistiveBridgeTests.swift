import Desktop
import Foundation
import TableModel
import TestSupport
import Testing
import UIKitCore

@testable import UIKit

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

  /// Asks for the states of a node.
  func asksShowing(_ node: AccessibleNode) -> Bool {
    guard case .values(let values) = call(node, "org.a11y.atspi.Accessible", "GetState", []),
      case .list(_, let words)? = values.first, case .uint32(let word)? = words.first
    else { return false }
    return word & 1 << 25 != 0
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
  var asked: [Int] = []

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1000 }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    asked.append(indexPath.row)
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    cell.textLabel?.text = "\(title) \(indexPath.row)"
    return cell
  }
}

@MainActor
@Suite("Assistive tools: what they are told")
struct AssistiveBridgeTests {
  @Test("while frames follow each other, changed names are looked for in their turns: no turn is made for that")
  func frames() {
    let fixture = ListenedWindow()
    #expect(fixture.askName(of: fixture.label) == .values([.variant(.text("One"))]))
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
    #expect(turns.count <= 61, "\(turns)")
    #expect(fixture.heard() == ["PropertyChange accessible-name Two"])
  }

  @Test("a name that changed in the last frame is told a quarter of a second later, without a frame")
  func lastFrame() {
    let fixture = ListenedWindow()
    #expect(fixture.askName(of: fixture.label) == .values([.variant(.text("One"))]))
    _ = fixture.turns(for: 1)
    _ = fixture.heard()
    #expect(fixture.app.application.frameLoop.nextDeadline == nil)
    fixture.label.text = "Two"
    let drawn = fixture.app.backend.drawCount
    let turns = fixture.turns(for: 2)
    #expect(turns.count == 2 && turns.last.map { abs($0 - 0.25) < 0.001 } == true, "\(turns)")
    #expect(fixture.app.backend.drawCount == drawn + 1)
    #expect(fixture.heard() == ["PropertyChange accessible-name Two"])
    #expect(fixture.app.application.frameLoop.nextDeadline == nil)
  }

  @Test("the row with the keyboard makes no cell while it is scrolled away from; a new name is told when that ends")
  func rowOutOfSight() throws {
    let fixture = ListenedWindow()
    let rows = NamedRows()
    let table = fixture.addTable(rows)
    table.becomeFirstResponder()
    fixture.bridge.look()
    let row = AccessibleNode.row(table, RowPosition(section: 0, row: 0))
    #expect(fixture.askName(of: row) == .values([.variant(.text("Row 0"))]))
    _ = fixture.turns(for: 1)
    _ = fixture.heard()
    let link = CADisplayLink { _ in table.contentOffset.y += 5 }
    link.add(to: .main, forMode: .common)
    _ = fixture.turns(for: 1)
    #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) == nil)
    rows.asked = []
    rows.title = "New"
    _ = fixture.turns(for: 1)
    #expect(!rows.asked.isEmpty && !rows.asked.contains(0), "\(rows.asked)")
    #expect(fixture.heard() == [])
    link.invalidate()
    _ = fixture.turns(for: 1)
    #expect(rows.asked.contains(0))
    #expect(fixture.heard() == ["PropertyChange accessible-name New 0"])
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
      #expect(fixture.scroll(to: row(number)) == .values([.flag(true)]))
      fixture.app.frame(after: 0.001)
      #expect(fixture.grabFocus(to: row(number + 5)) == .values([.flag(true)]))
      fixture.app.frame(after: 0.001)
      #expect(table.contentOffset.y == CGFloat(number * 50))
    }
    #expect(rows.asked == [] && fixture.app.backend.drawCount == drawn)
    #expect(fixture.asksShowing(row(305)) && !fixture.asksShowing(row(500)))
    let asked = rows.asked
    #expect(asked.contains(305) && !asked.contains(500), "\(asked)")
    #expect(fixture.app.backend.drawCount == drawn)
    _ = fixture.turns(for: 0.01)
    #expect(fixture.app.backend.drawCount > drawn && rows.asked == asked, "\(rows.asked)")
  }

  @Test("who has asked for one child of a view hears of each that comes or goes")
  func children() {
    let fixture = ListenedWindow()
    #expect(fixture.askChild(0, of: fixture.column) == fixture.reference(fixture.label))
    #expect(fixture.askChild(1, of: fixture.column) == .values([fixture.bridge.reference(nil)]))
    _ = fixture.turns(for: 1)
    _ = fixture.heard()
    let other = UILabel(frame: CGRect(x: 0, y: 40, width: 200, height: 20))
    other.text = "Other"
    fixture.column.addSubview(other)
    _ = fixture.turns(for: 1)
    #expect(fixture.heard() == ["ChildrenChanged add"])
    #expect(fixture.askChild(1, of: fixture.column) == fixture.reference(other))
    // In reading order, whichever came first.
    other.frame.origin.y = -20
    #expect(fixture.askChild(0, of: fixture.column) == fixture.reference(other))
    fixture.label.removeFromSuperview()
    _ = fixture.turns(for: 1)
    #expect(fixture.heard() == ["ChildrenChanged remove"])
  }

  @Test("a bridge that is stopped leaves the loop as it was, and looks for nothing")
  func stop() {
    let fixture = ListenedWindow()
    _ = fixture.askName(of: fixture.label)
    _ = fixture.turns(for: 1)
    fixture.label.text = "Two"
    fixture.bridge.stop()
    #expect(fixture.turns(for: 1).count == 1)
    #expect(fixture.app.application.accessibilityObserver == nil)
    #expect(!fixture.heard().contains { $0.hasPrefix("PropertyChange") })
  }
}
