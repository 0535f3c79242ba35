import Foundation

/// Looks at many bytes at once. SIMD types of 16 bytes are what every x86-64 and arm64 has.
package enum ByteScan {
  typealias Chunk = SIMD16<UInt8>

  /// A word with bits set for the bytes of a mask, eight for each byte, in two halves.
  @inline(__always)
  static func halves(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> { unsafeBitCast(mask, to: SIMD2<UInt64>.self) }

  @inline(__always)
  static func load(_ base: UnsafeRawPointer, _ offset: Int) -> Chunk {
    base.loadUnaligned(fromByteOffset: offset, as: Chunk.self)
  }

  /// Finds three bytes, in the order in which they stand.
  @inline(__always)
  package static func each(
    of first: UInt8, _ second: UInt8, _ third: UInt8, in bytes: UnsafeRawBufferPointer,
    found: (_ index: Int, _ byte: UInt8) -> Void
  ) {
    guard let base = bytes.baseAddress else { return }
    let (one, two, three) = (Chunk(repeating: first), Chunk(repeating: second), Chunk(repeating: third))
    var position = 0
    while position &+ 16 <= bytes.count {
      let chunk = load(base, position)
      let marks = halves((chunk .== one) .| (chunk .== two) .| (chunk .== three))
      // A bit a byte.
      var (low, high) = (marks.x & 0x0101_0101_0101_0101, marks.y & 0x0101_0101_0101_0101)
      while low != 0 {
        let place = position &+ low.trailingZeroBitCount / 8
        found(place, base.load(fromByteOffset: place, as: UInt8.self))
        low &= low &- 1
      }
      while high != 0 {
        let place = position &+ 8 &+ high.trailingZeroBitCount / 8
        found(place, base.load(fromByteOffset: place, as: UInt8.self))
        high &= high &- 1
      }
      position &+= 16
    }
    while position < bytes.count {
      let byte = base.load(fromByteOffset: position, as: UInt8.self)
      if byte == first || byte == second || byte == third { found(position, byte) }
      position &+= 1
    }
  }

  /// How many bytes are newlines.
  package static func newlines(in bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let newline = Chunk(repeating: 10)
    var count = 0
    var position = 0
    while position + 16 <= bytes.count {
      // A lane counts to 255 at most.
      var lanes = Chunk()
      let end = min(bytes.count - 15, position + 16 * 255)
      while position < end {
        lanes &-= unsafeBitCast(load(base, position) .== newline, to: Chunk.self)
        position += 16
      }
      let words = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
      for word in [words.x, words.y] {
        let pairs = (word & 0x00ff_00ff_00ff_00ff) &+ (word >> 8 & 0x00ff_00ff_00ff_00ff)
        count += Int((pairs &* 0x0001_0001_0001_0001) >> 48)
      }
    }
    while position < bytes.count {
      if bytes[position] == 10 { count += 1 }
      position += 1
    }
    return count
  }

  /// Whether no byte is beyond ASCII.
  static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var position = 0
    while position + 64 <= bytes.count {
      let all =
        load(base, position) | load(base, position + 16) | load(base, position + 32) | load(base, position + 48)
      let words = unsafeBitCast(all, to: SIMD2<UInt64>.self)
      if (words.x | words.y) & 0x8080_8080_8080_8080 != 0 { return false }
      position += 64
    }
    return bytes[position...].allSatisfy { $0 < 0x80 }
  }

  /// The place of the first newline at or after a byte; nil without one.
  package static func newline(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, 10, bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// The place behind the last newline before a byte; 0 without one.
  package static func lineStart(in bytes: UnsafeRawBufferPointer, before end: Int) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let newline = Chunk(repeating: 10)
    var position = end
    while position >= 16 {
      let marks = halves(load(base, position - 16) .== newline)
      if marks.y != 0 { return position - marks.y.leadingZeroBitCount / 8 }
      if marks.x != 0 { return position - 8 - marks.x.leadingZeroBitCount / 8 }
      position -= 16
    }
    while position > 0, bytes[position - 1] != 10 { position -= 1 }
    return position
  }
}

extension RandomAccessCollection where Index == Int {
  /// Where the elements end for which a condition holds; it holds for the first of them, and for none behind.
  /// - Complexity: O(log n).
  package func end(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Finds literal bytes: two of the rarest of them are compared at sixteen places at once, all of them where both are there.
struct LiteralFinder: Sendable {
  private let needle: [UInt8]
  /// Letters of ASCII match both cases.
  private let foldsCase: Bool
  /// The two places of the needle that are looked at, ascending; one twice in a needle of one byte.
  private let first: Int
  private let second: Int
  /// The first bytes of the needle, and the bits that are set in a text before it is compared with them: of letters the one
  /// that makes them small, of places behind the needle all.
  private var head: (wanted: ByteScan.Chunk, mask: ByteScan.Chunk)

  /// - Parameters:
  ///   - needle: at least one byte.
  ///   - foldsCase: only for ASCII: `k` and `s` also have no other forms then.
  init(_ needle: [UInt8], foldsCase: Bool) {
    let bytes = foldsCase ? needle.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 } : needle
    (self.needle, self.foldsCase) = (bytes, foldsCase)
    let order = bytes.indices.sorted { Self.frequency(bytes[$0]) < Self.frequency(bytes[$1]) }
    let pair = order.prefix(2).sorted()
    (first, second) = (pair[0], pair[pair.count - 1])
    head = (ByteScan.Chunk(repeating: 0xff), ByteScan.Chunk(repeating: 0xff))
    for (index, byte) in bytes.prefix(16).enumerated() {
      (head.wanted[index], head.mask[index]) = (byte, Self.bit(byte, foldsCase))
    }
  }

  /// How often a byte is met in texts and logs, roughly: by its place among those that are met most.
  private static func frequency(_ byte: UInt8) -> Int { common.firstIndex(of: byte).map { common.count - $0 } ?? 0 }
  private static let common = Array(" \0012e3456789taoinsr.:-/,=dlhcufmpgwybvk".utf8) + [0xc3, 0xe2]

  /// Where the needle stands first at or after a byte; nil where it does not.
  func find(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let last = bytes.count - needle.count
    guard start <= last else { return nil }
    if needle.count == 1, !foldsCase {
      return memchr(base + start, Int32(needle[0]), bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
    let (one, other) = (needle[first], needle[second])
    // A letter and its capital differ in one bit, which is set in both before they are compared.
    let fold = (Self.bit(one, foldsCase), Self.bit(other, foldsCase))
    let masks = (ByteScan.Chunk(repeating: fold.0), ByteScan.Chunk(repeating: fold.1))
    let wanted = (ByteScan.Chunk(repeating: one), ByteScan.Chunk(repeating: other))
    var position = start
    // Four at a time, of which most have nothing.
    while position + 63 + needle.count <= bytes.count {
      var hits = SIMD2<UInt64>()
      for step in 0..<4 { hits |= marks(base, position &+ step &* 16, masks, wanted) }
      guard hits.x | hits.y != 0 else {
        position &+= 64
        continue
      }
      for step in 0..<4 {
        let place = position + step * 16
        let marks = marks(base, place, masks, wanted)
        if let found = verified(marks.x, place, bytes) ?? verified(marks.y, place + 8, bytes) { return found }
      }
      position &+= 64
    }
    while position <= last {
      if isNeedle(base + position, bytes.count - position) { return position }
      position += 1
    }
    return nil
  }

  private static func bit(_ byte: UInt8, _ foldsCase: Bool) -> UInt8 {
    foldsCase && byte >= 0x61 && byte <= 0x7a ? 0x20 : 0
  }

  @inline(__always)
  private func marks(
    _ base: UnsafeRawPointer, _ position: Int, _ masks: (ByteScan.Chunk, ByteScan.Chunk),
    _ wanted: (ByteScan.Chunk, ByteScan.Chunk)
  ) -> SIMD2<UInt64> {
    ByteScan.halves((ByteScan.load(base, position &+ first) | masks.0) .== wanted.0)
      & ByteScan.halves((ByteScan.load(base, position &+ second) | masks.1) .== wanted.1)
  }

  @inline(__always)
  private func verified(_ marks: UInt64, _ position: Int, _ bytes: UnsafeRawBufferPointer) -> Int? {
    var marks = marks
    while marks != 0, let base = bytes.baseAddress {
      let place = position + marks.trailingZeroBitCount / 8
      if isNeedle(base + place, bytes.count - place) { return place }
      marks &= ~(0xff << UInt64((place - position) * 8))
    }
    return nil
  }

  /// - Parameter count: bytes that may be read.
  @inline(__always)
  private func isNeedle(_ place: UnsafeRawPointer, _ count: Int) -> Bool {
    guard count >= 16 else { return isNeedle(place, from: 0) }
    let isHead = ByteScan.halves((ByteScan.load(place, 0) | head.mask) .== head.wanted) == SIMD2(repeating: .max)
    return isHead && (needle.count <= 16 || isNeedle(place, from: 16))
  }

  /// Whether the bytes at a place are the needle's from one of them on.
  private func isNeedle(_ place: UnsafeRawPointer, from start: Int) -> Bool {
    (start..<needle.count).allSatisfy {
      place.load(fromByteOffset: $0, as: UInt8.self) | Self.bit(needle[$0], foldsCase) == needle[$0]
    }
  }
}
