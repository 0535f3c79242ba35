import Foundation
import Testing

extension EndToEnd {
  /// A session bus with a bus of assistive tools, and a tool that listens by pyatspi (`Tests/AccessibilityDriver`).
  @Suite(
    "Assistive tools", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: AssistiveSession.isInstalled, Comment(rawValue: AssistiveSession.hint)))
  struct AccessibilityTests {
    @Test("a list of 1,000,000,000 rows is heard, walked by keys, chosen from and scrolled to its last row")
    func stress() async throws {
      try await listen("stress", ["--screen", "stress", "--rows", "1000000000"])
    }

    @Test("a search field is typed into, and changed by a tool; who listens hears of each change")
    func field() async throws { try await listen("field", ["--screen", "countries"]) }

    @Test("rows that come and go while a tool walks them are named or are gone, and nothing breaks")
    func changes() async throws {
      try await listen("changes", ["--screen", "rich", "--rows", "10000", "--changes", "200"], isMoving: true)
    }

    @Test("a grid is a table whose cells tell row and column, and follow the keyboard")
    func grid() async throws { try await listen("grid", ["--screen", "grid"]) }

    @Test(
      "all that can be pressed or edited has a name", arguments: ["settings", "pitfalls", "regions", "mail", "letters"])
    func names(screen: String) async throws { try await listen("names", ["--screen", screen]) }

    @Test("rows are acted upon and asked for their menus; alerts are heard, and answered by a tool; so is a way back")
    func actions() async throws { try await listen("actions", ["--screen", "mail"]) }

    @Test("an app for iOS announces, leads to elements, asks and shows another screen, and all of it is heard")
    func speech() async throws {
      let display = try await VirtualDisplay()
      let session = try await AssistiveSession(on: display)
      let probe = try ChildProcess(Tools.speechProbe, [], environment: session.environment)
      let demo = try await Demo(of: probe, on: display)
      try await listen("speech", to: demo, session)
      probe.send(SIGTERM)
    }

    @Test("a reader that starts later is heard, and where none listens there is no connection to its bus")
    func late() async throws { try await listen("late", ["--screen", "stress"]) }

    @Test("a window answers keys while the bus of assistive tools stands still, in the middle of a flood of calls")
    func hang() async throws {
      let display = try await VirtualDisplay()
      let session = try await AssistiveSession(on: display)
      let demo = try await Demo(
        ["--screen", "stress", "--size", "900x600"], on: display, environment: session.environment)
      let listener = try ChildProcess(
        AssistiveSession.python, [AssistiveSession.listener, "hang", "\(demo.process.pid)"],
        environment: session.environment)
      #expect(try await listener.exitStatus(within: 60) == 0, "\(listener.output)\(listener.errors)")
      let bus = try #require(listener.output.split(separator: "\n").first.flatMap { Int32($0) })
      defer { kill(bus, SIGKILL) }
      let before = try await demo.settled()
      try await demo.press("End")
      try await waiting(for: "the end of the list", seconds: 10) { try await demo.screenshot() != before ? () : nil }
      #expect(try await demo.end() == 0)
    }

    @Test("a program runs on when the bus of assistive tools is killed, and is found on the one that follows")
    func restart() async throws { try await listen("restart", ["--screen", "stress"]) }

    @Test(
      "Orca says the rows that the keys come to, and that they are 2 and 3 of 1,000,000,000",
      .enabled(if: AssistiveSession.hasOrca, "needs Orca, and none that runs: apt install orca"))
    func orca() async throws {
      let display = try await VirtualDisplay()
      let session = try await AssistiveSession(on: display)
      let demo = try await Demo(
        ["--screen", "stress", "--rows", "1000000000", "--size", "900x600"], on: display,
        environment: session.environment)
      let orca = try session.startOrca()
      func says(_ words: String) async throws {
        try await waiting(
          for: "Orca to say \"\(words)\"; it said \(session.saidByOrca.suffix(4)) \(orca.errors)", seconds: 40
        ) {
          session.saidByOrca.contains { $0.contains(words) } ? () : nil
        }
      }
      try await says("1,000,000,000 rows")
      // Lists have the keyboard from the start; the first key leads to the first row on screen.
      try await demo.press("Home")
      try await says("1 of 1000000000")
      for number in 2...3 {
        try await demo.press("Down")
        try await says("\(number) of 1000000000")
        try await says("second \(number - 1) of the day")
      }
      orca.send(SIGKILL)
      #expect(try await demo.end() == 0)
    }

    @Test(
      "Orca says what an app announces", .enabled(if: AssistiveSession.hasOrca, "needs Orca, and none that runs"))
    func announcement() async throws {
      let display = try await VirtualDisplay()
      let session = try await AssistiveSession(on: display)
      let demo = try await Demo(
        ["--screen", "updates", "--size", "900x600"], on: display, environment: session.environment)
      let orca = try session.startOrca()
      try await waiting(for: "Orca to begin; \(orca.errors)", seconds: 40) {
        session.saidByOrca.contains { $0.contains("Updates") } ? () : nil
      }
      try await demo.press("i")
      try await waiting(for: "the announcement; Orca said \(session.saidByOrca.suffix(4))", seconds: 20) {
        session.saidByOrca.contains { $0.contains("rows inserted") } ? () : nil
      }
      orca.send(SIGKILL)
      #expect(try await demo.end() == 0)
    }

    /// Runs a scenario of the listener beside a window.
    private func listen(_ scenario: String, _ arguments: [String], isMoving: Bool = false) async throws {
      let display = try await VirtualDisplay()
      let session = try await AssistiveSession(on: display)
      let demo = try await Demo(
        arguments + ["--size", "900x600"], isMoving: isMoving, on: display, environment: session.environment)
      try await listen(scenario, to: demo, session)
      #expect(try await demo.end() == 0)
    }

    private func listen(_ scenario: String, to demo: Demo, _ session: AssistiveSession) async throws {
      let listener = try ChildProcess(
        AssistiveSession.python, [AssistiveSession.listener, scenario, "\(demo.process.pid)"],
        environment: session.environment)
      let status = try await listener.exitStatus(within: 80)
      #expect(status == 0, "\(listener.output)\(listener.errors)")
      #expect(listener.output.hasSuffix("ok\n"))
      #expect(demo.process.isRunning)
      #expect(demo.process.errorLines.filter { $0.contains("Fatal") }.isEmpty)
    }
  }
}

/// A session bus on which a bus of assistive tools starts when it is asked for.
private final class AssistiveSession {
  /// The system's own, for which pyatspi is installed.
  static let python = "/usr/bin/python3"
  static let listener = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "AccessibilityDriver/listener.py").path(percentEncoded: false)
  static let hint = "needs pyatspi and AT-SPI's bus: apt install dbus-daemon at-spi2-core python3-pyatspi"

  static let isInstalled =
    ["/usr/libexec/at-spi-bus-launcher", "/usr/libexec/at-spi2-registryd", python]
    .allSatisfy(FileManager.default.isExecutableFile(atPath:))
    && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/pyatspi")
    && PrivateBus.isInstalled

  /// Orca itself, which runs once for a user: never beside one that somebody needs.
  static let hasOrca =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/orca")
    && (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.contains {
      (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == "orca\n"
    } == false

  private let bus: PrivateBus
  /// Leads a program to the bus.
  var environment: [String: String?] { bus.environment }

  init(on display: VirtualDisplay) async throws {
    bus = try await PrivateBus(on: display, unset: ["AT_SPI_BUS_ADDRESS", "NO_AT_BRIDGE"])
  }

  /// Starts Orca with a voice that writes what it is to say, and with positions spoken.
  func startOrca() throws -> ChildProcess {
    let folder = bus.scratch.path("home/.local/share/orca")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = """
      {"general": {"enablePositionSpeaking": true, "speechServerFactory": "silent_speech", "enableBraille": false,
        "profile": ["Default", "default"], "startingProfile": ["Default", "default"]},
       "profiles": {"default": {"profile": ["Default", "default"], "enablePositionSpeaking": true, "pronunciations": {},
        "keybindings": {}}}, "pronunciations": {}, "keybindings": {}}
      """
    try settings.write(toFile: folder + "/user-settings.conf", atomically: true, encoding: .utf8)
    var environment = environment
    environment["PYTHONPATH"] = URL(filePath: Self.listener).deletingLastPathComponent().path(percentEncoded: false)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment["LC_ALL"] = "C.UTF-8"
    environment["ANOLE_SAID"] = bus.scratch.path("said")
    return try ChildProcess(
      Self.python, ["/usr/bin/orca", "--disable", "braille"],
      environment: environment)
  }

  /// What Orca has said so far.
  var saidByOrca: [String] {
    let said = (try? String(contentsOfFile: bus.scratch.path("said"), encoding: .utf8)) ?? ""
    return said.split(separator: "\n").map(String.init)
  }
}
