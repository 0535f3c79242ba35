/// A hash of text and numbers for tables that check what they find: quick, and not
/// safe against those who choose texts so that they collide (such are found slowly,
/// never wrongly).
package struct TextHash {
  @usableFromInline var state: UInt64

  /// - Parameter seed: hashes of different seeds have nothing in common.
  @inlinable package init(seed: UInt64 = 0) { state = 0x9E37_79B9_7F4A_7C15 ^ seed }

  /// The hash of what was combined so far.
  @inlinable package var value: UInt64 { state }

  /// Adds a number.
  @inlinable @inline(__always)
  package mutating func combine(_ word: UInt64) {
    // The high half of the product depends on all bits, the low one on few.
    let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    state = product.high ^ product.low &+ word
  }

  /// Adds bytes, eight at a time, and their number.
  @inlinable @inline(__always)
  package mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
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
