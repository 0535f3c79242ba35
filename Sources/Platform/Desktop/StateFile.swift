import Foundation

/// A short file that the program left in one of the user's folders in an earlier run, and that anything may stand in the
/// place of by now.
package enum StateFile {
  /// The bytes of a file of the user's.
  /// - Parameter most: the length of the longest file that is read.
  /// - Returns: nil for a file that is missing, empty, longer or another user's, and for what is no file. A pipe in its
  ///   place is not waited for.
  package static func bytes(of path: String, most: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_size > 0, status.st_size <= most
    else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, size))
    }
    return bytes.count == size ? bytes : nil
  }
}
