/// How fast a table scrolls by itself while something is dragged near its upper or lower edge.
///
/// The speed grows with the square of how deep the pointer is in the stretch along the edge, and further beyond it. A
/// drag that begins within the stretch does not scroll until the pointer goes towards the edge.
package struct EdgeScroll {
  /// Points along an edge where the table scrolls, unless it is too small for that.
  package static let zone = 56.0
  /// Points a second with the pointer at the edge itself; up to four times that beyond it.
  package static let edgeSpeed = 900.0
  /// How far a drag that begins near an edge goes towards it before the table scrolls, in points.
  private static let slack = 4.0

  /// The stretches that count, in points from the edges.
  private var above, below: Double

  /// - Parameters:
  ///   - pointer: where the drag begins.
  ///   - viewport: the visible area without insets, in the same coordinates, in points.
  package init(pointer: Double, viewport: Range<Double>) {
    above = min(Self.zone(of: viewport), pointer - viewport.lowerBound - Self.slack)
    below = min(Self.zone(of: viewport), viewport.upperBound - pointer - Self.slack)
  }

  /// Follows the pointer.
  /// - Returns: points a second, negative towards the top; 0 away from the edges.
  package mutating func speed(pointer: Double, viewport: Range<Double>) -> Double {
    let zone = Self.zone(of: viewport)
    let fromTop = pointer - viewport.lowerBound
    let fromBottom = viewport.upperBound - pointer
    above = min(zone, max(above, fromTop - Self.slack))
    below = min(zone, max(below, fromBottom - Self.slack))
    guard zone > 0 else { return 0 }
    func speed(_ depth: Double) -> Double {
      let share = min(2, max(0, depth / zone))
      return Self.edgeSpeed * share * share
    }
    return speed(below - fromBottom) - speed(above - fromTop)
  }

  private static func zone(of viewport: Range<Double>) -> Double {
    min(zone, (viewport.upperBound - viewport.lowerBound) / 4)
  }
}
