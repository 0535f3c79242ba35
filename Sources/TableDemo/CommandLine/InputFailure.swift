import ArgumentParser
import Foundation

/// How the program ends when a file it was given cannot be shown.
enum InputFailure {
  /// EX_NOINPUT of sysexits.
  static let code = ExitCode(66)

  /// Writes one line to standard error and returns what to throw.
  static func report(_ error: UnreadableInput) -> ExitCode {
    // A path may hold line ends; the message stays one line.
    let line = "TableDemo: " + error.description.map { $0.isNewline ? " " : String($0) }.joined() + "\n"
    FileHandle.standardError.write(Data(line.utf8))
    return code
  }
}
