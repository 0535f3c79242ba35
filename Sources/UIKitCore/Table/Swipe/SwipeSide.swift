/// The side of a row that swiping bares.
package enum SwipeSide: Sendable {
  /// The left side: the row moves to the right.
  case leading
  /// The right side: the row moves to the left.
  case trailing

  /// The sign of the row's offset when the side is bared.
  package var sign: Double { self == .leading ? 1 : -1 }
}
