internal import CSDL2
internal import CSDL2TTF
import Foundation

extension Font {
  /// Draws one run of text, anti-aliased, in the face's own pixels.
  ///
  /// The picture's top is `ascent` above the baseline. Where `scale` is not 1
  /// the caller scales it (`Surface.scaled`).
  /// - Parameter color: for outlines; colour bitmaps keep theirs. Drawn opaque:
  ///   its alpha is left to the caller.
  /// - Returns: nil when there is nothing to see (no text, or no ink).
  package func draw(
    _ text: String, color: PixelColor, shaping: Shaping = Shaping()
  ) throws(SDLError) -> Surface? {
    guard !text.isEmpty else { return nil }
    prepare(shaping)
    var opaque = color
    opaque.alpha = 255
    if let surface = TTF_RenderUTF8_Blended(handle, text, opaque.cColor) {
      return try Surface(adopting: surface)
    }
    let error = SDLError.last("TTF_RenderUTF8_Blended")
    // SDL_ttf calls text without width an error. Asked only now, since
    // measuring shapes the text once more.
    var width: Int32 = 0
    if TTF_SizeUTF8(handle, text, &width, nil) == 0, width == 0 { return nil }
    throw error
  }
}

extension Surface {
  /// The picture at another size, each pixel the mean of those it covers.
  /// - Precondition: both extents are at least 1.
  /// - Complexity: O(*n*) in the pixels of the larger picture.
  package func scaled(toWidth newWidth: Int, height newHeight: Int) throws(SDLError) -> Surface {
    let result = try Surface(width: newWidth, height: newHeight)
    let source = pixels
    for y in 0..<newHeight {
      let top = y * height / newHeight
      let bottom = max(top + 1, min(height, (y + 1) * height / newHeight))
      for x in 0..<newWidth {
        let left = x * width / newWidth
        let right = max(left + 1, min(width, (x + 1) * width / newWidth))
        var alpha = 0
        var red = 0
        var green = 0
        var blue = 0
        for row in top..<bottom {
          for column in left..<right {
            let pixel = source[row * stride + column]
            let weight = Int(pixel >> 24)
            alpha += weight
            red += Int(pixel >> 16 & 255) * weight
            green += Int(pixel >> 8 & 255) * weight
            blue += Int(pixel & 255) * weight
          }
        }
        guard alpha > 0 else { continue }
        let mean = PixelColor(
          red: UInt8(red / alpha), green: UInt8(green / alpha), blue: UInt8(blue / alpha),
          alpha: UInt8(alpha / ((bottom - top) * (right - left))))
        result.pixels[y * result.stride + x] = mean.argb
      }
    }
    return result
  }
}
