/// What a `SummedTree` keeps in its leaves: a piece that covers `weight` consecutive positions and is `length` points
/// long.
package protocol SummedElement {
  /// Fills unused storage; never part of a tree's contents.
  static var vacant: Self { get }
  /// Positions covered; at least 1 for an element inside a tree.
  var weight: Int { get }
  /// Points covered; finite and not negative.
  var length: Double { get }
  /// The first `weight` positions and the rest. The two parts absorb each other again.
  /// - Precondition: `0 < weight < self.weight`.
  func split(at weight: Int) -> (Self, Self)
  /// Takes `next`, which directly follows, into this element if one element can stand for both.
  /// - Returns: false, with nothing changed, if it cannot.
  mutating func absorb(_ next: Self) -> Bool
}

/// The sums of a stretch of elements.
package struct SummedSpan: Equatable {
  /// Positions in the stretch.
  package var weight = 0
  /// Points in the stretch.
  package var length = 0.0

  static func += (sum: inout SummedSpan, other: SummedSpan) {
    sum.weight += other.weight
    sum.length += other.length
  }
}
