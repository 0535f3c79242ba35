import Foundation
import Pixels
import Primitives
import Typesetting

/// Fonts of fixed advances: every character is half its size wide, wide ones
/// (CJK, emoji) a full size; bold faces are a tenth wider.
///
/// Face 0 is the system's and covers ASCII and Latin-1; face 1 is monospaced;
/// fallback faces cover one block each, in the order of `fallbackRanges`.
package final class FakeTextEngine: TextEngine {
  /// What the fallback faces 100, 101, … cover.
  package var fallbackRanges: [ClosedRange<UInt32>] = [
    0x0590...0x05FF, 0x0600...0x06FF, 0x0900...0x097F, 0x3040...0x30FF, 0x4E00...0x9FFF,
    0xAC00...0xD7AF, 0x1F000...0x1FAFF,
  ]
  /// The lines of all faces but these, and of these, in ems.
  @exclusivity(unchecked) package var ownLine = (ascent: 0.95, descent: 0.25, height: 1.2)
  @exclusivity(unchecked) package var fallbackLine = (ascent: 0.95, descent: 0.25, height: 1.2)
  /// The height of capitals of all faces, in ems.
  @exclusivity(unchecked) package var capHeight = 0.7
  /// Whether those faces have a glyph for the space too.
  package var fallbackFacesHaveSpaces = false
  /// How far the last word of each run reaches beyond its end, in pixels.
  package var overhang = 0.0
  /// By how much a word of more than two characters is wider than the sum of them, as a share of it.
  package var joiningStretch = 0.0
  /// By how many pixels characters that stand beside each other are closer, but for ASCII.
  package var kerning = 0.0
  /// The width of a character of ASCII as a share of half its size; negative as in a damaged font.
  @exclusivity(unchecked) package var asciiWidth = 1.0
  /// The words that texts without spaces are made of.
  package var dictionary: [String] = []
  @exclusivity(unchecked) package private(set) var dictionaryCalls = 0
  @exclusivity(unchecked) package private(set) var shapeCalls = 0
  /// The bytes shaped so far, and the most in one call.
  @exclusivity(unchecked) package private(set) var shapedBytes = 0
  @exclusivity(unchecked) package private(set) var longestShaped = 0
  /// Whether the files of all fonts were cut: nothing has a size any more.
  @exclusivity(unchecked) package var isCut = false
  /// How often it was asked for the ink of a run, which takes drawing it.
  package private(set) var overhangCalls = 0
  /// The most scalars after each other in one call that are combining marks.
  package private(set) var mostMarks = 0
  @exclusivity(unchecked) private var descriptors: [FontDescriptor] = []
  /// Whether the descriptors are bold, one a bit.
  @exclusivity(unchecked) private var boldFaces: UInt64 = 0

  package init() {}

  package func face(for descriptor: FontDescriptor) -> FontFaceID {
    if let index = descriptors.firstIndex(of: descriptor) {
      return FontFaceID(rawValue: Int32(index))
    }
    if descriptor.weight > 500, descriptors.count < 64 { boldFaces |= 1 << UInt64(descriptors.count) }
    descriptors.append(descriptor)
    return FontFaceID(rawValue: Int32(descriptors.count - 1))
  }

  package func fallbackFace(for scalar: Unicode.Scalar, like face: FontFaceID) -> FontFaceID? {
    fallbackRanges.firstIndex { $0.contains(scalar.value) }
      .map { FontFaceID(rawValue: Int32(100 + $0)) }
  }

  package func hasGlyph(for scalar: Unicode.Scalar, in face: FontFaceID) -> Bool {
    guard face.rawValue >= 100 else { return scalar.value < 0x250 || scalar.value == 0x2026 }
    if scalar == " " { return fallbackFacesHaveSpaces }
    return fallbackRanges[Int(face.rawValue) - 100].contains(scalar.value)
  }

  package func metrics(of face: FontFaceID, pixelSize: Double) -> FontMetrics {
    if isCut { return FontMetrics(ascent: 0, descent: 0, lineHeight: 0, capHeight: 0, xHeight: 0) }
    let line = face.rawValue < 100 ? ownLine : fallbackLine
    return FontMetrics(
      ascent: (pixelSize * line.ascent).rounded(), descent: (pixelSize * line.descent).rounded(),
      lineHeight: (pixelSize * line.height).rounded(), capHeight: pixelSize * capHeight, xHeight: pixelSize * 0.5)
  }

  /// Without a closure: on the main actor one would be checked for its executor at every byte.
  private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte >= 0x80 { return false }
    return true
  }

  package func shape(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont, into words: inout ContiguousArray<TextWord>
  ) -> Double {
    let width = isCut ? 0 : width(of: text, font)
    if text.count == 1, text[0] == 0x20 { return width }
    shapeCalls += 1
    shapedBytes += text.count
    longestShaped = max(longestShaped, text.count)
    words.append(
      TextWord(
        id: UInt64(shapeCalls), start: 0, count: Int32(truncatingIfNeeded: text.count), x: 0, width: Float(width)))
    return width
  }

  package func overhang(of text: Substring, font: RunFont, x: Double, width: Double, first: TextWord, last: TextWord)
    -> TextOverhang
  {
    overhangCalls += 1
    return TextOverhang(right: overhang)
  }

  /// The first word of the dictionary that the rest begins with comes next, else a character.
  package func wordStarts(in text: Substring) -> [Int] {
    dictionaryCalls += 1
    var rest = text
    var starts: [Int] = []
    while !rest.isEmpty {
      if rest.startIndex > text.startIndex {
        starts.append(text.utf8.distance(from: text.startIndex, to: rest.startIndex))
      }
      rest = rest.dropFirst(dictionary.first { rest.hasPrefix($0) }?.count ?? 1)
    }
    return starts
  }

  package var counts: TextEngineCounts { TextEngineCounts() }

  private func width(of text: UnsafeBufferPointer<UInt8>, _ font: RunFont) -> Double {
    let isBold = font.face.rawValue < 64 && boldFaces >> UInt64(font.face.rawValue) & 1 == 1
    let step = 0.5 * font.pixelSize * (isBold ? 1.1 : 1)
    // Cheap, so that the fake takes little part in what a frame costs.
    if Self.isASCII(text) { return Double(text.count) * step * asciiWidth }
    var marks = 0
    var width = 0.0
    var count = 0
    var scalars = String(decoding: text, as: UTF8.self).unicodeScalars[...]
    // What makes letters join has no width.
    if scalars.last == "\u{200D}" { scalars.removeLast() }
    for scalar in scalars {
      marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
      mostMarks = max(mostMarks, marks)
      count += 1
      width += scalar.value >= 0x1100 ? step * 2 : step
    }
    width -= kerning * Double(max(0, count - 1))
    return count > 2 ? width * (1 + joiningStretch) : width
  }
}
