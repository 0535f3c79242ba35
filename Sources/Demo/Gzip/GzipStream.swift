internal import CZlib

/// Gzip data that is decompressed from front to back by zlib. The texts of members that follow each other are one text.
///
/// A copy goes on from where it was made, on its own: about 40 kB until it reads, and 64 kB more from then on. Used by one
/// thread at a time; any number may copy a stream that none uses.
package final class GzipStream {
  /// Where and why the text ends.
  package enum End: Sendable, Equatable {
    /// The data ends with a member, or with zeros behind it.
    case whole
    /// The data ends within a member.
    case cutOff
    /// The data cannot be decompressed from about this byte on.
    case damaged(at: Int)
    /// The text of the last member is not the one that was compressed, by its checksum or its length.
    case wrongChecksum
    /// The bytes from this one on, behind a member, are no gzip data.
    case surplus(at: Int)
  }

  /// Nil as long as there may be more.
  package private(set) var end: End?
  /// The byte of the data that is taken next.
  package private(set) var offset = 0

  /// On the heap: zlib keeps the address.
  private let zlib: UnsafeMutablePointer<z_stream>
  /// Data that was read; empty before the first read.
  private var input: [UInt8] = []
  private var unread = 0..<0
  private var isInputOver = false
  private var isBetweenMembers = false

  private static let inputLength = 64 << 10
  /// zlib's number for its largest window and gzip's header and trailer.
  private static let gzipWindow: Int32 = 15 + 16

  private init(_ prepare: (UnsafeMutablePointer<z_stream>) -> Int32) {
    zlib = .allocate(capacity: 1)
    zlib.initialize(to: z_stream())
    let status = prepare(zlib)
    precondition(status == Z_OK, "zlib cannot be used (\(status)): it has another version, or no memory")
  }

  /// Begins with the first byte.
  package convenience init() {
    self.init { inflateInit2_($0, Self.gzipWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) }
  }

  deinit {
    inflateEnd(zlib)
    zlib.deallocate()
  }

  /// Whether data begins like a member.
  package static func isGzip(_ beginning: some Collection<UInt8>) -> Bool { beginning.starts(with: [0x1f, 0x8b, 8]) }

  package func copy() -> GzipStream {
    let copy = GzipStream { inflateCopy($0, zlib) }
    (copy.end, copy.offset, copy.isBetweenMembers) = (end, offset, isBetweenMembers)
    return copy
  }

  /// Has the text go on, where the data ended with it or before, for data that has grown since.
  package func goOn() {
    if end == .whole || end == .cutOff { (end, isInputOver) = (nil, false) }
  }

  /// Decompresses the next bytes of the text.
  /// - Parameter read: fills a buffer with data from an offset on, and returns how many bytes there were: fewer only at the
  ///   end of the data.
  /// - Returns: how many bytes were written: fewer than there is room for only at the end of the text.
  package func fill<Failure: Error>(
    _ target: UnsafeMutableRawBufferPointer,
    read: (UnsafeMutableRawBufferPointer, _ offset: Int) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    var filled = 0
    while filled < target.count, end == nil {
      if unread.isEmpty, !isInputOver { try refill(read) }
      if isBetweenMembers, !enterMember() { continue }
      filled += inflate(into: UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
    }
    return filled
  }

  private func refill<Failure: Error>(
    _ read: (UnsafeMutableRawBufferPointer, _ offset: Int) throws(Failure) -> Int
  ) throws(Failure) {
    if input.isEmpty { input = [UInt8](repeating: 0, count: Self.inputLength) }
    var result = Result<Int, Failure>.success(0)
    input.withUnsafeMutableBytes { buffer in
      result = Result { () throws(Failure) in try read(buffer, offset) }
    }
    let count = try result.get()
    (unread, isInputOver) = (0..<count, count < Self.inputLength)
  }

  private func take(_ count: Int) {
    unread = unread.lowerBound + count..<unread.upperBound
    offset += count
  }

  /// Looks for a further member behind zeros.
  /// - Returns: false where the text ends, or more data has to be read first.
  private func enterMember() -> Bool {
    take(input[unread].prefix { $0 == 0 }.count)
    guard let first = input[unread].first else {
      if isInputOver { end = .whole }
      return false
    }
    guard first == 0x1f else {
      end = .surplus(at: offset)
      return false
    }
    isBetweenMembers = false
    return true
  }

  /// - Returns: how many bytes were written.
  private func inflate(into target: UnsafeMutableRawBufferPointer) -> Int {
    let status = input.withUnsafeMutableBytes { input in
      let bytes = input.bindMemory(to: UInt8.self)
      zlib.pointee.next_in = bytes.baseAddress.map { $0 + unread.lowerBound }
      zlib.pointee.avail_in = UInt32(unread.count)
      zlib.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
      zlib.pointee.avail_out = UInt32(target.count)
      return CZlib.inflate(zlib, Z_NO_FLUSH)
    }
    take(unread.count - Int(zlib.pointee.avail_in))
    switch status {
    case Z_OK: break
    case Z_STREAM_END:
      inflateReset(zlib)
      isBetweenMembers = true
    // Nothing was read or written: there is no more data.
    case Z_BUF_ERROR: if isInputOver { end = .cutOff }
    default:
      let fault = zlib.pointee.msg.map { String(cString: $0) }
      let isChecked = fault == "incorrect data check" || fault == "incorrect length check"
      end = isChecked ? .wrongChecksum : .damaged(at: offset)
    }
    return target.count - Int(zlib.pointee.avail_out)
  }
}
