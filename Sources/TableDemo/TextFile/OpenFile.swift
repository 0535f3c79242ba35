import Foundation

/// Why an input cannot be shown: what was asked for and what the system said of it, as one line.
struct UnreadableInput: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { path.isEmpty ? "an empty path names no file" : "\(path): \(reason)" }
}

/// A regular file held open for reading by position.
///
/// Reading goes through `pread` only. A mapping would raise SIGBUS when another program shortens the
/// file; a read by position answers with fewer bytes. The descriptor is closed with its last owner, and
/// has no position of its own, so any number of threads may read at once.
final class OpenFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens `path`. Waits for nothing: a named pipe is refused instead of waited for.
  init(path: String) throws(UnreadableInput) {
    // O_NONBLOCK matters for pipes and devices only, which are refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw UnreadableInput(path: path, reason: Self.reason(errno))
    }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kind == S_IFREG else {
      close(descriptor)
      throw UnreadableInput(
        path: path, reason: kind == S_IFDIR ? "is a directory, not a text file" : "is not a regular file")
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The size in bytes the file system reports now; 0 for the files of /proc, which can be read nonetheless.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Fills `buffer` from byte `offset` on and returns how many bytes there were: fewer than asked for
  /// only at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(UnreadableInput) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    var filled = 0
    while filled < buffer.count {
      let got = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
      if got > 0 {
        filled += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        throw UnreadableInput(path: path, reason: Self.reason(errno))
      }
    }
    return filled
  }

  /// Tells the kernel that the whole file will be read once from front to back, so that it reads ahead.
  func adviseSequential() {
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES: "may not be read (permission denied)"
    default: String(cString: strerror(code))
    }
  }
}
