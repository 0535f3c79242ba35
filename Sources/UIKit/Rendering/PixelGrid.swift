internal import SDL
import Foundation

/// Maps points of the window to device pixels.
///
/// Edges are rounded, not extents, so that rectangles which touch in points
/// touch in pixels: no gap, no overlap.
struct PixelGrid {
  /// Pixels of one point, and the pixel of the point (0, 0), along each axis.
  var scaleX, scaleY, offsetX, offsetY: Double
  /// What pixels found by this grid still have to go through; nil for maps that
  /// keep rectangles upright, which the scales and offsets express.
  var turn: CGAffineTransform?

  /// - Parameters:
  ///   - transform: from drawn points to window points.
  ///   - scale: device pixels of a window point.
  init(_ transform: CGAffineTransform, scale: Double) {
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
  func x(_ value: Double) -> Int32 { Self.rounded(value * scaleX + offsetX) }

  /// The pixel edge nearest to a place along y.
  func y(_ value: Double) -> Int32 { Self.rounded(value * scaleY + offsetY) }

  /// A length along x and y, as the mean of both, in pixels.
  func length(_ value: Double) -> Double { value * (scaleX + scaleY) / 2 }

  /// The pixels of a rectangle; one that is not empty has at least one along
  /// each axis, so that hairlines are seen.
  func rect(_ rect: CGRect) -> PixelRect {
    let left = x(rect.origin.x)
    let top = y(rect.origin.y)
    var width = x(rect.origin.x + rect.size.width) &- left
    var height = y(rect.origin.y + rect.size.height) &- top
    if width == 0, rect.size.width > 0 { width = 1 }
    if height == 0, rect.size.height > 0 { height = 1 }
    return PixelRect(x: left, y: top, width: width, height: height)
  }

  /// The upright box of pixels around a rectangle after `turn`.
  func box(_ rect: CGRect) -> PixelRect {
    guard let turn else { return self.rect(rect) }
    let pixels = self.rect(rect)
    let corners = [
      turn.apply(pixels.x, pixels.y), turn.apply(pixels.maxX, pixels.y),
      turn.apply(pixels.x, pixels.maxY), turn.apply(pixels.maxX, pixels.maxY),
    ]
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let left = Self.rounded((xs.min() ?? 0).rounded(.down))
    let top = Self.rounded((ys.min() ?? 0).rounded(.down))
    return PixelRect(
      x: left, y: top, width: Self.rounded((xs.max() ?? 0).rounded(.up)) - left,
      height: Self.rounded((ys.max() ?? 0).rounded(.up)) - top)
  }

  /// Far outside of any window, and small enough to add and subtract.
  private static let farthest = 1_000_000.0

  /// The nearest whole number, limited to ±1,000,000; the least for NaN.
  static func rounded(_ value: Double) -> Int32 {
    guard value > -farthest else { return Int32(-farthest) }
    guard value < farthest else { return Int32(farthest) }
    // Truncation of a positive number: cheaper than rounding.
    return Int32(value + (farthest + 0.5)) - Int32(farthest)
  }
}

extension CGAffineTransform {
  /// The image of a place given in whole pixels.
  func apply(_ x: Int32, _ y: Int32) -> (x: Double, y: Double) {
    (a * Double(x) + c * Double(y) + tx, b * Double(x) + d * Double(y) + ty)
  }
}

extension DrawColor {
  /// The colour as the SDL layer takes it.
  var pixelColor: PixelColor {
    PixelColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}
