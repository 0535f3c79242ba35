import Pixels

/// The pixels of a bitmap that is being painted: ARGB8888, alpha not premultiplied. Rectangles lie inside.
struct PaintedPixels {
  let base: UnsafeMutablePointer<UInt32>
  /// The extent; rows follow each other without a gap.
  let width, height: Int

  /// Puts a colour over a pixel.
  /// - Parameter alpha: of the colour, 0...255; that of `color` is ignored.
  @inline(__always)
  static func blend(_ color: UInt32, _ alpha: UInt32, over pixel: UnsafeMutablePointer<UInt32>) {
    let below = pixel.pointee
    let belowAlpha = below >> 24
    if alpha == 255 || belowAlpha == 0 {
      pixel.pointee = alpha << 24 | color & 0xFF_FFFF
    } else if belowAlpha == 255 {
      pixel.pointee = PixelBlend.over(color, alpha, below)
    } else {
      // The share of the pixel that `below` keeps, and the alpha of both.
      let rest = PixelBlend.product(belowAlpha, 255 &- alpha)
      let total = alpha &+ rest
      guard total > 0 else { return }
      func mix(_ shift: UInt32) -> UInt32 {
        let sum = (color >> shift & 255) &* alpha &+ (below >> shift & 255) &* rest
        return ((sum &+ total / 2) / total) << shift
      }
      pixel.pointee = total << 24 | mix(16) | mix(8) | mix(0)
    }
  }

  func fill(_ rect: PixelRect, _ color: DrawColor) {
    guard !rect.isEmpty, color.alpha > 0 else { return }
    let word = color.argb
    let alpha = UInt32(color.alpha)
    var row = base + Int(rect.y) * width + Int(rect.x)
    let count = Int(rect.width)
    for _ in 0..<rect.height {
      if alpha == 255 {
        row.update(repeating: word, count: count)
      } else {
        for x in 0..<count { Self.blend(word, alpha, over: row + x) }
      }
      row += width
    }
  }

  /// Paints one pixel in a colour of which only a share covers it.
  @inline(__always)
  func cover(x: Int32, y: Int32, _ color: DrawColor, share: Double) {
    guard share > 0 else { return }
    let alpha = PixelBlend.product(UInt32((share * 255).rounded()), UInt32(color.alpha))
    guard alpha > 0 else { return }
    Self.blend(color.argb, alpha, over: base + Int(y) * width + Int(x))
  }

  /// Calls `body` for each pixel of `area` that lies within `clip`.
  @inline(__always)
  func forEachPixel(of area: PixelRect, within clip: PixelRect, _ body: (Int32, Int32) -> Void) {
    let visible = area.intersection(clip)
    guard !visible.isEmpty else { return }
    for y in visible.y..<visible.maxY {
      for x in visible.x..<visible.maxX { body(x, y) }
    }
  }
}
