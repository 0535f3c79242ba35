/// A hash of text and numbers for tables that check what they find: quick, and not
/// safe against those who choose texts so that they collide (such are found slowly,
/// never wrongly).
struct TextHash {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    // The high half of the product depends on all bits, the low one on few.
    let product = (value ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    value = product.high ^ product.low &+ word
  }

  /// Bytes, eight at a time, and their number.
  @inline(__always)
  mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
      combine(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest = UInt64(truncatingIfNeeded: raw.count)
    while index < raw.count {
      rest = rest << 8 | UInt64(raw[index])
      index += 1
    }
    combine(rest)
  }
}
