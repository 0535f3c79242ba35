internal import SDL
import Foundation

/// Rounded rectangles: their straight parts are filled, their corners drawn
/// with masks.
extension SDLRenderBackend {
  func fill(_ shape: PixelShape, _ color: DrawColor) {
    guard shape.radius > 0 else { return fill(shape.rect, color) }
    guard grid.turn != nil || region.overlaps(shape.rect.intersection(clip)) else { return }
    let side = shape.cornerSide
    let rect = shape.rect
    let topLeft = shape.corners.contains(.layerMinXMinYCorner) ? side : 0
    let topRight = shape.corners.contains(.layerMaxXMinYCorner) ? side : 0
    let bottomLeft = shape.corners.contains(.layerMinXMaxYCorner) ? side : 0
    let bottomRight = shape.corners.contains(.layerMaxXMaxYCorner) ? side : 0
    rects.append(
      PixelRect(
        x: rect.x + topLeft, y: rect.y, width: rect.width - topLeft - topRight, height: side))
    // With a diameter of odd pixels the squares of the corners share the middle.
    let middle = rect.height - 2 * side
    if middle > 0 {
      rects.append(PixelRect(x: rect.x, y: rect.y + side, width: rect.width, height: middle))
    }
    let bottom = max(rect.y + side, rect.maxY - side)
    rects.append(
      PixelRect(
        x: rect.x + bottomLeft, y: bottom, width: rect.width - bottomLeft - bottomRight,
        height: rect.maxY - bottom))
    fillRects(color)
    drawCorners(of: shape, side: side, mask: .disc(radius: Self.steps(shape.radius)), color)
  }

  func stroke(_ shape: PixelShape, width: Int32, _ color: DrawColor) {
    let rect = shape.rect
    guard !rect.isEmpty, grid.turn != nil || region.overlaps(rect.intersection(clip)) else { return }
    guard width * 2 < min(rect.width, rect.height) else { return fill(shape, color) }
    // A border that hides the corners needs no mask for them.
    let isRounded = shape.radius > 0 && Double(width) <= PixelShape.greatestRadius
    let side = isRounded ? max(shape.cornerSide, width) : 0
    let rounded = isRounded ? shape.corners : []
    func inset(_ corner: CACornerMask) -> Int32 { rounded.contains(corner) ? side : 0 }
    let left = (inset(.layerMinXMinYCorner), inset(.layerMinXMaxYCorner))
    let right = (inset(.layerMaxXMinYCorner), inset(.layerMaxXMaxYCorner))
    rects.append(
      PixelRect(
        x: rect.x + left.0, y: rect.y, width: rect.width - left.0 - right.0, height: width))
    rects.append(
      PixelRect(
        x: rect.x + left.1, y: rect.maxY - width, width: rect.width - left.1 - right.1,
        height: width))
    // Uprights end where a rounded corner begins, or at the horizontal lines.
    for (x, top, bottom) in [
      (rect.x, max(left.0, width), max(left.1, width)),
      (rect.maxX - width, max(right.0, width), max(right.1, width)),
    ] {
      rects.append(
        PixelRect(x: x, y: rect.y + top, width: width, height: rect.height - top - bottom))
    }
    fillRects(color)
    if side > 0 {
      drawCorners(
        of: shape, side: side, mask: .ring(radius: Self.steps(shape.radius), width: width), color)
    }
  }

  /// Draws a blurred shape.
  /// - Parameter deviation: in pixels.
  func drawShadow(_ shape: PixelShape, deviation: Double, _ color: DrawColor) {
    guard deviation >= 0.125 else { return fill(shape, color) }
    guard !shape.rect.isEmpty, color.alpha > 0 else { return }
    let deviation = min(deviation, 64)
    var shape = shape
    shape.radius = min(shape.radius, Self.greatestShadowRadius)
    let reach = ShapeMasks.reach(deviation: deviation)
    // Longer sides only repeat their middle pixel.
    let core = 2 * (reach + shape.cornerSide) + 1
    let width = min(shape.rect.width, core)
    let height = min(shape.rect.height, core)
    let key = ShapeMasks.Key.shadow(
      radius: Self.steps(shape.radius), deviation: Self.steps(deviation), width: width,
      height: height, corners: shape.corners.rawValue)
    guard let texture = masks.texture(for: key) else { return }
    let columns = Self.stretches(
      from: shape.rect.x - reach, over: shape.rect.width, core: width, reach: reach)
    let rows = Self.stretches(
      from: shape.rect.y - reach, over: shape.rect.height, core: height, reach: reach)
    for row in rows where row.length > 0 {
      for column in columns where column.length > 0 {
        copy(
          texture,
          from: PixelRect(
            x: column.source, y: row.source, width: column.sourceLength, height: row.sourceLength),
          to: PixelRect(x: column.start, y: row.start, width: column.length, height: row.length),
          color)
      }
    }
  }

  /// The greatest corner radius of a shadow, in pixels: blurring its picture takes time with the square.
  private static let greatestShadowRadius = 256.0

  private struct Stretch {
    var source, sourceLength, start, length: Int32
  }

  /// One axis of a shadow in three parts, of which the middle one is stretched.
  private static func stretches(
    from start: Int32, over length: Int32, core: Int32, reach: Int32
  ) -> [Stretch] {
    let first = reach + core / 2
    let last = 2 * reach + core - first - 1
    let middle = length + 2 * reach - first - last
    return [
      Stretch(source: 0, sourceLength: first, start: start, length: first),
      Stretch(source: first, sourceLength: 1, start: start + first, length: middle),
      Stretch(
        source: first + 1, sourceLength: last, start: start + first + middle, length: last),
    ]
  }

  /// Draws the rounded corners' quadrants of a mask.
  private func drawCorners(
    of shape: PixelShape, side: Int32, mask: ShapeMasks.Key, _ color: DrawColor
  ) {
    guard let texture = masks.texture(for: mask) else { return }
    for corner in PixelShape.allCorners where shape.corners.contains(corner) {
      var place = shape.square(of: corner, side: side)
      let isRight = place.x != shape.rect.x
      let isBottom = place.y != shape.rect.y
      var source = PixelRect(
        x: isRight ? Int32(texture.width) - side : 0, y: isBottom ? Int32(texture.height) - side : 0,
        width: side, height: side)
      // Where the squares share pixels, the first of them has them.
      let overX = isRight ? max(0, 2 * side - shape.rect.width) : 0
      let overY = isBottom ? max(0, 2 * side - shape.rect.height) : 0
      place.x += overX
      place.y += overY
      place.width -= overX
      place.height -= overY
      source.x += overX
      source.y += overY
      source.width -= overX
      source.height -= overY
      copy(texture, from: source, to: place, color)
    }
  }

  private static func steps(_ pixels: Double) -> Int32 {
    PixelGrid.rounded(pixels * ShapeMasks.stepsPerPixel)
  }
}
