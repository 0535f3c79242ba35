import Foundation

/// What is asked for on the command line, and what screens print for someone who watches the terminal.
enum StandardOutput {
  /// Standard output takes nothing more: it is closed, its device is full, or its reader has gone.
  struct Failure: Error, CustomStringConvertible {
    let reason: String
    var description: String { "cannot write standard output: \(reason)" }
  }

  /// Writes a text at once. `print` would hold it back while the output is a pipe or a file, and tell nobody that it
  /// was lost.
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

/// Messages for the person at the terminal.
enum StandardError {
  /// Writes one line that starts with the program's name, whatever line ends the message holds. Where it cannot be
  /// written there is nobody left to tell.
  static func write(_ message: String) {
    let line = message.map { $0.isNewline ? " " : String($0) }.joined()
    try? FileHandle.standardError.write(contentsOf: Data("TableDemo: \(line)\n".utf8))
  }
}
