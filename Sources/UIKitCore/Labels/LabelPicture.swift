import Foundation
import Pixels
import Typesetting

/// A label's laid-out text together with what it was laid out for.
struct LabelPicture {
  /// What changes a picture besides the label's own properties.
  struct Conditions: Equatable {
    /// Device pixels of one point.
    var scale: CGFloat
    /// The area for the text, in pixels.
    var width: Double
    var height: Double
    var color: DrawColor
    var overridesColor: Bool
    var isDark: Bool
    /// The solid colour the bitmap is made on, if there is one.
    var background: DrawColor?
    /// How often the device had lost its textures.
    var generation: Int
  }

  var conditions: Conditions
  var layout: TextLayout
  /// Whether there is anything to rasterise: asked in every frame, and answered without a copy of the layout.
  let isVisible: Bool
  /// The width of the frame, a shadow and overhanging ink aside, in whole pixels.
  var textWidth: Double
  /// Whether the font was made smaller to fit.
  var isShrunk = false
  /// From the frame's top-left corner to the text's, in pixels: room for a shadow
  /// and for overhanging ink.
  var inset = CGPoint.zero

  /// Whether nothing need be rasterised under `new` conditions: they are the same, or
  /// differ only in room that the text does not need.
  func holds(for new: Conditions) -> Bool {
    if new == conditions { return true }
    guard !isShrunk, layout.lineCount == 1, !layout.isTruncated, layout.width <= new.width else {
      return false
    }
    var resized = conditions
    resized.width = new.width
    resized.height = new.height
    return resized == new
  }
}
