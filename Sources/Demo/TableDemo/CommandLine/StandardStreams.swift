import Foundation

/// The program's output: answers to the command line, and lines that screens print for a reader at the terminal.
enum StandardOutput {
  /// Standard output takes nothing more: it is closed, its device is full, or its reader has gone.
  struct Failure: Error, CustomStringConvertible {
    let reason: String
    var description: String { "cannot write standard output: \(reason)" }
  }

  /// Writes a text at once. `print` would hold it back while the output is a pipe or a file, and would not report that
  /// it was lost.
  static func write(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR else { throw Failure(reason: String(cString: strerror(errno))) }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Where the lines of a screen's console go besides the window.
typealias LineOutput = @MainActor @Sendable (String) -> Void

extension StandardOutput {
  /// Writes a line; one that cannot be written is lost.
  @MainActor static let lines: LineOutput = { try? write($0 + "\n") }
}

/// Messages for the person at the terminal.
enum StandardError {
  /// Writes one line that starts with the program's name; line ends in the message become spaces. A failure to write is
  /// ignored.
  static func write(_ message: String) {
    let line = message.map { $0.isNewline ? " " : String($0) }.joined()
    try? FileHandle.standardError.write(contentsOf: Data("TableDemo: \(line)\n".utf8))
  }
}
