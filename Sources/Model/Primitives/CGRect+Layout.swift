import Foundation

extension CGPoint {
  /// The sum, part by part.
  @inlinable
  package static func + (a: CGPoint, b: CGPoint) -> CGPoint { CGPoint(x: a.x + b.x, y: a.y + b.y) }
  /// The difference, part by part.
  @inlinable
  package static func - (a: CGPoint, b: CGPoint) -> CGPoint { CGPoint(x: a.x - b.x, y: a.y - b.y) }
  /// Adds part by part.
  @inlinable
  package static func += (a: inout CGPoint, b: CGPoint) { a = a + b }
  /// Subtracts part by part.
  @inlinable
  package static func -= (a: inout CGPoint, b: CGPoint) { a = a - b }

  /// The straight distance to `other`, in the same unit as both.
  @inlinable
  package func distance(to other: CGPoint) -> CGFloat {
    let d = self - other
    return (d.x * d.x + d.y * d.y).squareRoot()
  }
}

extension CGRect {
  /// The middle of the rectangle.
  @inlinable
  package var center: CGPoint { CGPoint(x: midX, y: midY) }

  /// The same size at an origin moved by `delta`.
  @inlinable
  package func translated(by delta: CGPoint) -> CGRect {
    CGRect(origin: origin + delta, size: size)
  }

  /// Whether the two share any area. Unlike `intersects(_:)` this never
  /// standardises its operands, so both must have non-negative sizes; it is
  /// called once per view per frame.
  @inlinable
  package func overlaps(_ other: CGRect) -> Bool {
    origin.x < other.origin.x + other.size.width && other.origin.x < origin.x + size.width
      && origin.y < other.origin.y + other.size.height && other.origin.y < origin.y + size.height
  }

  /// The shared area of two rectangles with non-negative sizes; empty, at a
  /// finite origin, when they do not meet.
  @inlinable
  package func clipped(to other: CGRect) -> CGRect {
    let x0 = max(origin.x, other.origin.x)
    let y0 = max(origin.y, other.origin.y)
    let x1 = min(origin.x + size.width, other.origin.x + other.size.width)
    let y1 = min(origin.y + size.height, other.origin.y + other.size.height)
    return CGRect(x: x0, y: y0, width: max(0, x1 - x0), height: max(0, y1 - y0))
  }

  /// Whether origin and size are all finite.
  @inlinable
  package var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}
