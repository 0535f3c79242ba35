extension Int {
  /// A measured length as a whole number, cut off towards zero.
  ///
  /// A font whose file was cut while the program runs has widths of 0, and what is divided by them is infinite or no number.
  /// - Parameter fallback: taken for what is no number, or larger than counts of pixels and characters are.
  @inline(__always)
  package init(measured length: Double, else fallback: Int) {
    self = length.magnitude < 0x1p53 ? Int(length) : fallback
  }
}
