import Foundation

/// The image contexts begun on a thread, the current one last.
private final class ImageContexts {
  var contexts: [UIGraphicsImageRendererContext] = []
  static let ofThread = ThreadLocal<ImageContexts>()
}

/// Begins to draw an image of one pixel a point, as `UIGraphicsBeginImageContextWithOptions(_:_:_:)` does.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins to draw an image: what the calling thread draws until `UIGraphicsEndImageContext()` goes into it. Later code
/// uses `UIGraphicsImageRenderer`.
/// - Parameters:
///   - size: of the image, in points; in pixels it is rounded up.
///   - opaque: whether the image has no pixel that lets the ground shine through.
///   - scale: pixels a point; 0 for those of the display.
/// - Precondition: no side is longer than 16,384 pixels.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let format = UIGraphicsImageRendererFormat()
  format.scale = scale
  format.opaque = opaque
  let context = UIGraphicsImageRenderer(size: size, format: format).makeContext()
  let contexts = ImageContexts.ofThread.value ?? ImageContexts()
  contexts.contexts.append(context)
  ImageContexts.ofThread.value = contexts
  UIGraphicsPushContext(context.cgContext)
}

/// The drawing so far, as an image; nil outside of an image context, and in one without area.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let context = ImageContexts.ofThread.value?.contexts.last, !context.format.bounds.isEmpty else { return nil }
  return context.currentImage
}

/// Ends the drawing of the image that was begun last; does nothing without one.
public func UIGraphicsEndImageContext() {
  guard let contexts = ImageContexts.ofThread.value else { return }
  if contexts.contexts.popLast() != nil { UIGraphicsPopContext() }
  if contexts.contexts.isEmpty { ImageContexts.ofThread.value = nil }
}
