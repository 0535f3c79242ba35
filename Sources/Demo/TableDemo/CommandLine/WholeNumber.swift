import ArgumentParser
import DemoParts

/// The number of an argument made of digits and, between digits, single underscores; nil for anything
/// else or a number too large for `Int`.
func wholeNumber(_ text: some StringProtocol) -> Int? {
  let groups = text.split(separator: "_", omittingEmptySubsequences: false)
  guard groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
    return nil
  }
  return Int(groups.joined())
}

/// The number of an argument when it lies in `range`; else an error that names the range.
func wholeNumber(_ argument: String, in range: ClosedRange<Int>) throws(ValidationError) -> Int {
  guard let number = wholeNumber(argument), range.contains(number) else {
    throw ValidationError(
      "expected a whole number from \(range.lowerBound) to "
        + GroupedNumber.string(range.upperBound, separator: "_") + ".")
  }
  return number
}
