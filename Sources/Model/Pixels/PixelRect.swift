/// A rectangle of whole device pixels; y grows downwards.
///
/// Laid out like `SDL_Rect`, so that the renderer can hand over many of them as they are.
public struct PixelRect: Hashable, Sendable {
  /// The left top corner.
  public var x, y: Int32
  /// The extent; a rectangle without positive width and height is empty.
  public var width, height: Int32

  /// A rectangle without pixels.
  @inlinable
  public static var empty: PixelRect { PixelRect(x: 0, y: 0, width: 0, height: 0) }

  /// A rectangle by its left top corner and extent.
  @inlinable
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle by the first column and row inside and the first beyond; empty when a far edge is not beyond the near
  /// one.
  @inlinable
  public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.init(x: minX, y: minY, width: max(0, maxX &- minX), height: max(0, maxY &- minY))
  }

  /// The first column and row inside.
  @inlinable
  public var minX: Int32 { x }
  /// The first row inside.
  @inlinable
  public var minY: Int32 { y }
  /// The first column right of the rectangle.
  @inlinable
  public var maxX: Int32 { x &+ width }
  /// The first row below the rectangle.
  @inlinable
  public var maxY: Int32 { y &+ height }

  /// Whether the rectangle holds no pixel.
  @inlinable
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The number of pixels.
  @inlinable
  public var area: Int { Int(max(0, width)) * Int(max(0, height)) }

  /// The pixels in both; empty when there are none.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(x, other.x), minY: max(y, other.y), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(x, other.x), minY: min(y, other.y), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Whether some pixel is in both.
  @inlinable
  public func overlaps(_ other: PixelRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// Whether every pixel of `other` is in this one.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY)
  }

  /// Whether both hold the same pixels; empty rectangles are alike wherever they are.
  @inlinable
  public func isSameArea(as other: PixelRect) -> Bool { self == other || (isEmpty && other.isEmpty) }

  /// The same extent moved by `dx` and `dy` pixels.
  @inlinable
  public func translated(dx: Int32, dy: Int32) -> PixelRect {
    PixelRect(x: x &+ dx, y: y &+ dy, width: width, height: height)
  }

  /// Grown by `amount` pixels on each side.
  @inlinable
  public func outset(by amount: Int32) -> PixelRect {
    PixelRect(x: x &- amount, y: y &- amount, width: width &+ 2 &* amount, height: height &+ 2 &* amount)
  }
}
