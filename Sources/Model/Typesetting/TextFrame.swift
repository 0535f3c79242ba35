import Foundation
import Pixels
import Primitives

/// Characters of one face, direction and colour that stand side by side.
package struct TextRun: Sendable {
  /// In logical order, without separators, tabs and control characters.
  package var text: Substring
  /// The face that draws it.
  package var face: FontFaceID
  /// Size of the em, in pixels.
  package var pixelSize: Double
  /// Direction and script.
  package var shaping: TextShaping
  /// The left end of the baseline, in pixels from the frame's top-left corner.
  package var x, baseline: Double
  /// The shaped width in pixels.
  package var width: Double
  /// Which of the frame's words draw it.
  package var words = 0..<0
  /// Of the characters and of lines under and through them; colour faces ignore it.
  package var color: DrawColor
  /// The colour that fills the run's width over the height of its style's line; nil fills nothing.
  package private(set) var background: DrawColor?
  /// Pixels above and below the baseline that the background fills.
  package private(set) var fillAbove = 0.0, fillBelow = 0.0
  /// A line below the baseline.
  package var isUnderlined = false
  /// A line through the middle of small letters.
  package var isStruckThrough = false

  /// An undecorated run.
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

  /// Whether another run has the same characters, looks and place in its line.
  func isDrawn(like other: TextRun) -> Bool {
    text == other.text && face == other.face && pixelSize == other.pixelSize && shaping == other.shaping && x == other.x
      && width == other.width && color == other.color && background == other.background
      && isUnderlined == other.isUnderlined && isStruckThrough == other.isStruckThrough
  }

  /// Gives the run a background as high as a line.
  package mutating func fill(_ color: DrawColor, over line: LineMetrics) {
    background = color
    fillAbove = line.ascent
    fillBelow = line.height - line.ascent
  }

  /// Takes the background away.
  package mutating func removeBackground() { background = nil }
}

/// Laid-out text ready to be rasterised: positioned runs in pixels.
package struct TextFrame: Sendable {
  /// In drawing order: backgrounds and shadows come before what lies over them.
  package var runs: [TextRun] = []
  /// How far all runs are moved to the right and down in the bitmap, in pixels: so they stay as they were laid out.
  package var offsetX = 0.0, offsetY = 0.0
  /// The words of all runs, as they were measured: nothing is measured again for drawing.
  package var words: ContiguousArray<TextWord> = []
  /// The bitmap to make, in whole pixels; nothing is painted outside of it.
  package var pixelWidth = 0
  /// The bitmap's height in whole pixels.
  package var pixelHeight = 0
  /// Whole pixels at the bitmap's left and right end that lie outside of the text's own
  /// width: room for what letters reach beyond their advance, as a slanted "f" does.
  package var leftOverhang = 0
  /// See `leftOverhang`.
  package var rightOverhang = 0
  /// Rows at the bitmap's top and bottom that lie outside of the lines: room for ink that reaches beyond them, as marks
  /// above capitals do.
  package private(set) var topOverhang = 0, bottomOverhang = 0
  /// Scalars of the text for which no face had a glyph.
  package var missingGlyphs = 0

  /// A frame without anything.
  package init() {}

  /// Whether there is nothing to rasterise.
  package var isEmpty: Bool { runs.isEmpty || pixelWidth == 0 || pixelHeight == 0 }

  /// Widens a bitmap that is as wide as its text by what ink needs beyond both ends, and moves its runs.
  ///
  /// - Parameters:
  ///   - left: pixels before the text's start; 0 or more.
  ///   - right: pixels after its end; 0 or more.
  ///   - width: of the text, fractions kept.
  @inline(__always)
  mutating func addOverhang(left: Double, right: Double, width: Double) {
    guard left > 0 || width + right > Double(pixelWidth) else { return }
    leftOverhang = Int(measured: left.rounded(.up), else: 0)
    rightOverhang = max(0, Int(measured: (width + right).rounded(.up), else: pixelWidth) - pixelWidth)
    pixelWidth += leftOverhang + rightOverhang
    for index in runs.indices { runs[index].x += Double(leftOverhang) }
  }

  /// Adds rows above and below the lines, and moves the runs. A bitmap that is as high as can be stays as it is.
  @inline(__always)
  mutating func addRows(above: Int, below: Int) {
    guard above > 0 || below > 0, Double(pixelHeight + above + below) <= TextBox.limit else { return }
    topOverhang = above
    bottomOverhang = below
    pixelHeight += above + below
    for index in runs.indices { runs[index].baseline += Double(above) }
  }
}
