import Foundation
import Primitives

/// The content of an image, shared by all its variants of tint and rendering mode.
///
/// Immutable, so images cross threads; only the textures made from it belong to
/// the main actor.
final class ImageContent: Sendable {
  enum Source: Sendable {
    /// Decoded pixels.
    case pixels(Bitmap)
    /// A drawing, rasterised for each size it is shown in.
    case drawing(svg: String)
    /// A drawing of `SymbolCatalog`, in which black takes ink away.
    case symbol(svg: String)
  }

  let source: Source
  /// Natural size: pixels of a bitmap, units of a drawing.
  let width, height: Double
  let textures = UploadedImages()

  init(source: Source, width: Double, height: Double) {
    self.source = source
    self.width = width
    self.height = height
  }

  /// Longest side of the picture that shows whether a drawing can be drawn, in pixels.
  private static let longestProbe = 1024

  /// Decodes PNG or JPEG.
  /// - Throws: when `data` has another format, is cut short, has no area, or exceeds the decoder's limits.
  convenience init(data: Data, decoder: any ImageDecoder) throws(ImageDecodingError) {
    let bitmap = try decoder.decode(data)
    guard bitmap.width > 0, bitmap.height > 0 else { throw ImageDecodingError(reason: "no pixels are no image") }
    self.init(source: .pixels(bitmap), width: Double(bitmap.width), height: Double(bitmap.height))
  }

  /// A drawing by an SVG document that comes with the program.
  /// - Throws: when `svg` is not a document that can be drawn.
  convenience init(svg: Data, decoder: any ImageDecoder) throws(ImageDecodingError) {
    guard let document = SVGDocument(data: svg) else { throw ImageDecodingError(reason: "no SVG document") }
    // Drawn once at its own size to learn whether it can be drawn at all.
    let width = min(max(1, Int(measured: document.width.rounded(.up), else: Self.longestProbe)), Self.longestProbe)
    let height = min(max(1, Int(measured: document.height.rounded(.up), else: Self.longestProbe)), Self.longestProbe)
    _ = try decoder.rasterize(svg: document.text, pixelWidth: width, pixelHeight: height)
    self.init(source: .drawing(svg: document.text), width: document.width, height: document.height)
  }

  /// The pixels to show over a destination of a size in pixels: a bitmap's own, a drawing's for that size.
  /// - Returns: nil for a drawing that cannot be drawn at that size.
  func bitmap(width: Int, height: Int, decoder: any ImageDecoder) -> Bitmap? {
    switch source {
    case .pixels(let bitmap): bitmap
    case .drawing(let svg): try? decoder.rasterize(svg: svg, pixelWidth: width, pixelHeight: height)
    case .symbol(let svg): (try? decoder.rasterize(svg: svg, pixelWidth: width, pixelHeight: height))?.inkOnly
    }
  }
}

extension Bitmap {
  /// The white of a picture in white and black, as the alpha of white.
  var inkOnly: Bitmap {
    let inked = words.map { word in
      // The share of white among the ink, and of ink in the pixel.
      (((word >> 24) * (word & 255) + 127) / 255) << 24 | 0xFF_FFFF
    }
    return Bitmap(width: width, height: height, words: inked)
  }
}
