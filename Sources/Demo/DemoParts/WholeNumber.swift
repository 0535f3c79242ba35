extension Int {
  /// A length or a part of one as a whole number, cut off towards zero.
  /// - Parameter fallback: taken for what is no number, or larger than anything that is counted on a screen: what a damaged
  ///   font makes of a division by a width.
  package init(whole length: Double, or fallback: Int) {
    self = length.magnitude < 0x1p53 ? Int(length) : fallback
  }
}
