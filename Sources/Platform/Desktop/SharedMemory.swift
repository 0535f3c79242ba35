import Foundation

/// Memory that another process can be given by a file descriptor, and that has no name.
package struct SharedMemory: ~Copyable {
  /// Why there is no memory that can be shared.
  package struct Failure: Error, CustomStringConvertible {
    /// A clause for people.
    package let description: String

    fileprivate init(_ description: String) { self.description = description }

    /// - Parameter call: a call that has just failed.
    fileprivate init(call: String, count: Int) {
      description = "\(call) of \(count) bytes: \(String(cString: strerror(errno)))"
    }
  }

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
  /// - Throws: where the system has no more descriptors, address space or memory for it, or a limit on the size of files.
  init(count: Int, isMapped: Bool) throws(Failure) {
    var limit = rlimit()
    // A file beyond the limit would end the program by a signal.
    if getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, UInt64(count) > UInt64(limit.rlim_cur) {
      throw Failure("\(count) bytes are more than files may have here, \(limit.rlim_cur) (raise the limit: ulimit -f)")
    }
    let descriptor = try Self.makeFile("anole-frame", count: count)
    guard ftruncate(descriptor, off_t(count)) == 0 else {
      let failure = Failure(call: "ftruncate", count: count)
      close(descriptor)
      throw failure
    }
    _ = fcntl(descriptor, Self.addSeals, Self.sealOfShrinking | Self.sealOfSeals)
    var base: UnsafeMutableRawPointer?
    if isMapped {
      // With its pages: to be given them one by one, when each is first written, takes three times as long.
      base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | Int32(MAP_POPULATE), descriptor, 0)
      guard base != MAP_FAILED else {
        let failure = Failure(call: "mmap", count: count)
        close(descriptor)
        throw failure
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
  /// - Returns: its descriptor, which is the caller's.
  /// - Throws: where the system has no more descriptors or memory.
  package static func file(holding bytes: [UInt8]) throws(Failure) -> Int32 {
    let descriptor = try makeFile("anole", count: bytes.count)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      let failure = Failure(call: "write", count: bytes.count)
      close(descriptor)
      throw failure
    }
    _ = fcntl(descriptor, addSeals, sealOfSeals | sealOfShrinking | sealOfGrowing | sealOfWriting)
    return descriptor
  }

  /// - Parameter count: the bytes that it is for.
  private static func makeFile(_ name: String, count: Int) throws(Failure) -> Int32 {
    guard let symbol = dlsym(nil, "memfd_create") else { throw Failure("the C library has no memfd_create") }
    let descriptor = unsafeBitCast(symbol, to: MakeFile.self)(name, closesOnExec | allowsSeals)
    guard descriptor >= 0 else { throw Failure(call: "memfd_create", count: count) }
    return descriptor
  }
}
