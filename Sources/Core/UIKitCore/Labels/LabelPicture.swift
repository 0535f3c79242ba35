import Foundation
import Pixels
import Typesetting

/// The layout of a label's text and the conditions it was made for. The backend keeps the lines themselves. A value
/// without references, so that reading, setting and dropping it costs next to nothing.
struct LabelPicture {
  /// The conditions of a picture besides the label's own properties.
  struct Conditions: Equatable {
    /// Device pixels of one point.
    var scale: CGFloat
    /// The area for the text, in pixels.
    var width: Double
    var height: Double
    var color: DrawColor
    var overridesColor: Bool
    var isDark, isHighContrast: Bool
    /// The solid colour the bitmap is made on, if there is one.
    var background: DrawColor?
    /// How often the device had lost its textures.
    var generation: Int
  }

  var conditions: Conditions
  /// Whether there is anything to rasterise.
  let isVisible: Bool
  /// As of a `TextLayout`.
  let width, height: Double
  /// See `width`. In 32 bits, as the next: every label keeps a picture, and each frame compares those of new rows.
  let lineCount: Int32
  /// Rows above or below the lines that ink may reach into, the more of both.
  private let overhang: Int32
  /// See `width`.
  let isTruncated: Bool
  /// See `width`.
  let placement: NSTextAlignment
  /// The width of the frame, a shadow and overhanging ink aside, in whole pixels.
  let textWidth: Double
  /// Whether the font was made smaller to fit.
  let isShrunk: Bool
  /// From the frame's top-left corner to the text's, in pixels: room for a shadow
  /// and for overhanging ink.
  var inset: CGPoint

  /// The picture of `layout`, of which all is shown.
  init(_ layout: borrowing TextLayout, _ conditions: Conditions, isShrunk: Bool) {
    self.conditions = conditions
    self.isShrunk = isShrunk
    isVisible = !layout.frame.isEmpty
    (width, height) = (layout.width, layout.height)
    (lineCount, isTruncated) = (Int32(clamping: layout.lineCount), layout.isTruncated)
    placement = layout.placement
    let left = layout.frame.leftOverhang
    let top = layout.frame.topOverhang
    overhang = Int32(truncatingIfNeeded: max(top, layout.frame.bottomOverhang))
    textWidth = Double(layout.frame.pixelWidth - left - layout.frame.rightOverhang)
    inset = CGPoint(x: left, y: top)
  }

  /// Whether the frame has room in the area above and below, so that the label's ground lies behind all of it.
  var isWithinArea: Bool { isWithin(conditions.height) }

  /// Lines stand in the middle, on whole pixels.
  private func isWithin(_ areaHeight: Double) -> Bool {
    overhang == 0 ? areaHeight >= height : areaHeight >= height + Double(2 * overhang + 1)
  }

  /// Whether nothing need be rasterised under `new` conditions: they are the same, or
  /// differ only in room that the text does not need.
  func holds(for new: Conditions) -> Bool {
    if new == conditions { return true }
    guard !isShrunk, lineCount == 1, !isTruncated, width <= new.width else {
      return false
    }
    var resized = conditions
    resized.width = new.width
    resized.height = new.height
    guard new.background == nil || isWithin(new.height) == isWithinArea else { return false }
    return resized == new
  }
}
