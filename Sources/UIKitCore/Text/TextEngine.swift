import Foundation

/// What a font should look like; the platform finds the face.
package struct FontDescriptor: Hashable, Sendable {
  /// The design the family should have when none is named.
  package enum Design: Hashable, Sendable { case system, monospaced, serif }

  /// A family or full font name; nil for the desktop's own of `design`.
  package var name: String?
  /// Which of the desktop's own families, where `name` is nil.
  package var design: Design
  /// CSS weight, 100...900; 400 is regular.
  package var weight: Int
  /// Slanted or truly italic, as the family has it.
  package var isItalic: Bool

  /// The desktop's own sans-serif face, as far as nothing else is said.
  package init(
    name: String? = nil, design: Design = .system, weight: Int = 400, isItalic: Bool = false
  ) {
    self.name = name
    self.design = design
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// Names one opened face of the platform. Ids are small and dense.
package struct FontFaceID: Hashable, Sendable {
  /// 0 and up; given out by the engine.
  package let rawValue: Int32
  /// - Parameter rawValue: an id of the same engine.
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Vertical measures of a face at one size, in pixels, all positive.
package struct FontMetrics: Hashable, Sendable {
  /// From the baseline up and down to where a line of text reaches.
  package var ascent, descent: Double
  /// From one baseline to the next.
  package var lineHeight: Double
  /// The heights of "H" and of "x".
  package var capHeight, xHeight: Double

  /// All in pixels; positive.
  package init(
    ascent: Double, descent: Double, lineHeight: Double, capHeight: Double, xHeight: Double
  ) {
    self.ascent = ascent
    self.descent = descent
    self.lineHeight = lineHeight
    self.capHeight = capHeight
    self.xHeight = xHeight
  }
}

/// What the shaper must be told besides the characters.
package struct TextShaping: Hashable, Sendable {
  /// Whether the first character is the rightmost; brackets are mirrored then.
  package var isRightToLeft: Bool
  /// ISO 15924 tag as four ASCII bytes, most significant first ("Latn").
  package var script: UInt32

  /// Latin from left to right, as far as nothing else is said.
  package init(isRightToLeft: Bool = false, script: UInt32 = 0x4C61_746E) {
    self.isRightToLeft = isRightToLeft
    self.script = script
  }
}

/// Fonts and shaping, provided by the platform. Sizes and advances are in
/// device pixels. An engine is used by one thread at a time: the application's by the
/// main thread during layout, those of bitmaps by whichever thread draws one.
package protocol TextEngine: AnyObject {
  /// The best face for a descriptor; never fails once the engine exists (a
  /// platform without any usable font refuses to start).
  func face(for descriptor: FontDescriptor) -> FontFaceID
  /// Another face that has a glyph for `scalar`, styled like `face` as far as
  /// possible; nil when no installed font has one. For a scalar that is an emoji
  /// by default that is the colour face, if one is installed. Answers are cached.
  func fallbackFace(for scalar: Unicode.Scalar, like face: FontFaceID) -> FontFaceID?
  /// Whether `face` itself draws `scalar`. Asked often: O(1) or O(log n).
  func hasGlyph(for scalar: Unicode.Scalar, in face: FontFaceID) -> Bool
  /// Vertical measures of a face at a size in pixels. Asked for every line.
  func metrics(of face: FontFaceID, pixelSize: Double) -> FontMetrics
  /// Whether words of Latin text in `face` look alike alone and in a line: no space takes
  /// part in kerning or ligatures. Then words are shaped one by one, and once each.
  func separatesWords(in face: FontFaceID) -> Bool
  /// Shapes `text` and appends its glyphs, leftmost first, to `glyphs`.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8 of one run: one face, one direction, no control characters.
  ///   - font: what draws it, and how.
  func shape(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont,
    into glyphs: inout ContiguousArray<TextGlyph>
  ) -> ShapedExtent
}

extension TextEngine {
  /// Shapes `text`; see the requirement.
  package func shape(
    _ text: Substring, font: RunFont, into glyphs: inout ContiguousArray<TextGlyph>
  ) -> ShapedExtent {
    var text = text
    return text.withUTF8 { shape($0, font: font, into: &glyphs) }
  }
}
