import Foundation

/// A directory made like `/proc`, removed with its last owner.
final class FakeProc: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "anole-proc-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A line as the kernel writes it.
  static func line(
    pid: Int32, name: some Collection<UInt8>, state: String = "S", user: String = "0", system: String = "0",
    threads: String = "1", start: String = "100", pages: String = "256"
  ) -> [UInt8] {
    Array("\(pid) (".utf8) + Array(name)
      + Array(
        """
        ) \(state) 1 2 3 0 -1 4194560 10 20 0 0 \(user) \(system) 0 0 20 0 \(threads) 0 \(start) 4096000 \(pages) \
        18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0

        """.utf8)
  }

  /// Puts a process there, or changes it.
  func set(
    _ pid: Int32, _ name: String = "program", state: String = "S", ticks: Int = 0, threads: Int = 1, start: Int = 100,
    pages: Int = 256, command: String = ""
  ) throws {
    let line = Self.line(
      pid: pid, name: Array(name.utf8), state: state, user: "\(ticks)", threads: "\(threads)", start: "\(start)",
      pages: "\(pages)")
    try write(line, "\(pid)/stat")
    try write(Array(command.utf8), "\(pid)/cmdline")
  }

  /// Writes a file, directories included.
  func write(_ bytes: [UInt8], _ name: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}
