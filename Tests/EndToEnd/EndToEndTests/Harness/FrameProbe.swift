import Foundation
import Testing

/// Runs of the program that scrolls a table to be counted.
enum FrameProbe {
  private static let program = ProcessInfo.processInfo.environment["ANOLE_FRAMEPROBE"]
  private static let counter = ProcessInfo.processInfo.environment["ANOLE_ALLOCATIONCOUNTER"]
  private static let frames = 300

  /// A debug build's counts say nothing, so the program beside the tests is not used.
  static var isBuilt: Bool { program != nil && counter != nil && Tools.path(of: "valgrind") != nil }

  /// Collected by callgrind while the counted frames run, divided by their number.
  static func instructionsPerFrame(rows: Int) async throws -> Double {
    try await instructionsPerFrame(["--rows", "\(rows)"])
  }

  /// The same for arguments of the program.
  static func instructionsPerFrame(_ arguments: [String]) async throws -> Double {
    try await instructions(within: ["*countedFrames*"], frames: frames, arguments) / Double(frames)
  }

  /// What an update of a table takes to tell assistive tools, of whom none listens.
  static func instructionsToTell() async throws -> Double {
    try await instructions(
      within: ["*17RowIdentityKeeperC6follow*"], frames: frames, ["--rows", "1000000", "--updates"])
      / Double(frames + 200)
  }

  /// What a frame of a scrolled table takes in all that is there for assistive tools, of whom none listens.
  static func instructionsToTellOfScroll() async throws -> Double {
    // Functions by their mangled names. Of a longer run less a shorter one: making a table comes to some of them.
    let functions = ["*17RowIdentityKeeperC*", "*ccessib*"]
    let short = try await instructions(within: functions, frames: frames, ["--rows", "1000000"])
    let long = try await instructions(within: functions, frames: 2 * frames, ["--rows", "1000000"])
    return (long - short) / Double(frames)
  }

  /// What a frame of a slow scroll takes more while an assistive tool listens to the table and to labels beside it.
  static func instructionsToListen(toLabels labels: Int) async throws -> Double {
    let arguments = ["--rows", "1000000", "--advance", "13"] + (labels > 0 ? ["--labels", "\(labels)"] : [])
    let alone = try await instructionsPerFrame(arguments)
    return try await instructionsPerFrame(arguments + ["--listening"]) - alone
  }

  /// The instructions of an answer to a tool that asks for 24 labels, a table and what they stand in.
  static func instructionsPerCall() async throws -> Double {
    let arguments = ["--labels", "24", "--listening"]
    let calls = try #require(try await figures(advance: 0, usesSDL: false, arguments)["toolCalls"])
    let cost = try await instructions(within: ["*AssistiveBridgeC6answery*"], frames: 1, arguments)
    return cost / calls
  }

  /// The instructions of an answer to a tool that brings rows far away to the top of a list and gives them the keyboard.
  static func instructionsToGo() async throws -> Double {
    // Of a longer run less a shorter one: the tool comes to the table by other calls.
    func cost(_ frames: Int) async throws -> Double {
      try await instructions(
        within: ["*AssistiveBridgeC6answery*"], frames: frames, ["--rows", "1000000", "--listening", "--led"])
    }
    let (short, long) = (try await cost(frames), try await cost(2 * frames))
    return (long - short) / Double(2 * frames)
  }

  /// What it takes to lay a label's new text out and to draw its bitmap, of labels that came within the counted frames, drawn
  /// by SDL. A row comes every frame.
  static func instructionsPerLabel(_ arguments: [String]) async throws -> Double {
    let arguments = ["--sdl", "--rows", "100000", "--advance", "\(rowHeight)"] + arguments
    // Functions by their mangled names: a label appends its text, and the backend makes a slot's bitmap.
    let functions = ["*7UILabelC10appendText*", "*12SlotTexturesC9rasterize*DrawColorVSgtF"]
    // Of a longer run less a shorter one: both draw the same before they count.
    let short = try await instructions(within: functions, frames: frames, arguments)
    let long = try await instructions(within: functions, frames: 2 * frames, arguments)
    return (long - short) / Double(frames * labelsPerRow)
  }

  private static let rowHeight = 60
  private static let labelsPerRow = 3

  /// Counted by callgrind while functions run whose names match.
  private static func instructions(within functions: [String], frames: Int, _ arguments: [String]) async throws
    -> Double
  {
    let scratch = try ScratchDirectory()
    let run = try await run(
      try tool("valgrind"),
      ["--tool=callgrind", "--callgrind-out-file=\(scratch.path("callgrind.out"))", "--collect-atstart=no"]
        + functions.map { "--toggle-collect=\($0)" } + [try path(program), "--frames", "\(frames)"] + arguments)
    guard let line = run.errors.split(separator: "\n").first(where: { $0.contains("Collected") }),
      let count = line.split(separator: " ").last.flatMap({ Double($0) })
    else { throw HarnessError("callgrind gave no count: \(run.errors)") }
    return count
  }

  /// The figures it prints when its allocations are counted, by name.
  static func allocations(
    advance: Int, usesSDL: Bool, _ arguments: [String] = []
  ) async throws -> [String: Double] {
    try await figures(advance: advance, usesSDL: usesSDL, arguments, environment: ["LD_PRELOAD": try path(counter)])
  }

  /// The figures it prints, by name.
  static func figures(
    advance: Int, usesSDL: Bool, hasNewWords: Bool = false, _ arguments: [String] = [],
    environment: [String: String?] = [:]
  ) async throws -> [String: Double] {
    let run = try await run(
      try path(program),
      ["--frames", "\(frames)", "--advance", "\(advance)"] + (usesSDL ? ["--sdl"] : [])
        + (hasNewWords ? ["--new-words"] : []) + arguments,
      environment: environment)
    let words = run.output.split(whereSeparator: \.isWhitespace)
    let pairs = stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
      Double(words[index + 1]).map { (String(words[index]), $0) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private static func run(
    _ path: String, _ arguments: [String], environment: [String: String?] = [:]
  ) async throws -> ChildProcess {
    let child = try ChildProcess(path, arguments, environment: environment)
    let status = try await child.exitStatus(within: 120)
    guard status == 0 else { throw HarnessError("\(path) ended with \(status): \(child.errors)") }
    return child
  }

  private static func path(_ path: String?) throws -> String {
    guard let path else { throw HarnessError("FrameProbe or the allocation counter is not built") }
    return path
  }

  private static func tool(_ name: String) throws -> String {
    guard let path = Tools.path(of: name) else { throw HarnessError("\(name) is not installed") }
    return path
  }
}
