import Foundation

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
  }

  let source: Source
  /// Natural size: pixels of a bitmap, units of a drawing.
  let width, height: Double
  let textures = ImageTextures()

  init(source: Source, width: Double, height: Double) {
    self.source = source
    self.width = width
    self.height = height
  }

  /// Longest side of the picture that shows whether a drawing can be drawn, in pixels.
  private static let longestProbe = 1024

  /// Decodes PNG, JPEG or SVG.
  /// - Throws: when `data` has another format, is cut short, has no area, or exceeds the decoder's limits.
  convenience init(data: Data, decoder: any ImageDecoder) throws(ImageDecodingError) {
    if let svg = SVGDocument(data: data) {
      // Drawn once at its own size to learn whether it can be drawn at all.
      let width = min(max(1, Int(svg.width.rounded(.up))), Self.longestProbe)
      let height = min(max(1, Int(svg.height.rounded(.up))), Self.longestProbe)
      _ = try decoder.rasterize(svg: svg.text, pixelWidth: width, pixelHeight: height)
      self.init(source: .drawing(svg: svg.text), width: svg.width, height: svg.height)
    } else {
      let bitmap = try decoder.decode(data)
      guard bitmap.width > 0, bitmap.height > 0 else { throw ImageDecodingError(reason: "no pixels are no image") }
      self.init(
        source: .pixels(bitmap), width: Double(bitmap.width), height: Double(bitmap.height))
    }
  }
}
