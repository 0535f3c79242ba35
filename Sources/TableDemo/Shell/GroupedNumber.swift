/// Numbers as people read them. Written by hand because Foundation's formatters load the whole of ICU.
enum GroupedNumber {
  /// Digits in groups of three from the right.
  static func string(_ number: Int, separator: Character = ",") -> String {
    var digits = Array(String(number.magnitude))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(separator, at: position)
      position -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  /// A length or area: whole from 10 on, else with the decimals it has.
  static func string(_ number: Double) -> String {
    number < 10 && number != number.rounded() ? "\(number)" : string(Int(number.rounded()))
  }

  /// A size in bytes with a unit, to three digits at least: "14 KB", "1.07 GB".
  static func bytes(_ count: Int) -> String {
    var value = Double(count)
    var units = ["bytes", "KB", "MB", "GB", "TB", "PB"][...]
    while value >= 1000, units.count > 1 {
      value /= 1000
      units = units.dropFirst()
    }
    let unit = units.first ?? "bytes"
    guard unit != "bytes" else { return count == 1 ? "1 byte" : "\(count) bytes" }
    let scale: Double = value < 10 ? 100 : value < 100 ? 10 : 1
    let rounded = (value * scale).rounded() / scale
    return (rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)") + " " + unit
  }
}
