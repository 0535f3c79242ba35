import Foundation
import Primitives

/// A face at one size, ready to measure and to draw words.
///
/// Advances are the designer's, in fractions of a pixel; pictures are hinted vertically only, so that letters stand sharp
/// on the line and keep their widths. Faces of colour bitmaps have few sizes; their pictures are scaled to the wanted one.
package final class Font {
  /// The file.
  package let face: FontFace
  /// The size asked for, in pixels of an em.
  package let pixelSize: Double
  /// Made from what the face has, for families without a bold or an italic one.
  let isBold, isSlanted: Bool
  /// Which letters words are put together from; nil where words are drawn whole.
  let loosePairs: LoosePairs?
  /// The width of a space in pixels; found on first use.
  private(set) lazy var spaceWidth = face.spaceWidth(pixelSize: pixelSize)

  /// The steps that sizes are rounded to, a pixel.
  package static let sizesPerPixel = 4.0
  /// How far an upright glyph leans when it is slanted: the tangent of 12 degrees.
  static let slant = 0.2126
  /// The part of an em by which made-up bold strokes are thicker.
  private static let boldness = 1.0 / 28
  /// Words of larger text are drawn whole: there are few of them, and their letters take up much memory.
  private static let largestOfLetters = 48.0

  /// - Parameters:
  ///   - pixelSize: pixels of an em, clamped to 1...512, rounded to quarters.
  ///   - bold: thicken the strokes, for families without a bold face.
  ///   - slanted: shear the glyphs, for families without an italic face.
  package init(_ face: FontFace, pixelSize: Double, bold: Bool = false, slanted: Bool = false) {
    let clamped = min(max(pixelSize.isFinite ? pixelSize : 1, 1), 512)
    self.face = face
    self.pixelSize = (clamped * Self.sizesPerPixel).rounded() / Self.sizesPerPixel
    isBold = bold && face.strikes.isEmpty && !face.isColor
    isSlanted = slanted && face.strikes.isEmpty && !face.isColor
    loosePairs = isBold || self.pixelSize > Self.largestOfLetters ? nil : face.letters.map(LoosePairs.init)
  }

  /// How much wider made-up bold strokes are, in pixels.
  var boldWidening: Double { isBold ? max(0.25, pixelSize * Self.boldness) : 0 }

  /// The room of a text, with what made-up bold strokes add to one letter; nil for what cannot be shaped.
  func room(of text: UnsafeBufferPointer<UInt8>, _ shaping: TextShaping) -> FontFace.Room? {
    guard var room = face.room(of: text, shaping, pixelSize: pixelSize) else { return nil }
    if room.width > 0 { room.width += boldWidening }
    return room
  }

  // MARK: Measures, in pixels

  /// From the baseline up to the top of the line, in whole pixels.
  package var ascent: Double { rounded(face.measures.ascent) }

  /// From the baseline down in whole pixels; positive.
  package var descent: Double { rounded(face.measures.descent) }

  /// From one baseline to the next in whole pixels.
  package var lineHeight: Double { rounded(face.measures.lineHeight) }

  /// Ems in pixels, rounded up but for what is lost in arithmetic: SDL_ttf's measures are whole pixels of a fine em.
  private func rounded(_ ems: Double) -> Double { (ems * pixelSize - pixelSize / 16_384 - 0.001).rounded(.up) }

  /// How far capital and small letters reach above the baseline; nil for a face without them.
  package var capHeight: Double? { face.measures.capHeight.map { $0 * pixelSize } }

  /// See `capHeight`.
  package var xHeight: Double? { face.measures.xHeight.map { $0 * pixelSize } }
}
