import Foundation
import Typesetting

/// Measures in points; on any thread.
///
/// Those of the system's fonts are iOS's, whichever face draws them. A font with a name has its face's own, read off at the
/// scale of the application's screen.
extension UIFont {
  /// The top of a line above the baseline.
  public var ascender: CGFloat { metrics.ascent }
  /// The bottom of a line below the baseline; negative.
  public var descender: CGFloat { -metrics.descent }
  /// The height of capital letters.
  public var capHeight: CGFloat { metrics.capHeight }
  /// The height of small letters without ascenders.
  public var xHeight: CGFloat { metrics.xHeight }
  /// From one baseline to the next. A label of one line is as high, rounded up to whole pixels.
  public var lineHeight: CGFloat { max(metrics.lineHeight, metrics.ascent + metrics.descent) }
  /// The part of `lineHeight` that is neither above nor below the baseline: 0 for the system's fonts.
  public var leading: CGFloat {
    guard descriptor.name != nil else { return 0 }
    let metrics = metrics
    return max(0, metrics.lineHeight - metrics.ascent - metrics.descent)
  }

  /// The height of a one-line label, whole pixels of the application's screen, in points.
  var labelHeight: CGFloat { screenLine.height / screenScale }
  /// From its upper edge to the baseline; likewise.
  var labelBaseline: CGFloat { screenLine.ascent / screenScale }

  private var screenScale: CGFloat { UITraitCollection.current.displayScale }

  private var screenLine: LineMetrics {
    let size = pointSize * screenScale
    return descriptor.systemLine(pixelSize: size) ?? LineMetrics(faceMetrics(size: size))
  }

  private var metrics: FontMetrics {
    if let system = descriptor.systemMetrics(size: pointSize) { return system }
    let scale = screenScale
    let face = faceMetrics(size: pointSize * scale)
    return FontMetrics(
      ascent: face.ascent / scale, descent: face.descent / scale, lineHeight: face.lineHeight / scale,
      capHeight: face.capHeight / scale, xHeight: face.xHeight / scale)
  }

  private func faceMetrics(size: Double) -> FontMetrics {
    Typesetter.withCurrent { typesetter in
      typesetter.engine.metrics(of: typesetter.face(for: descriptor), pixelSize: size)
    }
  }
}
