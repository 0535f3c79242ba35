import Foundation

/// Measures in points, read off the face at the scale of the application's screen.
extension UIFont {
  /// The top of a line above the baseline.
  @MainActor public var ascender: CGFloat { inPoints(lineMetrics.ascent) }
  /// The bottom of a line below the baseline; negative.
  @MainActor public var descender: CGFloat { -inPoints(faceMetrics.descent) }
  /// The height of capital letters.
  @MainActor public var capHeight: CGFloat { inPoints(faceMetrics.capHeight) }
  /// The height of small letters without ascenders.
  @MainActor public var xHeight: CGFloat { inPoints(faceMetrics.xHeight) }
  /// From one baseline to the next; whole pixels, the height of a one-line label.
  @MainActor public var lineHeight: CGFloat { inPoints(lineMetrics.height) }
  /// The part of `lineHeight` that is neither above nor below the baseline.
  @MainActor public var leading: CGFloat { max(0, lineHeight - ascender + descender) }

  @MainActor private var screenScale: CGFloat { UITraitCollection.current.displayScale }

  @MainActor private func inPoints(_ pixels: Double) -> CGFloat { pixels / screenScale }

  @MainActor private var lineMetrics: LineMetrics { LineMetrics(faceMetrics) }

  @MainActor private var faceMetrics: FontMetrics {
    let typesetter = UIApplication.shared.typesetter
    return typesetter.engine.metrics(
      of: typesetter.face(for: descriptor), pixelSize: pointSize * screenScale)
  }
}
