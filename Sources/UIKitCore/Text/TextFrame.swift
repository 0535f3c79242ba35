import Foundation

/// Characters of one face, direction and colour that stand side by side.
package struct TextRun: Sendable {
  package var text: Substring
  package var face: FontFaceID
  package var pixelSize: Double
  package var shaping: TextShaping
  /// The left end of the baseline, in pixels from the frame's top-left corner.
  package var x, baseline: Double
  /// The shaped width in pixels.
  package var width: Double
  package var color: DrawColor
  package var background: DrawColor?
  package var isUnderlined = false
  package var isStruckThrough = false

  package init(
    text: Substring, face: FontFaceID, pixelSize: Double, shaping: TextShaping,
    x: Double, baseline: Double, width: Double, color: DrawColor
  ) {
    self.text = text
    self.face = face
    self.pixelSize = pixelSize
    self.shaping = shaping
    self.x = x
    self.baseline = baseline
    self.width = width
    self.color = color
  }
}

/// Laid-out text ready to be rasterised: positioned runs in pixels.
package struct TextFrame: Sendable {
  package var runs: [TextRun] = []
  /// The bitmap to make, in whole pixels; nothing is painted outside of it.
  package var pixelWidth = 0
  package var pixelHeight = 0
  /// Scalars of the text for which no face had a glyph.
  package var missingGlyphs = 0

  package init() {}

  package var isEmpty: Bool { runs.isEmpty || pixelWidth == 0 || pixelHeight == 0 }
}
