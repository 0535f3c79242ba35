import ATSPI
import Desktop
import TestSupport
import UIKit

/// An assistive tool that listens to a probe's window, without a bus: it asks the bridge as a screen reader does by calls.
@MainActor
final class ProbeTool {
  private static let below = "org.a11y.atspi."
  private static let root = "/org/a11y/atspi/accessible/root"
  /// The state of a list whose rows are asked for one by one, as a bit of the first word.
  private static let managesDescendants: UInt32 = 1 << 31
  /// The place that a row is scrolled to, by its number in AT-SPI.
  private static let topLeft: UInt32 = 0

  private let bridge: AssistiveBridge
  private let clock: ManualClock?
  /// The list that was come to, and rows of it.
  private var list: String?
  private var rows: [String] = []
  /// Calls so far.
  private(set) var calls = 0

  /// A tool that has come, and has asked nothing.
  init(listeningTo application: UIApplication) {
    bridge = AssistiveBridge(of: application)
    clock = (application.platform as? FakePlatform)?.manualClock
    bridge.connected(as: ":1.1")
    bridge.embedded(in: (name: ":1.0", path: Self.root))
  }

  /// Has a frame's time pass on a clock that is moved by hand.
  func passTime() { clock?.advance(by: 1.0 / 60) }

  /// Asks for each node below the root with its name, description and state, as a screen reader does when it comes; of
  /// lists no rows.
  func walk() {
    var paths = [Self.root]
    while let path = paths.popLast() {
      guard let state = ask(path, "Accessible", "GetState").first, case .list(_, let words) = state else { continue }
      _ = (get(path, "Name"), get(path, "Description"), get(path, "ChildCount"))
      if case .uint32(let word)? = words.first, word & Self.managesDescendants != 0 {
        list = path
        continue
      }
      guard case .int32(let count)? = get(path, "ChildCount") else { continue }
      for number in 0..<count {
        if let child = child(Int(number), of: path) { paths.append(child) }
      }
    }
  }

  /// Asks for rows of the list that the walk came to, which `goOn()` goes to.
  func findRows(of count: Int) {
    guard let list else { return }
    rows = (0..<100).compactMap { child($0 * 7919 % count, of: list) }
  }

  /// Brings one of the rows to the top of the list, and gives another one the keyboard, as a screen reader does without
  /// waiting for a frame.
  func goOn() {
    guard rows.count > 1 else { return }
    _ = ask(rows[calls % rows.count], "Component", "ScrollTo", [.unsigned(Self.topLeft)])
    _ = ask(rows[calls % rows.count], "Component", "GrabFocus")
  }

  private func child(_ number: Int, of path: String) -> String? {
    let child = ask(path, "Accessible", "GetChildAtIndex", [.signed(Int32(number))]).first
    return if case .structure(let parts)? = child, case .path(let path)? = parts.last { path } else { nil }
  }

  private func get(_ path: String, _ name: String) -> BusArgument? {
    let values = [DesktopBus.Value.text(Self.below + "Accessible"), .text(name)]
    let answer = call(path, "org.freedesktop.DBus.Properties", "Get", values).first
    return if case .variant(let value)? = answer { value } else { nil }
  }

  private func ask(
    _ path: String, _ interface: String, _ member: String, _ values: [DesktopBus.Value] = []
  ) -> [BusArgument] {
    call(path, Self.below + interface, member, values)
  }

  private func call(
    _ path: String, _ interface: String, _ member: String, _ values: [DesktopBus.Value]
  ) -> [BusArgument] {
    calls += 1
    let reply = bridge.answer(AssistiveCall(path: path, interface: interface, member: member, values: values))
    return if case .values(let values) = reply { values } else { [] }
  }
}
