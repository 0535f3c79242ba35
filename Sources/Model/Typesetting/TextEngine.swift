import Foundation
import Pixels

/// The description of a font; the platform finds the face.
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

/// Fonts and their words, provided by the platform. Sizes and advances are in
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
  /// Measures a word and appends what draws it to `words`: mostly one, as seen from left to right.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8 of one face, script and direction, without spaces unless it is a single one, or stands
  ///     between two Korean syllables; no control characters. A space takes up its width and appends nothing.
  ///   - font: what draws it, and how.
  /// - Returns: the width in pixels; 0 for what the face cannot shape.
  /// - Complexity: O(*n*) in the length of a word measured lately.
  func shape(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont, into words: inout ContiguousArray<TextWord>
  ) -> Double
  /// Measures a line of Latin letters whose words stand between spaces, and appends what draws it to `words`.
  ///
  /// Most labels show such a line. An engine that cuts it itself takes less time than it takes for a call per word.
  /// - Parameters:
  ///   - text: valid UTF-8, printable ASCII and letters of Latin-1.
  ///   - font: from left to right.
  ///   - longest: bytes of the longest word that is measured whole.
  /// - Returns: the width in pixels; nil where the typesetter has to cut the line: it has a longer word, or the engine
  ///   cuts none. Words may have been appended by then.
  func shape(
    line text: UnsafeBufferPointer<UInt8>, font: RunFont, longest: Int, into words: inout ContiguousArray<TextWord>
  ) -> Double?
  /// How far the ink of a run reaches beyond its ends. Asked when a line is made of it.
  /// - Parameters:
  ///   - text: the run's.
  ///   - x: where it begins in the frame it will be drawn in, in pixels.
  ///   - width: in pixels; negative in a damaged font.
  ///   - first: its leftmost word.
  ///   - last: its rightmost one; may be the same.
  func overhang(of text: Substring, font: RunFont, x: Double, width: Double, first: TextWord, last: TextWord)
    -> TextOverhang
  /// Where the words begin of a script that is written without spaces. Asked when a paragraph with such text is cut
  /// into lines.
  /// - Parameter text: letters and marks of Thai, Lao, Khmer, Burmese or their kin.
  /// - Returns: bytes of UTF-8 before each word but the first, ascending; none where the engine has no dictionary for
  ///   it.
  /// - Complexity: O(*n*) in its length.
  func wordStarts(in text: Substring) -> [Int]
  /// The counts so far.
  var counts: TextEngineCounts { get }
}

extension TextEngine {
  /// Cuts no line.
  package func shape(
    line text: UnsafeBufferPointer<UInt8>, font: RunFont, longest: Int, into words: inout ContiguousArray<TextWord>
  ) -> Double? { nil }

  /// Has no dictionary.
  package func wordStarts(in text: Substring) -> [Int] { [] }
}

/// The work of a text engine, summed since it was made; read by the profiler.
package struct TextEngineCounts: Equatable, Sendable {
  /// Words that were measured for the first time, or again after they had been forgotten.
  package var shapedWords = 0
  /// Words that were known.
  package var wordHits = 0
  /// Calls of the library that measures and draws text.
  package var libraryCalls = 0

  /// Nothing done yet.
  package init() {}

  /// The work between two readings.
  package static func - (later: TextEngineCounts, earlier: TextEngineCounts) -> TextEngineCounts {
    var difference = later
    difference.shapedWords -= earlier.shapedWords
    difference.wordHits -= earlier.wordHits
    difference.libraryCalls -= earlier.libraryCalls
    return difference
  }

  /// Adds what was done later.
  package static func += (sum: inout TextEngineCounts, part: TextEngineCounts) {
    sum.shapedWords += part.shapedWords
    sum.wordHits += part.wordHits
    sum.libraryCalls += part.libraryCalls
  }
}
