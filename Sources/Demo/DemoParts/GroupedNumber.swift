/// Numbers as people read them. Written by hand because Foundation's formatters load the whole of ICU.
package enum GroupedNumber {
  /// Digits in groups of three from the right. Rows ask for it while they scroll, so it makes nothing but the string.
  /// - Parameter separator: a character of ASCII.
  package static func string(_ number: Int, separator: Unicode.Scalar = ",") -> String {
    // Sign, 19 digits and six separators at most, written from the right.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 26) { bytes in
      var start = bytes.count
      func put(_ byte: UInt8) {
        start -= 1
        bytes[start] = byte
      }
      var (rest, count) = (number.magnitude, 0)
      repeat {
        if count > 0, count % 3 == 0 { put(UInt8(ascii: separator)) }
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
        count += 1
      } while rest > 0
      if number < 0 { put(UInt8(ascii: "-")) }
      return String(decoding: bytes[start...], as: UTF8.self)
    }
  }

  /// A large number to three digits: "8.06 billion", for sums of what is known no better.
  package static func inWords(_ number: Int) -> String {
    let steps = [(1_000_000_000, "billion"), (1_000_000, "million")]
    guard let (unit, name) = steps.first(where: { number >= $0.0 }) else { return string(number) }
    return threeDigits(Double(number) / Double(unit)) + " " + name
  }

  private static func threeDigits(_ value: Double) -> String {
    let scale: Double = value < 10 ? 100 : value < 100 ? 10 : 1
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? string(Int(rounded)) : "\(rounded)"
  }

  /// A length or area: whole from 10 on, else with the decimals it has.
  package static func string(_ number: Double) -> String {
    number < 10 && number != number.rounded() ? "\(number)" : string(Int(number.rounded()))
  }

  /// A size in bytes with a unit, to three digits at least: "14 KB", "1.07 GB".
  package static func bytes(_ count: Int) -> String {
    var value = Double(count)
    var units = ["bytes", "KB", "MB", "GB", "TB", "PB"][...]
    while value >= 1000, units.count > 1 {
      value /= 1000
      units = units.dropFirst()
    }
    let unit = units.first ?? "bytes"
    guard unit != "bytes" else { return count == 1 ? "1 byte" : "\(count) bytes" }
    return threeDigits(value) + " " + unit
  }
}

extension Int {
  /// A length or a part of one as a whole number, cut off towards zero. `Primitives` has the same for the framework, which
  /// the program, on the public interface alone, does not see.
  /// - Parameter fallback: taken for a value that is no number, or larger than counts of pixels and characters are: the
  ///   result of a division by a width of 0, which a damaged font has.
  package init(whole length: Double, or fallback: Int) {
    self = length.magnitude < 0x1p53 ? Int(length) : fallback
  }
}
