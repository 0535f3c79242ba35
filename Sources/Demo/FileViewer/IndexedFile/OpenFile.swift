import DemoParts
import Foundation
import Gzip

/// The file system's figures of a file's content, without reading it. Equal stamps mean equal bytes, unless the file
/// was written within the resolution of the kernel's clock.
package struct FileStamp: Equatable, Sendable {
  /// Which file it is, whatever names lead to it.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
  }

  package let identity: Identity
  /// In bytes; 0 for the files of /proc, which can be read nonetheless.
  package let size: Int
  /// When the content was changed last, in nanoseconds since 1970.
  package let modified: Int64
  /// When content or attributes were changed last; unlike `modified` no program can set it back.
  package let changed: Int64

  private init?(_ ask: (inout stat) -> Int32) {
    var status = stat()
    guard ask(&status) == 0 else { return nil }
    func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    size = Int(status.st_size)
    modified = nanoseconds(status.st_mtim)
    changed = nanoseconds(status.st_ctim)
  }

  /// The stamp of a file that is open; nil when the file system does not answer.
  init?(descriptor: Int32) { self.init { fstat(descriptor, &$0) } }

  /// The stamp of the file a path leads to now, links followed; nil when it leads nowhere.
  package init?(path: String) { self.init { stat(path, &$0) } }

  /// Whether the file was written so shortly ago that a further write may leave the same stamp.
  package var isFresh: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec) &- max(modified, changed)
    return abs(age) < 50_000_000
  }
}

/// A regular file held open for reading by position, as it is or as the text that is compressed in it.
///
/// Every call takes as long as the file system likes: the main actor makes none of them, but has a `FileLane` make
/// them.
final class OpenFile: Sendable {
  let path: String
  private let plain: PlainBytes
  private let content: any ByteSource
  /// The content of a compressed file; nil for one that is read as it is.
  private let gzip: GzipBytes?

  /// Opens `path`. Waits for no other program: a named pipe is refused instead of waited for.
  init(path: String) throws(UnreadableInput) {
    self.path = path
    plain = PlainBytes(path: path, descriptor: try Self.open(path))
    gzip = Self.isGzip(plain) ? GzipBytes(plain) : nil
    content = gzip ?? plain
  }

  /// Which file a path leads to, if it can be opened; closes it at once.
  static func identity(ofFileAt path: String) throws(UnreadableInput) -> FileStamp.Identity {
    let descriptor = try open(path)
    defer { close(descriptor) }
    guard let stamp = FileStamp(descriptor: descriptor) else {
      throw UnreadableInput(path: path, reason: reason(errno))
    }
    return stamp.identity
  }

  private static func open(_ path: String) throws(UnreadableInput) -> Int32 {
    // O_NONBLOCK matters for pipes and devices only, which are refused below.
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw UnreadableInput(path: path, reason: reason(errno)) }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kind == S_IFREG else {
      close(descriptor)
      throw UnreadableInput(
        path: path, reason: kind == S_IFDIR ? "is a directory, not a text file" : "is not a regular file")
    }
    return descriptor
  }

  private static func isGzip(_ plain: PlainBytes) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 3, alignment: 1) { buffer in
      // A file that cannot be read says so when its content is asked for.
      (try? plain.read(into: buffer, at: 0)) == 3 && GzipStream.isGzip(buffer)
    }
  }

  var descriptor: Int32 { plain.descriptor }
  /// The stamp of the file now; nil when the file system does not answer.
  var stamp: FileStamp? { FileStamp(descriptor: descriptor) }
  /// The name of the content: the path without what it says of a compression.
  var contentPath: String { isCompressed && path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path }
  var isCompressed: Bool { gzip != nil }
  /// Bytes of the file when it was looked at last; nil for one that is not compressed.
  var compressedSize: Int? { gzip?.dataSize }

  /// Takes in what has come of compressed data. Called by one thread at a time.
  /// - Returns: false where the file has to be opened anew to be read: the data is another one, or is compressed now.
  func takeGrowth() -> Bool { gzip?.takeGrowth() ?? !Self.isGzip(plain) }

  /// The size in bytes as far as it is known now: of a compressed text, an estimate until it was read once; 0 for the files
  /// of /proc, which can be read nonetheless.
  var size: Int { content.size }

  /// Why this may not be all of the content, in words; nil where nothing is known to be wrong. Asks no file system.
  var fault: String? { content.fault }

  /// Fills `buffer` from byte `offset` on and returns how many bytes there were: fewer than asked for
  /// only at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(UnreadableInput) -> Int {
    try content.read(into: buffer, at: offset)
  }

  /// The bytes from `offset` on, `count` of them or as many as there are.
  func bytes(at offset: Int, count: Int) throws(UnreadableInput) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(UnreadableInput) in try self.read(into: buffer, at: offset) }
    }
    bytes.removeLast(count - (try read.get()))
    return bytes
  }

  /// Tells the kernel that the whole file will be read once from front to back, so that it reads ahead.
  func adviseSequential() {
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  /// The reason for which a file cannot be read, by an error of the system.
  static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES: "may not be read (permission denied)"
    case EMFILE, ENFILE: "too many files are open"
    default: String(cString: strerror(code))
    }
  }
}
