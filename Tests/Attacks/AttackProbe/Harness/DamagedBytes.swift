import UIKit

/// Bytes of a file and the ways to damage them; offsets and lengths are taken modulo what is there.
struct DamagedBytes {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Verbs that `apply` knows, with the number of their numbers.
  static let verbs: [(name: String, numbers: Int)] = [
    ("flip", 2), ("set", 2), ("number", 3), ("truncate", 1), ("remove", 2), ("repeat", 3), ("insert", 3),
  ]

  /// A random damage.
  static func step<Random: RandomNumberGenerator>(_ random: inout Random) -> Step {
    let verb = verbs[Int.random(in: 0..<verbs.count, using: &random)]
    var step = Step(verb.name)
    step.numbers = (0..<verb.numbers).map { _ in Int.random(in: 0..<(1 << 31), using: &random) }
    // Most damage is small, and most of it where headers are.
    if Bool.random(using: &random), verb.name != "truncate" { step.numbers[0] %= 128 }
    return step
  }

  /// Values that numbers in files go wrong at.
  private static let numbers: [UInt32] = [
    0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
    60_000, 16_384, 16_385, 0x4000_0000,
  ]

  /// Damages the bytes.
  /// - Returns: false when the step does no damage.
  mutating func apply(_ step: Step) -> Bool {
    let start = step.choice(0, of: bytes.count)
    let length = min(step.choice(1, of: 300), bytes.count - start)
    switch step.verb {
    case "flip": if !bytes.isEmpty { bytes[start] ^= 1 << UInt8(step.choice(1, of: 8)) }
    case "set": if !bytes.isEmpty { bytes[start] = UInt8(step.choice(1, of: 256)) }
    case "number":
      let value = Self.numbers[step.choice(1, of: Self.numbers.count)]
      let size = step.flag(2) ? 4 : 2
      for place in 0..<size where start + place < bytes.count {
        bytes[start + place] = UInt8(truncatingIfNeeded: value >> UInt32(8 * (size - 1 - place)))
      }
    case "truncate": bytes.removeSubrange(start...)
    case "remove": bytes.removeSubrange(start..<(start + length))
    case "repeat":
      let piece = Array(bytes[start..<(start + length)])
      for _ in 0..<step.choice(2, of: 50) { bytes.insert(contentsOf: piece, at: start) }
    case "insert": bytes.insert(contentsOf: repeatElement(UInt8(step.choice(2, of: 256)), count: length), at: start)
    default: return false
    }
    return true
  }
}
