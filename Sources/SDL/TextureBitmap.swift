import Pixels
import Primitives

/// The pixels of a texture that lies in memory, and how they are drawn.
package struct TextureBitmap {
  /// The first pixel, ARGB8888; alpha means nothing when `isOpaque`.
  let base: UnsafePointer<UInt32>
  let stride: Int
  let isOpaque: Bool
  let isSmooth: Bool
  /// Multiplied with each pixel.
  let modulation: DrawColor

  /// Draws pixels of a row over those of another.
  @inline(__always)
  func draw(
    _ source: UnsafePointer<UInt32>, over row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    if modulation == .white {
      if isOpaque {
        row.update(from: source, count: count)
        return
      }
      for x in 0..<count {
        let pixel = source[x]
        let alpha = pixel >> 24
        if alpha == 0 { continue }
        row[x] = alpha == 255 ? pixel : PixelBlend.over(pixel, alpha, row[x])
      }
      return
    }
    let mask: UInt32 = isOpaque ? 0xFF00_0000 : 0
    let color = modulation.argb
    for x in 0..<count {
      let pixel = source[x] | mask
      if pixel >> 24 == 0 { continue }
      // Most are white: masks of shapes, of which the inside is opaque and the edge has nothing but its coverage.
      let shown =
        pixel == 0xFFFF_FFFF
        ? color
        : pixel & 0xFF_FFFF == 0xFF_FFFF
          ? PixelBlend.product(pixel >> 24, color >> 24) << 24 | color & 0xFF_FFFF
          : PixelBlend.modulated(pixel, modulation)
      let alpha = shown >> 24
      row[x] = alpha == 255 ? shown : PixelBlend.over(shown, alpha, row[x])
    }
  }

  /// The pixel at a place between others.
  @inline(__always)
  func pixel(_ x: Sample, _ y: Sample) -> UInt32 {
    guard isSmooth else { return base[y.nearest * stride + x.nearest] }
    let upper = base + y.first * stride
    let lower = base + y.second * stride
    return Self.mean(
      Self.mean(upper[x.first], upper[x.second], x.share),
      Self.mean(lower[x.first], lower[x.second], x.share), y.share)
  }

  /// Channel by channel, `share` of 256 parts from `a` to `b`.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    let rest = 256 &- share
    let even = (a & 0xFF_00FF) &* rest &+ (b & 0xFF_00FF) &* share
    let odd = (a >> 8 & 0xFF_00FF) &* rest &+ (b >> 8 & 0xFF_00FF) &* share
    return even >> 8 & 0xFF_00FF | odd & 0xFF00_FF00
  }
}
