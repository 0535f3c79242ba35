import DemoParts
import Foundation

/// The bytes that the rows of a file are made of, by position. Any number of threads may read at once.
protocol ByteSource: Sendable {
  /// Fills `buffer` from byte `offset` on and returns how many bytes there were: fewer than asked for only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(UnreadableInput) -> Int
  /// Bytes there are, as far as that is known.
  var size: Int { get }
  /// Why these may not be all bytes, or not the right ones, in words; nil where nothing is known to be wrong.
  var fault: String? { get }
}

/// The bytes of a file as they are on disk.
///
/// Reading goes through `pread` only. A mapping would raise SIGBUS when another program shortens the
/// file; a read by position answers with fewer bytes. The descriptor is closed with its last owner, and
/// has no position of its own.
final class PlainBytes: ByteSource {
  let descriptor: Int32
  private let path: String

  init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    // A file system in user space is told, and may not answer.
    DispatchQueue(label: "closing").async { [descriptor] in close(descriptor) }
  }

  var size: Int { FileStamp(descriptor: descriptor)?.size ?? 0 }
  var fault: String? { nil }

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
        throw UnreadableInput(path: path, reason: OpenFile.reason(errno))
      }
    }
    return filled
  }
}
