import Pixels
internal import SDL
import UIKitCore

/// A bitmap as ARGB8888 words, on its way into a texture.
struct PixelBuffer {
  let width, height: Int
  let pixels: [UInt32]

  /// - Parameter asStencil: keep only the alpha, and make every pixel white.
  init(_ bitmap: Bitmap, asStencil: Bool) {
    width = bitmap.width
    height = bitmap.height
    pixels = asStencil ? bitmap.words.map { $0 | 0xFF_FFFF } : bitmap.words
  }

  private init(width: Int, height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Half as wide and high, at least 1, each pixel the mean of four weighted by
  /// their alpha.
  func halved() -> PixelBuffer {
    let newWidth = max(1, width / 2)
    let newHeight = max(1, height / 2)
    var result = [UInt32](repeating: 0, count: newWidth * newHeight)
    for y in 0..<newHeight {
      let rows = (min(2 * y, height - 1), min(2 * y + 1, height - 1))
      for x in 0..<newWidth {
        let columns = (min(2 * x, width - 1), min(2 * x + 1, width - 1))
        result[y * newWidth + x] = Self.mean(
          pixels[rows.0 * width + columns.0], pixels[rows.0 * width + columns.1],
          pixels[rows.1 * width + columns.0], pixels[rows.1 * width + columns.1])
      }
    }
    return PixelBuffer(width: newWidth, height: newHeight, pixels: result)
  }

  /// The part `source`, which is not empty, stretched to another extent.
  func stretched(_ source: PixelRect, width: Int32, height: Int32) -> PixelBuffer {
    PixelBuffer(
      width: Int(width), height: Int(height),
      pixels: TextureBitmap.stretched(pixels, stride: self.width, from: source, width: width, height: height))
  }

  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let alpha = (a >> 24) + (b >> 24) + (c >> 24) + (d >> 24)
    guard alpha > 0 else { return 0 }
    func channel(_ shift: UInt32) -> UInt32 {
      func weighted(_ pixel: UInt32) -> UInt32 { (pixel >> shift & 255) * (pixel >> 24) }
      let sum = weighted(a) + weighted(b) + weighted(c) + weighted(d)
      return ((sum + alpha / 2) / alpha) << shift
    }
    return ((alpha + 2) / 4) << 24 | channel(16) | channel(8) | channel(0)
  }
}
