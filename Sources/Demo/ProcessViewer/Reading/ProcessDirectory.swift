import DemoParts
import Foundation

/// Reads the files of `/proc`, or of a directory made like it: one read a file, into one buffer.
///
/// Processes end while they are being read. What is gone, may not be read or makes no sense is passed over.
final class ProcessDirectory {
  private let path: String
  private let stream: OpaquePointer
  private let descriptor: Int32
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

  init(path: String) throws(UnreadableInput) {
    guard let stream = opendir(path) else {
      throw UnreadableInput(path: path, reason: String(cString: strerror(errno)))
    }
    self.path = path
    self.stream = stream
    descriptor = dirfd(stream)
  }

  deinit {
    closedir(stream)
    buffer.deallocate()
  }

  /// Calls `body` with what the kernel says of each process.
  func forEachProcess(_ body: (StatLine) -> Void) {
    rewinddir(stream)
    while let entry = readdir(stream) {
      guard let pid = Self.pid(of: entry), let line = stat(of: pid), line.pid == pid else { continue }
      body(line)
    }
  }

  /// The kernel's figures of one process; nil if it does not exist.
  func stat(of pid: Int32) -> StatLine? {
    read("\(pid)/stat").flatMap { StatLine($0) }
  }

  /// Whose process it is; nil if it is gone.
  func user(of pid: Int32) -> UInt32? {
    var status = Foundation.stat()
    return fstatat(descriptor, "\(pid)", &status, 0) == 0 ? status.st_uid : nil
  }

  /// The first bytes of its command line, arguments with a zero byte behind each; empty for the kernel's own.
  func command(of pid: Int32) -> UnsafeRawBufferPointer {
    read("\(pid)/cmdline") ?? UnsafeRawBufferPointer(rebasing: buffer[..<0])
  }

  /// - Returns: nil for what cannot be read. Of meaning until the next call.
  private func read(_ name: String) -> UnsafeRawBufferPointer? {
    // Waits for nothing where the directory is not the kernel's and has a pipe in it.
    let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    while true {
      let count = Foundation.read(file, buffer.baseAddress, buffer.count)
      if count >= 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
      guard errno == EINTR else { return nil }
    }
  }

  /// The number a directory is named after; nil for other names.
  private static func pid(of entry: UnsafeMutablePointer<dirent>) -> Int32? {
    withUnsafeBytes(of: &entry.pointee.d_name) { name in
      var pid: Int32 = 0
      for byte in name.prefix(while: { $0 != 0 }) {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), pid > 0 || byte != UInt8(ascii: "0") else {
          return nil
        }
        let (tens, overflows) = pid.multipliedReportingOverflow(by: 10)
        let (sum, carries) = tens.addingReportingOverflow(Int32(byte - UInt8(ascii: "0")))
        guard !overflows, !carries else { return nil }
        pid = sum
      }
      return pid > 0 ? pid : nil
    }
  }
}
