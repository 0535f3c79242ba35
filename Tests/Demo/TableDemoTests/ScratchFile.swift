import Foundation

/// A file in the temporary directory that is removed with its last owner.
final class ScratchFile {
  let path: String

  init(_ bytes: [UInt8] = [], suffix: String = "") throws {
    path = NSTemporaryDirectory() + "anole-test-\(UUID().uuidString)\(suffix)"
    try Data(bytes).write(to: URL(filePath: path))
  }

  convenience init(_ text: String, suffix: String = "") throws { try self.init(Array(text.utf8), suffix: suffix) }

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

  /// Writes over the bytes from `offset` on in place: the file is the same one, and as long as before or longer.
  func overwrite(_ text: String, at offset: Int = 0) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? handle.close() }
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: Data(text.utf8))
  }

  /// Cuts the file to nothing and writes it again, as editors without a copy and shells do.
  func rewrite(_ text: String) throws {
    try truncate(to: 0)
    try overwrite(text)
  }

  /// Puts another file in the place of this one, as editors with a copy do.
  func replace(by text: String) throws {
    let other = path + "-new"
    try Data(text.utf8).write(to: URL(filePath: other))
    guard rename(other, path) == 0 else { throw POSIXError(.EIO) }
  }

  /// Removes the file before its last owner goes.
  func remove() { unlink(path) }
}
