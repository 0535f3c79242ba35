import UIKit

/// The probe as a process of its own, so that whatever happens to it can be told.
@MainActor
final class ChildRun {
  /// How a process ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// It had to be killed: no program ended within the deadline.
    case hang
    /// It had to be killed: it wrote without end.
    case flood
  }

  /// More bytes than a report and a message have.
  private static let outputLimit = 4 << 20

  private let process = Process()
  private let directory: URL
  private(set) var end = End.exit(0)

  /// - Parameters:
  ///   - program: the probe.
  ///   - arguments: without the program's name.
  init(_ program: URL, _ arguments: [String]) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "attack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    process.executableURL = program
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    // Sets go through their elements in the same order every time; no backtrace is made of what dies on purpose.
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment["TMPDIR"] = directory.path
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try file("out")
    process.standardError = try file("err")
    try process.run()
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  private func file(_ name: String) throws -> FileHandle {
    let url = directory.appending(path: name)
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  private func text(_ name: String) -> String {
    guard let file = try? FileHandle(forReadingFrom: directory.appending(path: name)) else { return "" }
    defer { try? file.close() }
    return String(decoding: (try? file.read(upToCount: Self.outputLimit)) ?? Data(), as: UTF8.self)
  }

  private func size(_ name: String) -> Int {
    var status = stat()
    return stat(directory.appending(path: name).path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// What it wrote on standard output.
  var output: String { text("out") }
  /// What it wrote on standard error.
  var errors: String { text("err") }

  /// Waits for the end.
  /// - Parameter deadline: seconds without a word on standard output after which it hangs.
  func wait(deadline: Double) {
    var said = 0
    var heard = ContinuousClock.now
    while process.isRunning {
      usleep(2000)
      let length = size("out")
      if length != said {
        said = length
        heard = .now
      }
      if length + size("err") > Self.outputLimit { return kill(.flood) }
      if ContinuousClock.now - heard > .seconds(deadline) { return kill(.hang) }
    }
    process.waitUntilExit()
    let status = process.terminationStatus
    end = process.terminationReason == .uncaughtSignal ? .signal(status) : .exit(status)
  }

  private func kill(_ end: End) {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.end = end
  }
}
