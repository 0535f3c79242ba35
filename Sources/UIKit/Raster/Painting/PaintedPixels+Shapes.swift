import Foundation
import Pixels
import UIKitCore

/// Rounded rectangles and lines.
extension PaintedPixels {
  func fill(_ shape: PixelShape, _ color: DrawColor, within clip: PixelRect) {
    guard shape.radius > 0 else { return fill(shape.rect.intersection(clip), color) }
    let side = shape.cornerSide
    let rect = shape.rect
    let bottom = max(rect.y + side, rect.maxY - side)
    // Rows that reach a corner go pixel by pixel at their ends.
    for y in [(rect.y, rect.y + side), (bottom, rect.maxY)] {
      for part in [(rect.x, min(rect.x + side, rect.maxX)), (max(rect.x + side, rect.maxX - side), rect.maxX)] {
        let corner = PixelRect(x: part.0, y: y.0, width: part.1 - part.0, height: y.1 - y.0)
        forEachPixel(of: corner, within: clip) { cover(x: $0, y: $1, color, share: shape.coverage(x: $0, y: $1)) }
      }
      let middle = PixelRect(
        x: rect.x + side, y: y.0, width: max(0, rect.width - 2 * side), height: y.1 - y.0)
      fill(middle.intersection(clip), color)
    }
    let middle = PixelRect(x: rect.x, y: rect.y + side, width: rect.width, height: max(0, bottom - rect.y - side))
    fill(middle.intersection(clip), color)
  }

  /// Paints what lies between a shape and the same shape inset by `width` pixels.
  func stroke(_ shape: PixelShape, width: Int32, _ color: DrawColor, within clip: PixelRect) {
    let rect = shape.rect
    guard !rect.isEmpty else { return }
    guard width * 2 < min(rect.width, rect.height) else { return fill(shape, color, within: clip) }
    let inner = PixelShape(
      PixelRect(
        x: rect.x + width, y: rect.y + width, width: rect.width - 2 * width, height: rect.height - 2 * width),
      radius: max(0, shape.radius - Double(width)), corners: shape.corners)
    let side = max(shape.cornerSide, width)
    func ring(_ area: PixelRect) {
      forEachPixel(of: area, within: clip) { x, y in
        let hole = inner.rect.contains(x, y) ? inner.coverage(x: x, y: y) : 0
        cover(x: x, y: y, color, share: max(0, shape.coverage(x: x, y: y) - hole))
      }
    }
    let middle = max(0, rect.height - 2 * side)
    ring(PixelRect(x: rect.x, y: rect.y, width: rect.width, height: side))
    ring(PixelRect(x: rect.x, y: rect.y + side + middle, width: rect.width, height: rect.height - side - middle))
    ring(PixelRect(x: rect.x, y: rect.y + side, width: width, height: middle))
    ring(PixelRect(x: rect.maxX - width, y: rect.y + side, width: width, height: middle))
  }

  /// Draws a slanted line that fades out over a pixel at its sides. Lengths are pixels.
  func drawLine(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double, _ color: DrawColor,
    within clip: PixelRect
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0, length.isFinite else { return }
    let (alongX, alongY) = (dx / length, dy / length)
    let reach = width / 2 + 1
    let left = PixelGrid.rounded(min(start.x, end.x) - reach)
    let top = PixelGrid.rounded(min(start.y, end.y) - reach)
    let area = PixelRect(
      x: left, y: top, width: PixelGrid.rounded(max(start.x, end.x) + reach) - left,
      height: PixelGrid.rounded(max(start.y, end.y) + reach) - top)
    // A line thinner than a pixel is a pixel wide, as in a window.
    let half = max(1, width) / 2
    forEachPixel(of: area, within: clip) { x, y in
      let (fromX, fromY) = (Double(x) + 0.5 - start.x, Double(y) + 0.5 - start.y)
      let along = fromX * alongX + fromY * alongY
      guard along >= 0, along <= length else { return }
      let distance = abs(fromX * alongY - fromY * alongX)
      cover(x: x, y: y, color, share: min(max(half + 0.5 - distance, 0), 1))
    }
  }
}

extension PixelRect {
  fileprivate func contains(_ x: Int32, _ y: Int32) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }
}
