import Foundation

/// A program started by a test. Its output goes to files, so that it never
/// blocks on a pipe without a reader; it is killed when the last reference goes.
final class ChildProcess {
  private let process = Process()
  private let directory: URL
  /// Where programs keep what they may lose: one folder for a run of the tests, away from the user's.
  private static let cache = NSTemporaryDirectory() + "anole-cache-\(ProcessInfo.processInfo.processIdentifier)"

  /// - Parameters:
  ///   - path: absolute path of the executable.
  ///   - arguments: without the program's name.
  ///   - environment: variables to set, `nil` to remove, on top of our own.
  init(_ path: String, _ arguments: [String], environment: [String: String?] = [:]) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "e2e-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for name in ["out", "err"] {
      try Data().write(to: directory.appending(path: name))
    }
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["XDG_CACHE_HOME"] = Self.cache
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: directory.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: directory.appending(path: "err"))
    do {
      try process.run()
    } catch {
      throw HarnessError("cannot start \(path): \(error)")
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: directory)
  }

  var pid: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  /// Everything written to standard output so far.
  var output: String { text(of: "out") }
  /// Everything written to standard error so far.
  var errors: String { text(of: "err") }
  /// Lines of standard error that are not empty.
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

  private func text(of name: String) -> String {
    let data = (try? Data(contentsOf: directory.appending(path: name))) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Exit status, negative for the number of a signal that ended it.
  func exitStatus(within seconds: Double = 30) async throws -> Int32 {
    try await waiting(for: "\(process.executableURL?.lastPathComponent ?? "") to end", seconds: seconds) {
      process.isRunning ? nil : ()
    }
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? -status : status
  }

  /// CPU seconds used so far, by all threads; 0 once the process is gone. By the process's clock: `/proc` counts ticks of
  /// 10 ms, which a busy machine charges to another process that runs as one ends.
  var cpuTime: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Runs a tool to its end and gives its standard output.
  static func run(_ tool: String, _ arguments: [String], environment: [String: String?] = [:])
    async throws -> String
  {
    guard let path = Tools.path(of: tool) else { throw HarnessError("\(tool) is not installed") }
    let child = try ChildProcess(path, arguments, environment: environment)
    let status = try await child.exitStatus()
    guard status == 0 else {
      throw HarnessError("\(tool) \(arguments) ended with \(status): \(child.errors)")
    }
    return child.output
  }
}
