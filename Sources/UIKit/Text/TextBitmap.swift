internal import SDL

/// The pixels of one text slot while it is rasterised.
struct TextBitmap {
  /// ARGB8888, `stride` pixels from row to row.
  let pixels: UnsafeMutablePointer<UInt32>
  let stride: Int
  let width, height: Int
  /// What the bitmap is opaque on; nil for a translucent one.
  let ground: PixelColor?

  /// Gives every pixel the ground's colour, or none.
  func clear() {
    let color = ground?.argb ?? 0
    for y in 0..<height { (pixels + y * stride).update(repeating: color, count: width) }
  }

  /// Paints a rectangle; parts outside are left out.
  func fill(x: Int, y: Int, width: Int, height: Int, _ color: PixelColor) {
    guard color.alpha > 0 else { return }
    for row in max(0, y)..<max(0, y, min(self.height, y + height)) {
      for column in max(0, x)..<max(0, x, min(self.width, x + width)) {
        blend(color.argb, alpha: UInt32(color.alpha), at: row * stride + column)
      }
    }
  }

  /// Paints a picture with its left top corner at a place, its alpha multiplied
  /// by `alpha` (0...255); parts outside are left out.
  func draw(_ picture: Surface, x: Int, y: Int, alpha: UInt8) {
    let left = max(0, -x)
    let right = min(picture.width, width - x)
    let top = max(0, -y)
    let bottom = min(picture.height, height - y)
    guard left < right, top < bottom else { return }
    let source = picture.pixels
    for row in top..<bottom {
      let from = source + row * picture.stride
      let to = (y + row) * stride + x
      for column in left..<right {
        let pixel = from[column]
        var coverage = pixel >> 24
        guard coverage > 0 else { continue }
        if alpha < 255 { coverage = Self.scaled(coverage, by: UInt32(alpha)) }
        blend(pixel, alpha: coverage, at: to + column)
      }
    }
  }

  /// Puts a colour of some coverage over the pixel at an index.
  @inline(__always)
  private func blend(_ color: UInt32, alpha: UInt32, at index: Int) {
    let below = pixels[index]
    let belowAlpha = below >> 24
    if alpha == 255 || belowAlpha == 0 {
      pixels[index] = alpha << 24 | color & 0xFF_FFFF
      return
    }
    if belowAlpha == 255 {
      func mix(_ shift: UInt32) -> UInt32 {
        let sum = (color >> shift & 255) * alpha + (below >> shift & 255) * (255 - alpha)
        return ((sum + 127) / 255) << shift
      }
      pixels[index] = 0xFF00_0000 | mix(16) | mix(8) | mix(0)
      return
    }
    // The share of the pixel that `below` keeps, and the alpha of both.
    let rest = Self.scaled(belowAlpha, by: 255 - alpha)
    let total = alpha + rest
    func mix(_ shift: UInt32) -> UInt32 {
      let sum = (color >> shift & 255) * alpha + (below >> shift & 255) * rest
      return ((sum + total / 2) / total) << shift
    }
    pixels[index] = total << 24 | mix(16) | mix(8) | mix(0)
  }

  /// `value * factor / 255`, rounded.
  @inline(__always)
  private static func scaled(_ value: UInt32, by factor: UInt32) -> UInt32 {
    (value * factor + 127) / 255
  }
}
