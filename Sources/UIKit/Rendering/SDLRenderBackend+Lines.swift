internal import SDL
import Foundation

extension SDLRenderBackend {
  /// Draws a straight line. One along an axis is a rectangle; any other fades
  /// out over a pixel at its sides.
  func drawLine(from: CGPoint, to: CGPoint, width: CGFloat, _ color: DrawColor) {
    guard from != to, width > 0 else { return }
    let half = width / 2
    if from.y == to.y {
      let rect = CGRect(x: min(from.x, to.x), y: from.y - half, width: abs(to.x - from.x), height: width)
      return fill(grid.pixels(of: rect), color)
    }
    if from.x == to.x {
      let rect = CGRect(x: from.x - half, y: min(from.y, to.y), width: width, height: abs(to.y - from.y))
      return fill(grid.pixels(of: rect), color)
    }
    guard !clip.isEmpty else { return }
    let start = pixel(from)
    let end = pixel(to)
    let dx = end.x - start.x
    let dy = end.y - start.y
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0, length.isFinite else { return }
    // Across the line, one pixel long.
    let across = (x: -dy / length, y: dx / length)
    let solid = max(0, grid.length(width) - 1) / 2
    func corner(_ end: (x: Double, y: Double), _ distance: Double, _ alpha: Double) -> ClippedPolygon.Corner {
      ClippedPolygon.Corner(x: end.x + across.x * distance, y: end.y + across.y * distance, alpha: alpha)
    }
    let alpha = Double(color.alpha)
    for (near, nearAlpha, far, farAlpha) in [
      (-solid - 1, 0, -solid, alpha), (-solid, alpha, solid, alpha), (solid, alpha, solid + 1, 0),
    ] {
      addPolygon(
        [
          corner(start, near, nearAlpha), corner(end, near, nearAlpha), corner(end, far, farAlpha),
          corner(start, far, farAlpha),
        ], color)
    }
    drawVertices(nil)
  }

  /// A point in pixels, not rounded.
  private func pixel(_ point: CGPoint) -> (x: Double, y: Double) {
    let x = point.x * grid.scaleX + grid.offsetX
    let y = point.y * grid.scaleY + grid.offsetY
    guard let turn = grid.turn else { return (x, y) }
    return (turn.a * x + turn.c * y + turn.tx, turn.b * x + turn.d * y + turn.ty)
  }
}
