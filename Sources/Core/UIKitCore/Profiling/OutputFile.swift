import Foundation

/// A file opened for writing from its beginning, closed when let go.
///
/// Holds a trace or a statistics report; created before the first frame, so that
/// a path that cannot be written is found out at once.
package final class OutputFile {
  /// A file could not be created or written.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The path as the user gave it, or "standard output".
    package let path: String
    /// The system's explanation.
    package let reason: String

    /// One line for standard error.
    package var description: String { "cannot write \(path): \(reason)" }
  }

  private let path: String
  /// -1 once the file was closed.
  private var descriptor: Int32

  /// Creates or empties the file at `path`; `-` means standard output.
  package init(path: String) throws(Failure) {
    self.path = path
    descriptor = path == "-" ? dup(STDOUT_FILENO) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Closes the file. Some file systems say only now that what was written cannot be kept.
  /// - Precondition: nothing is appended after it.
  package func finish() throws(Failure) {
    guard descriptor >= 0 else { return }
    let status = close(descriptor)
    descriptor = -1
    if status != 0 { throw Self.failure(path) }
  }

  /// Appends all of `bytes`, repeating interrupted and partial writes.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 {
        guard errno == EINTR else { throw Self.failure(path) }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(path: path == "-" ? "standard output" : path, reason: String(cString: strerror(errno)))
  }
}
