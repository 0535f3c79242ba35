import Foundation

/// A file in the temporary directory that is removed with its last owner.
final class ScratchFile {
  let path: String

  init(_ bytes: [UInt8] = []) throws {
    path = NSTemporaryDirectory() + "anole-test-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(filePath: path))
  }

  convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

  deinit { unlink(path) }

  func append(_ text: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }

  /// Shortens the file in place, as another program would while we hold it open.
  func truncate(to size: Int) throws {
    guard Foundation.truncate(path, off_t(size)) == 0 else { throw POSIXError(.EIO) }
  }
}
