/// The input of a shaper besides the characters: the shapes of letters depend on it.
package struct TextShaping: Hashable, Sendable {
  /// Whether the first character is the rightmost; brackets are mirrored then.
  package var isRightToLeft: Bool
  /// ISO 15924 tag as four ASCII bytes, most significant first ("Latn").
  package var script: UInt32

  /// The tag of Latin.
  package static let latin: UInt32 = 0x4C61_746E

  /// Latin from left to right, as far as nothing else is said.
  @inlinable package init(isRightToLeft: Bool = false, script: UInt32 = 0x4C61_746E) {
    self.isRightToLeft = isRightToLeft
    self.script = script
  }
}
