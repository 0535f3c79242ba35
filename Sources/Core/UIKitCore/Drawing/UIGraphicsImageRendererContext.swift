import Foundation

/// The argument of an image's drawing: its context and format. Only valid while the image is drawn.
open class UIGraphicsImageRendererContext: NSObject {
  /// Where to draw, in points, y down.
  public let cgContext: CGContext
  /// A copy of the renderer's.
  public let format: UIGraphicsImageRendererFormat

  init(cgContext: CGContext, format: UIGraphicsImageRendererFormat) {
    self.cgContext = cgContext
    self.format = format
    super.init()
  }

  /// Fills a rectangle with the fill colour.
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }

  /// Draws a line just inside the edge of a rectangle in the stroke colour.
  open func stroke(_ rect: CGRect) { cgContext.stroke(rect) }

  /// Cuts what follows at a rectangle until the state of the context is restored.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }

  /// The drawing so far, as an image.
  open var currentImage: UIImage { UIImage(drawing: cgContext.recorded(), format: format) }
}
