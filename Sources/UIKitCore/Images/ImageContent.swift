import Foundation

/// What an image shows, shared by all its variants of tint and rendering mode.
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

  /// Decodes PNG, JPEG or SVG; `nil` when `data` is none of them, is cut short
  /// or has no area.
  convenience init?(data: Data, decoder: any ImageDecoder) {
    if let svg = SVGDocument(data: data) {
      // Drawn once at its own size to learn whether it can be drawn at all.
      let side = ImageTextures.maximumSide
      let width = min(max(1, Int(svg.width.rounded(.up))), side)
      let height = min(max(1, Int(svg.height.rounded(.up))), side)
      guard
        (try? decoder.rasterize(svg: svg.text, pixelWidth: width, pixelHeight: height)) != nil
      else { return nil }
      self.init(source: .drawing(svg: svg.text), width: svg.width, height: svg.height)
    } else {
      guard let bitmap = try? decoder.decode(data), bitmap.width > 0, bitmap.height > 0 else {
        return nil
      }
      self.init(
        source: .pixels(bitmap), width: Double(bitmap.width), height: Double(bitmap.height))
    }
  }
}
