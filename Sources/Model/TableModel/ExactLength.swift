/// A length in units of 2⁻⁶⁴ point, held as an integer of 128 bits.
///
/// Heights are doubles, sums of doubles are rounded, and a sum of ten million rounded heights depends on the order of
/// adding. Sums of these do not: addition is exact, so a sum may be corrected by differences for ever without
/// drifting, and a position becomes a double in one rounding, whatever lies above it.
///
/// Every double from 2⁻¹² up is a whole number of units; smaller heights lose what lies below a unit.
package struct ExactLength: Equatable, Comparable, Sendable {
  // Two words rather than one `Int128`, whose alignment of 16 would widen everything that holds one.
  private var high: Int64
  private var low: UInt64

  /// No points.
  package static let zero = ExactLength(high: 0, low: 0)

  private init(high: Int64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A number of points, and one of the smallest parts of a point: a pair that is summed and compared as one.
  /// - Parameter rest: 0 and up.
  package init(whole: Int, rest: Int) { self.init(high: Int64(whole), low: UInt64(rest)) }

  /// The points without the part of one.
  package var whole: Int { Int(high) }
  /// The part of a point, in smallest ones.
  package var rest: Int { Int(low) }

  /// Some of a fraction of a point.
  /// - Parameter exponent: of the fraction, which is 2 to the power of this less 64 points; 1...63.
  init(_ count: UInt64, exponent: UInt64) {
    self.init(high: Int64(bitPattern: count &>> (64 &- exponent)), low: count &<< exponent)
  }

  init(units: Int128) {
    self.init(high: Int64(truncatingIfNeeded: units >> 64), low: UInt64(truncatingIfNeeded: units))
  }

  var units: Int128 { Int128(high) << 64 | Int128(low) }

  /// The length of `points`, rounded towards 0 to a whole unit; at most `longest`.
  /// - Precondition: `points` is not negative and not NaN.
  package init(points: Double) {
    let bits = min(points, Self.longest).bitPattern
    let shift = Int(bits >> 52 & 0x7FF) - 1023 + 12
    let significand = Int128(bits & (1 << 52 - 1) | 1 << 52)
    self.init(units: shift >= 0 ? significand << shift : shift > -64 ? significand >> -shift : 0)
  }

  /// The greatest length whose `points` are not greater than `points`: comparing with it answers the same as
  /// comparing the rounded positions that are drawn.
  /// - Precondition: `points` is not NaN. Negative points give a length below every other.
  package init(lastShownAt points: Double) {
    guard points >= 0 else {
      self.init(units: -1)
      return
    }
    let clamped = min(points, Self.longest)
    self.init(points: clamped)
    let exponent = Int(clamped.bitPattern >> 52) - 1023
    // Below 2⁻¹¹ points every length is a double of its own.
    guard exponent >= -11 else { return }
    // Half way to the next double a length is rounded to the even one of both.
    let isOdd = clamped.bitPattern & 1 == 1
    self = ExactLength(units: units + (1 << (exponent + 11)) - (isOdd ? 1 : 0))
  }

  /// Longest length made from points: 2⁶⁰, about a billion rows of a billion points.
  package static let longest = 0x1p60

  /// The nearest double, in points.
  package var points: Double {
    // The magnitude, in two words like the length.
    let isNegative = high < 0
    let tail = isNegative ? 0 &- low : low
    let head = isNegative ? ~UInt64(bitPattern: high) &+ (low == 0 ? 1 : 0) : UInt64(bitPattern: high)
    let rounded: Double
    if head == 0 {
      rounded = Double(tail) * 0x1p-64
    } else {
      let zeros = head.leadingZeroBitCount
      let rest = tail << zeros
      // The bits that are cut off must still tell a tie from more than a tie.
      let top = head << zeros | tail >> (64 - zeros) | (rest == 0 ? 0 : 1)
      rounded = Double(top) * Double(bitPattern: UInt64(1023 - zeros) << 52)
    }
    return isNegative ? -rounded : rounded
  }

  package static func < (left: ExactLength, right: ExactLength) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  package static func + (left: ExactLength, right: ExactLength) -> ExactLength {
    let (low, carries) = left.low.addingReportingOverflow(right.low)
    return ExactLength(high: left.high &+ right.high &+ (carries ? 1 : 0), low: low)
  }

  package static func - (left: ExactLength, right: ExactLength) -> ExactLength {
    let (low, borrows) = left.low.subtractingReportingOverflow(right.low)
    return ExactLength(high: left.high &- right.high &- (borrows ? 1 : 0), low: low)
  }

  package static func * (length: ExactLength, count: Int) -> ExactLength {
    ExactLength(units: length.units &* Int128(count))
  }

  package static func += (left: inout ExactLength, right: ExactLength) { left = left + right }
  package static func -= (left: inout ExactLength, right: ExactLength) { left = left - right }
}
