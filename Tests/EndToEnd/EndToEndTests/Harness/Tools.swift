import Foundation

/// The programs these tests need beside the one under test.
enum Tools {
  /// What is missing, for the message of a skipped suite; empty when all is there.
  static let missing = ["Xvfb", "xdotool", "import", "openbox"].filter { path(of: $0) == nil }

  static var areInstalled: Bool { missing.isEmpty }

  static let hint = "needs Xvfb, xdotool, import and openbox: apt install xvfb xdotool imagemagick openbox"

  /// Absolute path of an executable on PATH.
  static func path(of name: String) -> String? {
    let directories = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return directories.split(separator: ":").map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  /// The built demo: ANOLE_TABLEDEMO, or the one beside the test program.
  static let tableDemo = ProcessInfo.processInfo.environment["ANOLE_TABLEDEMO"] ?? built("TableDemo")

  /// Whether the demo is optimised, as `scripts/test` has it: one that is not answers ten times as slowly.
  static let hasReleaseBuild = ProcessInfo.processInfo.environment["ANOLE_TABLEDEMO"] != nil

  /// The built demo with this system's SDL, where `tableDemo` runs it with another.
  static let plainTableDemo = ProcessInfo.processInfo.environment["ANOLE_REFERENCE"] ?? tableDemo

  /// The built program that counts what its run loop serves.
  static let loopProbe = built("LoopProbe")

  /// The built program that says which of UIKit's promises are not kept.
  static let contractProbe = built("ContractProbe")

  /// The built program that speaks to assistive tools by UIKit's notifications and elements.
  static let speechProbe = built("SpeechProbe")

  /// The built program that draws frame after frame and watches its memory.
  static let soakProbe = built("SoakProbe")

  /// The C compiler that Swift comes with, or the system's.
  static let compiler = path(of: "clang") ?? path(of: "cc")

  /// Makes a shared library of C code.
  /// - Returns: its path, in `scratch`.
  static func makeLibrary(_ name: String, _ code: String, in scratch: ScratchDirectory) async throws -> String {
    let source = scratch.path("source.c")
    try code.write(toFile: source, atomically: true, encoding: .utf8)
    let library = scratch.path(name)
    guard let compiler else { throw HarnessError("needs a C compiler") }
    let process = try ChildProcess(
      compiler, ["-shared", "-fPIC", "-o", library, "-Wl,-soname,\(name)", source, "-ldl"])
    guard try await process.exitStatus() == 0 else { throw HarnessError("\(name): \(process.errors)") }
    return library
  }

  /// A program beside the test program.
  private static func built(_ name: String) -> String {
    let testProgram = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return testProgram.deletingLastPathComponent().appending(path: name).path
  }
}

/// Something outside the test went wrong: a tool, the display, a time limit.
struct HarnessError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Asks `condition` every 20 ms until it gives a value; throws after `seconds`.
func waiting<Value>(
  for what: String, seconds: Double = 20, _ condition: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < deadline {
    if let value = try await condition() { return value }
    try await Task.sleep(for: .milliseconds(20))
  }
  throw HarnessError("waited \(seconds) s in vain for \(what)")
}
