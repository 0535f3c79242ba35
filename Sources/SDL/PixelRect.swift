internal import CSDL2

/// A rectangle of whole pixels; y grows downwards. Laid out like `SDL_Rect`.
package struct PixelRect: Hashable, Sendable {
  /// The left top corner.
  package var x, y: Int32
  /// The extent; a rectangle without positive width and height is empty.
  package var width, height: Int32

  /// A rectangle by its left top corner and extent.
  @inlinable
  package init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The first pixel right of, and below, the rectangle.
  @inlinable
  package var maxX: Int32 { x &+ width }
  /// The first pixel below the rectangle.
  @inlinable
  package var maxY: Int32 { y &+ height }

  /// Whether the rectangle holds no pixel.
  @inlinable
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The pixels in both; empty when there are none.
  @inlinable
  package func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) &- left),
      height: max(0, min(maxY, other.maxY) &- top))
  }

  var cRect: SDL_Rect { SDL_Rect(x: x, y: y, w: width, h: height) }
}
