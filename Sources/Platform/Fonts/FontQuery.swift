internal import CFontconfig

/// A question to the font catalog.
package struct FontQuery: Hashable, Sendable {
  /// A family's name, or one of fontconfig's own: "sans-serif", "monospace",
  /// "serif", "emoji". A family that is not installed gives the nearest.
  package var family: String
  /// CSS weight, clamped to 1...1000.
  package var weight: Int
  /// Prefer a slanted face.
  package var isSlanted: Bool

  /// The desktop's own face for text, unless told otherwise.
  package init(family: String = "sans-serif", weight: Int = 400, isSlanted: Bool = false) {
    self.family = family
    self.weight = weight
    self.isSlanted = isSlanted
  }

  /// The query as fontconfig takes it, with the user's configuration applied.
  /// The caller destroys it.
  func pattern(
    configuration: OpaquePointer, covering scalar: Unicode.Scalar? = nil
  ) -> OpaquePointer? {
    guard let pattern = FcPatternCreate() else { return nil }
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcPatternAddInteger(
      pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(min(max(weight, 1), 1000))))
    FcPatternAddInteger(pattern, FC_SLANT, isSlanted ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    if let scalar, let charset = FcCharSetCreate() {
      FcCharSetAddChar(charset, scalar.value)
      FcPatternAddCharSet(pattern, FC_CHARSET, charset)
      FcCharSetDestroy(charset)
    }
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    return pattern
  }
}
