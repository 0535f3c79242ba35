/// An element of a `SummedTree`: a piece that covers `weight` consecutive positions and is `length` long.
package protocol SummedElement {
  /// Fills unused storage; never part of a tree's contents.
  static var vacant: Self { get }
  /// Positions covered; at least 1 for an element inside a tree.
  var weight: Int { get }
  /// Points covered; not negative.
  var length: ExactLength { get }
  /// The first `weight` positions and the rest.
  /// - Precondition: `0 < weight < self.weight`.
  func split(at weight: Int) -> (Self, Self)
  /// Takes out some positions.
  /// - Precondition: at least one position remains.
  mutating func remove(_ range: Range<Int>)
  /// Takes `next`, which directly follows, into this element if one element can stand for both.
  /// - Returns: false, with nothing changed, if it cannot.
  mutating func absorb(_ next: Self) -> Bool
}

/// The sums of a stretch of elements.
package struct SummedSpan: Equatable, Sendable {
  /// Positions in the stretch.
  package var weight = 0
  /// Points in the stretch.
  package var length = ExactLength.zero

  static func += (sum: inout SummedSpan, other: SummedSpan) {
    sum.weight += other.weight
    sum.length += other.length
  }

  static func -= (sum: inout SummedSpan, other: SummedSpan) {
    sum.weight -= other.weight
    sum.length -= other.length
  }
}
