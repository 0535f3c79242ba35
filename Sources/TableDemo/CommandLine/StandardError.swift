import Foundation

/// Messages for the person at the terminal.
enum StandardError {
  /// Writes one line that starts with the program's name, whatever line ends the message holds. Where it cannot be
  /// written there is nobody left to tell.
  static func write(_ message: String) {
    let line = message.map { $0.isNewline ? " " : String($0) }.joined()
    try? FileHandle.standardError.write(contentsOf: Data("TableDemo: \(line)\n".utf8))
  }
}
