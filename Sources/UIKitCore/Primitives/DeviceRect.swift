/// A rectangle of whole device pixels.
package struct DeviceRect: Hashable, Sendable {
  /// The first column and row inside, and the first beyond.
  package var minX, minY, maxX, maxY: Int32

  /// A rectangle without pixels.
  package static let empty = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// A rectangle by its edges; empty when a far edge is not beyond the near one.
  package init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The extent in pixels; 0 for empty rectangles.
  package var width: Int32 { max(0, maxX - minX) }
  package var height: Int32 { max(0, maxY - minY) }
  /// Whether it holds no pixel.
  package var isEmpty: Bool { maxX <= minX || maxY <= minY }
  /// The number of pixels.
  package var area: Int { Int(width) * Int(height) }

  /// The pixels in both; empty when there are none.
  package func intersection(_ other: DeviceRect) -> DeviceRect {
    DeviceRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  package func union(_ other: DeviceRect) -> DeviceRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return DeviceRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// Whether some pixel is in both.
  package func overlaps(_ other: DeviceRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Whether every pixel of `other` is in this one.
  package func contains(_ other: DeviceRect) -> Bool {
    other.isEmpty
      || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }

  /// Whether both hold the same pixels; empty rectangles are alike wherever
  /// they are.
  package func isSameArea(as other: DeviceRect) -> Bool {
    self == other || (isEmpty && other.isEmpty)
  }

  /// The same extent moved by `dx` and `dy` pixels.
  package func translated(dx: Int32, dy: Int32) -> DeviceRect {
    DeviceRect(minX: minX + dx, minY: minY + dy, maxX: maxX + dx, maxY: maxY + dy)
  }

  /// Grown by `amount` pixels on each side.
  package func outset(by amount: Int32) -> DeviceRect {
    DeviceRect(
      minX: minX - amount, minY: minY - amount, maxX: maxX + amount, maxY: maxY + amount)
  }
}
