import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// An input method that composes, from a session bus and an IBus of the test's own.
  @Suite(
    "An input method", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: InputMethod.isInstalled, Comment(rawValue: InputMethod.hint)))
  struct InputMethodTests {
    /// The lines of the window below the table's header.
    private static let rows = 115..<600
    private static let columns = 0..<(900 - WindowTests.indicator)

    @Test("what IBus composes is searched for at once; killed in the midst of it, the keys go on")
    func composing() async throws {
      let display = try await VirtualDisplay()
      guard let method = try await InputMethod(on: display, engine: "m17n:vi:telex") else {
        return print("IBus has no engine for Vietnamese here: composing was not tried (apt install ibus-m17n)")
      }
      let demo = try await Demo(
        ["--screen", "countries", "--appearance", "light", "--size", "900x600"], on: display,
        environment: method.environment)
      try await demo.move(x: 200, y: 40)
      let all = try await demo.settled()
      try await demo.press("ctrl+f")
      // Keys that no name contains, and that become letters with accents.
      try await display.xdotool("type", "--delay", "100", "vieejt")
      try await onlyOneRow(demo)
      try await demo.press("space")
      try await onlyOneRow(demo)
      try await display.xdotool("type", "--delay", "100", "naf")
      method.kill()
      for key in ["ctrl+a", "BackSpace"] { try await demo.press(key) }
      _ = try await waiting(for: "all rows") {
        let picture = try await demo.screenshot()
        let tolerance = WindowTests.rounding
        return picture.differences(from: all, x: Self.columns, y: Self.rows, tolerance: tolerance) == 0 ? () : nil
      }
      try await display.xdotool("type", "--delay", "50", "burkina")
      try await onlyOneRow(demo)
      try await expectEqual(demo.end(), 0)
    }

    @Test("suggestions stand below what is composed, at every scale", arguments: [1, 2])
    func suggestions(scale: Int) async throws {
      let display = try await VirtualDisplay()
      guard InputMethod.hasPanel,
        let method = try await InputMethod(on: display, engine: "m17n:zh:tonepy", showsSuggestions: true)
      else { return print("IBus has no panel or no engine for Chinese here: its window was not looked at") }
      var environment = method.environment
      environment["GDK_SCALE"] = "\(scale)"
      let demo = try await Demo(
        ["--screen", "countries", "--appearance", "light", "--size", "700x500"], on: display, environment: environment)
      try await demo.press("ctrl+f")
      guard let suggestions = try await suggestions(on: display) else {
        return print("IBus composes, but its own window ended by a fault each time: its place was not looked at")
      }
      let place = try await Self.origin(of: suggestions, on: display)
      let window = try await Self.origin(of: demo.window, on: display)
      // In points of the window: below the beginning of the text.
      let (x, y) = (Double(place.x - window.x) / Double(scale), Double(place.y - window.y) / Double(scale))
      expect(abs(x - 465) <= 4 && abs(y - 54) <= 4, "at \(x), \(y)")
      try await expectEqual(demo.end(), 0)
    }

    /// The window of suggestions for a syllable that is typed now; typed again where the panel ended by a fault of its own
    /// as it was about to show them, and nil where it always did. That keys compose, another test shows.
    private func suggestions(on display: VirtualDisplay) async throws -> String? {
      for _ in 0..<8 {
        try await display.xdotool("type", "--delay", "100", "ni3")
        let window = try? await waiting(for: "the window of suggestions", seconds: 3) {
          let found = try? await display.xdotool("search", "--onlyvisible", "--class", "ibus-ui-gtk3")
          return found?.split(separator: "\n").first.map(String.init)
        }
        if let window { return window }
        for key in ["ctrl+a", "BackSpace"] { try await display.xdotool("key", key) }
      }
      return nil
    }

    /// The upper left corner of a window, in pixels of the screen.
    private static func origin(of window: String, on display: VirtualDisplay) async throws -> (x: Int, y: Int) {
      let lines = try await display.xdotool("getwindowgeometry", "--shell", window).split(separator: "\n")
      func number(_ name: String) -> Int? {
        lines.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
      }
      return (try #require(number("X")), try #require(number("Y")))
    }

    private func onlyOneRow(_ demo: Demo) async throws {
      _ = try await waiting(for: "one row") {
        let picture = try await demo.screenshot()
        let isRow = picture.colours(x: Self.columns, y: 115..<230).count > 10
        return isRow && picture.colours(x: Self.columns, y: 230..<600).count == 1 ? () : nil
      }
    }
  }
}

/// A session bus with IBus on it.
private final class InputMethod {
  static let isInstalled = PrivateBus.isInstalled && ["ibus-daemon", "ibus"].allSatisfy { Tools.path(of: $0) != nil }
  static let hint = "needs IBus: apt install dbus ibus ibus-m17n"

  /// Leads a program to the bus, and with it to the input method.
  let environment: [String: String?]
  private let bus: PrivateBus
  private let daemon: ChildProcess

  /// The program that shows what engines suggest; nil where it is not installed.
  private static let panel = ["/usr/libexec/ibus-ui-gtk3", "/usr/lib/ibus/ibus-ui-gtk3"]
    .first(where: FileManager.default.isExecutableFile(atPath:))
  static let hasPanel = panel != nil

  /// - Returns: nil where the engine is not installed.
  init?(on display: VirtualDisplay, engine: String, showsSuggestions: Bool = false) async throws {
    guard let path = Tools.path(of: "ibus-daemon") else { return nil }
    let bus = try await PrivateBus(on: display, unset: ["XMODIFIERS", "SDL_IM_MODULE", "IBUS_ADDRESS"])
    let scratch = bus.scratch
    var environment = bus.environment
    // No assistive programs either, for the same reason.
    environment["NO_AT_BRIDGE"] = "1"
    var panel = "disable"
    if showsSuggestions, let program = Self.panel {
      panel = scratch.path("panel")
      // Version 1.5 ends by a fault in every tenth run or so when it shows its window, and is started again.
      try "#!/bin/sh\nfor attempt in 1 2 3 4 5 6 7 8; do \(program); done\n"
        .write(toFile: panel, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: panel)
    }
    let daemon = try ChildProcess(
      path, ["--replace", "--xim", "--config", "disable", "--panel", panel], environment: environment)
    let engines = try await waiting(for: "IBus to list its engines") {
      try? await ChildProcess.run("ibus", ["list-engine"], environment: environment)
    }
    self.environment = environment
    self.bus = bus
    self.daemon = daemon
    guard engines.contains(engine) else { return nil }
    _ = try await waiting(for: "the engine") {
      // The tool ends with 1 when it has set an engine, too; a daemon that is just starting may not hear it.
      _ = try? await ChildProcess.run("ibus", ["engine", engine], environment: environment)
      let used = try? await ChildProcess.run("ibus", ["engine"], environment: environment)
      return used?.contains(engine) == true ? () : nil
    }
  }

  /// Takes the input method away in the midst of what it does.
  func kill() { daemon.send(SIGKILL) }
}
