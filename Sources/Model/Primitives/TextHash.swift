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
    let count = raw.count
    // The last bytes are read together with bytes before them, or, of a short text, in halves that overlap.
    if count >= 8 {
      var index = 0
      while index &+ 8 < count {
        combine(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index &+= 8
      }
      combine(raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    } else if count >= 4 {
      let low = UInt64(raw.loadUnaligned(as: UInt32.self))
      let high = UInt64(raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      combine(high << 32 | low)
    } else if count > 0 {
      combine(UInt64(raw[0]) << 16 | UInt64(raw[count / 2]) << 8 | UInt64(raw[count &- 1]))
    }
    combine(UInt64(truncatingIfNeeded: count))
  }

  /// The hash of bytes alone: one call for who looks up a word after the other.
  /// - Parameter seed: as of `init(seed:)`.
  @inlinable package static func hash(of bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    var hash = TextHash(seed: seed)
    hash.combine(bytes)
    return hash.value
  }
}
