import Expectations
import Foundation
import Testing

/// A run of TableDemo in a window on a virtual display.
final class Demo {
  let display: VirtualDisplay
  let process: ChildProcess
  /// X identifier of its window.
  let window: String
  private let scratch: ScratchDirectory

  /// Starts the program and waits until its window shows more than one colour.
  convenience init(_ arguments: String...) async throws { try await self.init(arguments) }

  /// Starts the program with a list of arguments.
  /// - Parameters:
  ///   - isMoving: its picture never comes to rest, and is not waited for.
  ///   - leavesFigures: whether it writes statistics, and so shows its screen without the list of all.
  ///   - state: the folder in which it remembers its window; nil for one of its own.
  ///   - shared: the display to run on; nil for one of its own.
  ///   - environment: what leads the program to that display, and to whatever else; nil for the display's own.
  init(
    _ arguments: [String], isMoving: Bool = false, leavesFigures: Bool = true, state: String? = nil,
    on shared: VirtualDisplay? = nil, environment: [String: String?]? = nil
  ) async throws {
    let scratch = try ScratchDirectory()
    let display = if let shared { shared } else { try await VirtualDisplay() }
    var environment = environment ?? display.environment
    if let state { environment["XDG_STATE_HOME"] = state }
    let process = try ChildProcess(
      Tools.tableDemo, arguments + (leavesFigures ? ["--stats", scratch.path("stats.json")] : []),
      environment: environment)
    window = try await Self.window(of: process, display)
    self.scratch = scratch
    self.display = display
    self.process = process
    try await display.xdotool("windowfocus", "--sync", window)
    if isMoving {
      _ = try await waiting(for: "a picture") { try await screenshot().hasColours(moreThan: 1) ? () : nil }
    } else {
      _ = try await settled()
    }
  }

  /// A program that was started otherwise, when it has a window.
  init(of process: ChildProcess, on display: VirtualDisplay) async throws {
    window = try await Self.window(of: process, display)
    scratch = try ScratchDirectory()
    self.display = display
    self.process = process
    try await display.xdotool("windowfocus", "--sync", window)
    _ = try await settled()
  }

  private static func window(of process: ChildProcess, _ display: VirtualDisplay) async throws -> String {
    try await waiting(for: "the window of TableDemo") {
      guard process.isRunning else {
        throw HarnessError("TableDemo ended before it had a window: \(process.errors)")
      }
      return await display.window(of: process)
    }
  }

  /// Moves the pointer to a place in the window, in pixels of the window.
  func move(x: Int, y: Int) async throws {
    try await display.xdotool("mousemove", "--window", window, "\(x)", "\(y)")
  }

  /// Turns the wheel by `clicks`, positive towards the end of the table.
  func turnWheel(_ clicks: Int) async throws {
    try await display.xdotool("click", "--repeat", "\(abs(clicks))", "--delay", "15", clicks > 0 ? "5" : "4")
  }

  func click(x: Int, y: Int) async throws {
    try await move(x: x, y: y)
    try await display.xdotool("click", "1")
  }

  /// Presses the primary button at one place in the window, and lets it go at another.
  func drag(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) async throws {
    try await move(x: start.x, y: start.y)
    try await display.xdotool("mousedown", "1")
    try await move(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    try await move(x: end.x, y: end.y)
    try await display.xdotool("mouseup", "1")
  }

  /// Presses a key by its X name.
  func press(_ key: String) async throws { try await display.xdotool("key", key) }

  func screenshot() async throws -> Screenshot {
    let file = scratch.path("window.ppm")
    _ = try await ChildProcess.run(
      "import", ["-silent", "-window", window, "-depth", "8", file], environment: display.environment)
    return try Screenshot(ppm: Data(contentsOf: URL(filePath: file)))
  }

  /// A picture that stays the same for a third of a second and is not blank.
  func settled() async throws -> Screenshot {
    var last = try await screenshot()
    return try await waiting(for: "the picture to come to rest") {
      try await Task.sleep(for: .milliseconds(330))
      let next = try await screenshot()
      defer { last = next }
      return next == last && next.hasColours(moreThan: 1) ? next : nil
    }
  }

  /// Presses Control and C, and waits until the clipboard has this text.
  func copies(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await press("ctrl+c")
    let clipboard = try XConnection(to: display.name)
    var last: String?
    do {
      try await waiting(for: "the clipboard", seconds: 10) {
        last = try await clipboard.clipboardText()
        return last == text ? () : nil
      }
    } catch { Issue.record("the clipboard holds \(last ?? "nothing")", sourceLocation: sourceLocation) }
  }

  /// Asks for the end with `signal`; gives the exit status.
  func end(by signal: Int32 = SIGTERM) async throws -> Int32 {
    process.send(signal)
    return try await process.exitStatus()
  }

  /// Seconds until the program ends with `status`, from before `act`.
  func seconds(until status: Int32, _ act: (ChildProcess) -> Void) async throws -> Double {
    let start = ContinuousClock.now
    act(process)
    try await expectEqual(process.exitStatus(), status)
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// Expects the end of a program that has nothing left to show itself on: told in one line, with all results left.
  func expectLossOfDisplay(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let status = try await process.exitStatus()
    expect(status == 69, sourceLocation: sourceLocation)
    expect(process.errorLines.count == 1, "\(process.errors)", sourceLocation: sourceLocation)
    try expect(statistics().frames > 0, sourceLocation: sourceLocation)
  }

  /// What `--stats` wrote; the program must have ended.
  func statistics() throws -> DemoStatistics {
    try DemoStatistics(path: scratch.path("stats.json"))
  }
}

/// A directory of one test, removed with it.
final class ScratchDirectory {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "e2e-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
