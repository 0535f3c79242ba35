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
    let width = min(max(1, Int(document.width.rounded(.up))), Self.longestProbe)
    let height = min(max(1, Int(document.height.rounded(.up))), Self.longestProbe)
    _ = try decoder.rasterize(svg: document.text, pixelWidth: width, pixelHeight: height)
    self.init(source: .drawing(svg: document.text), width: document.width, height: document.height)
  }
}
