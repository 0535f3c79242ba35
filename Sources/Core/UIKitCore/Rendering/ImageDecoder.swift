import Foundation

/// Failure to read or decode an image.
package struct ImageDecodingError: Error, Equatable, CustomStringConvertible {
  /// The decoder's message, for people.
  package let reason: String
  /// Whether the image may be sound, but is larger or more intricate than is decoded.
  package let isOverLimit: Bool
  /// - Parameters:
  ///   - reason: one line for people.
  ///   - isOverLimit: whether the image is refused for what it would take, not for being damaged.
  package init(reason: String, isOverLimit: Bool = false) {
    self.reason = reason
    self.isOverLimit = isOverLimit
  }
  /// The reason.
  package var description: String { reason }
}

/// Turns encoded images into pixels; provided by the platform. Safe to call
/// from any thread.
package protocol ImageDecoder: Sendable {
  /// Decodes PNG or JPEG at its own size.
  func decode(_ data: Data) throws(ImageDecodingError) -> Bitmap
  /// Draws an SVG document at a size in pixels, keeping its aspect ratio
  /// within it.
  func rasterize(svg: String, pixelWidth: Int, pixelHeight: Int) throws(ImageDecodingError) -> Bitmap
}
