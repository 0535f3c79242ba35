import Foundation
import Pixels

/// Maps points of the window to device pixels.
///
/// Edges are rounded, not extents, so that rectangles which touch in points
/// touch in pixels: no gap, no overlap. Drawing and the search for what has
/// changed both go through here, so they agree to the pixel.
package struct PixelGrid {
  /// Pixels of one point, and the pixel of the point (0, 0), along each axis.
  package var scaleX, scaleY, offsetX, offsetY: Double
  /// The transform to apply to pixels found by this grid; nil for maps that
  /// keep rectangles upright, which the scales and offsets express.
  package var turn: CGAffineTransform?

  /// - Parameters:
  ///   - transform: from drawn points to window points.
  ///   - scale: device pixels of a window point.
  package init(_ transform: CGAffineTransform = .identity, scale: Double) {
    if transform.isTranslationAndScale {
      scaleX = transform.a * scale
      scaleY = transform.d * scale
      offsetX = transform.tx * scale
      offsetY = transform.ty * scale
      return
    }
    scaleX = scale
    scaleY = scale
    offsetX = 0
    offsetY = 0
    turn = transform
    turn?.tx *= scale
    turn?.ty *= scale
  }

  /// The pixel edge nearest to a place along x.
  @inline(__always)
  package func x(_ value: Double) -> Int32 { Self.rounded(value * scaleX + offsetX) }

  /// The pixel edge nearest to a place along y.
  @inline(__always)
  package func y(_ value: Double) -> Int32 { Self.rounded(value * scaleY + offsetY) }

  /// A length along x and y, as the mean of both, in pixels.
  package func length(_ value: Double) -> Double { value * (scaleX + scaleY) / 2 }

  /// The pixels of a rectangle before `turn`; one that is not empty has at least
  /// one along each axis, so that hairlines are seen.
  package func pixels(of rect: CGRect) -> PixelRect {
    let left = x(rect.origin.x)
    let top = y(rect.origin.y)
    var right = x(rect.origin.x + rect.size.width)
    var bottom = y(rect.origin.y + rect.size.height)
    if right == left, rect.size.width > 0 { right += 1 }
    if bottom == top, rect.size.height > 0 { bottom += 1 }
    return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }

  /// The upright box of pixels around a rectangle after `turn`.
  package func box(of rect: CGRect) -> PixelRect { turned(pixels(of: rect)) }

  /// The upright box of pixels around pixels of this grid after `turn`.
  package func turned(_ rect: PixelRect) -> PixelRect {
    guard let turn else { return rect }
    let corners = [
      turn.apply(rect.minX, rect.minY), turn.apply(rect.maxX, rect.minY),
      turn.apply(rect.minX, rect.maxY), turn.apply(rect.maxX, rect.maxY),
    ]
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    return PixelRect(
      minX: Self.rounded((xs.min() ?? 0).rounded(.down)),
      minY: Self.rounded((ys.min() ?? 0).rounded(.down)),
      maxX: Self.rounded((xs.max() ?? 0).rounded(.up)),
      maxY: Self.rounded((ys.max() ?? 0).rounded(.up)))
  }

  /// Far outside of any window, and small enough to add and subtract.
  static var farthest: Double { 1_000_000 }

  /// The nearest whole number, limited to ±1,000,000; the least for NaN.
  @inline(__always)
  package static func rounded(_ value: Double) -> Int32 {
    guard value > -farthest else { return Int32(-farthest) }
    guard value < farthest else { return Int32(farthest) }
    // Truncation of a positive number: cheaper than rounding.
    return Int32(value + (farthest + 0.5)) - Int32(farthest)
  }
}

extension CGAffineTransform {
  /// The image of a place given in whole pixels.
  package func apply(_ x: Int32, _ y: Int32) -> (x: Double, y: Double) {
    (a * Double(x) + c * Double(y) + tx, b * Double(x) + d * Double(y) + ty)
  }
}

extension Int {
  /// A measured length as a whole number, cut off towards zero.
  ///
  /// A font whose file was cut while the program runs has widths of 0, and what is divided by them is infinite or no number.
  /// - Parameter fallback: taken for a value that is no number, or larger than counts of pixels and characters are.
  @inline(__always)
  package init(measured length: Double, else fallback: Int) {
    self = length.magnitude < 0x1p53 ? Int(length) : fallback
  }
}
