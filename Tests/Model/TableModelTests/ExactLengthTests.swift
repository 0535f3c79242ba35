import Expectations
import RandomSupport
import Testing

@testable import TableModel

@Suite("ExactLength")
struct ExactLengthTests {
  @Test("gives back the very double it was made of")
  func roundTrip() {
    var random = SeededRandom(seed: 1)
    for height in [0, 0.5, 1, 44, 44.1, 1e9, 0x1p-12, 0x1p60] {
      expectEqual(ExactLength(points: height).points, height)
    }
    for _ in 0..<2000 {
      let height = Double.random(in: 0x1p-12...1e9, using: &random)
      expectEqual(ExactLength(points: height).points, height)
    }
  }

  @Test("a product becomes a double in one rounding")
  func products() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<2000 {
      let height = Double.random(in: 1...2000, using: &random)
      let count = Int.random(in: 1...1_000_000_000, using: &random)
      expectEqual((ExactLength(points: height) * count).points, height * Double(count))
    }
  }

  @Test("sums, differences, order and points are those of integers of 128 bits")
  func integers() {
    var random = SeededRandom(seed: 4)
    func number() -> Int128 {
      let bits = Int.random(in: 0...126, using: &random)
      let magnitude = Int128.random(in: 0...(1 << bits), using: &random)
      return Bool.random(using: &random) ? magnitude : -magnitude
    }
    for step in 0..<20_000 {
      let a = number()
      // Close to the other one now and then, where they differ in the low word only, or carry.
      let b = step % 3 == 0 ? a ^ Int128(UInt64.random(in: 0...UInt64.max, using: &random)) : number()
      let (left, right) = (ExactLength(units: a), ExactLength(units: b))
      expect((left + right).units == a &+ b && (left - right).units == a &- b)
      expect((left < right) == (a < b) && (left == right) == (a == b))
      expectEqual(left.points, Double(a) * 0x1p-64, "\(a)")
      let (count, exponent) = (UInt64.random(in: 0...UInt64.max >> 2, using: &random), UInt64(step % 63 + 1))
      expectEqual(ExactLength(count, exponent: exponent).units, Int128(count) << Int128(exponent))
    }
  }

  @Test("the last length shown at a position is the greatest that rounds to it or below")
  func lastShown() {
    var random = SeededRandom(seed: 3)
    let unit = ExactLength(units: 1)
    for _ in 0..<2000 {
      let exponent = Double.random(in: -14...40, using: &random)
      let y = Double.random(in: 1..<2, using: &random) * Double(sign: .plus, exponent: Int(exponent), significand: 1)
      let last = ExactLength(lastShownAt: y)
      expect(last.points <= y && (last + unit).points > y, "\(y)")
    }
    expect(ExactLength(lastShownAt: -1) < .zero)
  }
}
