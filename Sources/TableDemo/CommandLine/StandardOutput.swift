import Foundation

/// What screens print for someone who watches the terminal.
enum StandardOutput {
  /// Writes one line at once. `print` would hold it back while the output is a pipe or a file.
  static func write(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
