import Foundation
import Typesetting

/// Measures in points, read off the face at the scale of the application's screen; on any thread.
extension UIFont {
  /// The top of a line above the baseline.
  public var ascender: CGFloat { inPoints(lineMetrics.ascent) }
  /// The bottom of a line below the baseline; negative.
  public var descender: CGFloat { -inPoints(faceMetrics.descent) }
  /// The height of capital letters.
  public var capHeight: CGFloat { inPoints(faceMetrics.capHeight) }
  /// The height of small letters without ascenders.
  public var xHeight: CGFloat { inPoints(faceMetrics.xHeight) }
  /// From one baseline to the next; whole pixels, the height of a one-line label.
  public var lineHeight: CGFloat { inPoints(lineMetrics.height) }
  /// The part of `lineHeight` that is neither above nor below the baseline.
  public var leading: CGFloat { max(0, lineHeight - ascender + descender) }

  private var screenScale: CGFloat { UITraitCollection.current.displayScale }

  private func inPoints(_ pixels: Double) -> CGFloat { pixels / screenScale }

  private var lineMetrics: LineMetrics { LineMetrics(faceMetrics) }

  private var faceMetrics: FontMetrics {
    Typesetter.withCurrent { typesetter in
      typesetter.engine.metrics(of: typesetter.face(for: descriptor), pixelSize: pointSize * screenScale)
    }
  }
}
