import Foundation

/// Memory that another process can be given by a file descriptor, and that has no name.
package struct SharedMemory: ~Copyable {
  /// For the other process. Closed at the end.
  let descriptor: Int32
  /// In bytes.
  let count: Int
  /// Where it is in this process; nil where it was not asked for.
  let base: UnsafeMutableRawPointer?

  private typealias MakeFile = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32

  /// Constants of `linux/memfd.h` and `linux/fcntl.h`.
  private static let closesOnExec: UInt32 = 1
  private static let allowsSeals: UInt32 = 2
  private static let addSeals: Int32 = 1033
  /// Neither the size nor the seals change again: the other process need not fear to read beyond the end.
  private static let sealOfSeals: Int32 = 1
  private static let sealOfShrinking: Int32 = 2
  private static let sealOfGrowing: Int32 = 4
  private static let sealOfWriting: Int32 = 8

  /// Memory of zeros.
  /// - Parameters:
  ///   - count: in bytes, at least 1.
  ///   - isMapped: whether this process reads or writes it. Pages that no process touches take no memory.
  /// - Returns: nil where the system has no more descriptors, address space or memory for it.
  init?(count: Int, isMapped: Bool) {
    var limit = rlimit()
    // A file beyond the limit would end the program by a signal.
    if getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, UInt64(count) > UInt64(limit.rlim_cur) {
      return nil
    }
    guard count > 0, let descriptor = Self.makeFile("anole-frame") else { return nil }
    guard ftruncate(descriptor, off_t(count)) == 0 else {
      close(descriptor)
      return nil
    }
    _ = fcntl(descriptor, Self.addSeals, Self.sealOfShrinking | Self.sealOfSeals)
    var base: UnsafeMutableRawPointer?
    if isMapped {
      // With its pages: to be given them one by one, when each is first written, takes three times as long.
      base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | Int32(MAP_POPULATE), descriptor, 0)
      guard base != MAP_FAILED else {
        close(descriptor)
        return nil
      }
    }
    self.descriptor = descriptor
    self.count = count
    self.base = base
  }

  deinit {
    if let base { munmap(base, count) }
    close(descriptor)
  }

  /// A file in memory without a path of its own that holds some bytes and never changes again.
  /// - Returns: its descriptor, which is the caller's; nil where the system has no more descriptors or memory.
  package static func file(holding bytes: [UInt8]) -> Int32? {
    guard let descriptor = makeFile("anole") else { return nil }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      close(descriptor)
      return nil
    }
    _ = fcntl(descriptor, addSeals, sealOfSeals | sealOfShrinking | sealOfGrowing | sealOfWriting)
    return descriptor
  }

  private static func makeFile(_ name: String) -> Int32? {
    guard let symbol = dlsym(nil, "memfd_create") else { return nil }
    let descriptor = unsafeBitCast(symbol, to: MakeFile.self)(name, closesOnExec | allowsSeals)
    return descriptor >= 0 ? descriptor : nil
  }
}
