import Foundation
import UIKitCore

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
  /// Whether those faces have a glyph for the space too.
  package var fallbackFacesHaveSpaces = false
  /// Whether Latin words are shaped one by one.
  package var facesSeparateWords = false
  /// How far the last glyph of each run reaches beyond its end, in pixels.
  package var overhang = 0.0
  /// By how much a run of several characters is wider than the sum of them, as a share of it.
  package var joiningStretch = 0.0
  package private(set) var shapeCalls = 0
  /// The bytes shaped so far, and the most in one call.
  package private(set) var shapedBytes = 0
  package private(set) var longestShaped = 0
  /// The most scalars after each other in one call that are combining marks.
  package private(set) var mostMarks = 0
  private var descriptors: [FontDescriptor] = []

  package init() {}

  package func face(for descriptor: FontDescriptor) -> FontFaceID {
    if let index = descriptors.firstIndex(of: descriptor) {
      return FontFaceID(rawValue: Int32(index))
    }
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
    FontMetrics(
      ascent: (pixelSize * 0.95).rounded(), descent: (pixelSize * 0.25).rounded(),
      lineHeight: (pixelSize * 1.2).rounded(), capHeight: pixelSize * 0.7, xHeight: pixelSize * 0.5)
  }

  package func separatesWords(in face: FontFaceID) -> Bool { facesSeparateWords }

  /// Without a closure: on the main actor one would be checked for its executor at every byte.
  private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte >= 0x80 { return false }
    return true
  }

  package func shape(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont,
    into glyphs: inout ContiguousArray<TextGlyph>
  ) -> ShapedExtent {
    shapeCalls += 1
    shapedBytes += text.count
    longestShaped = max(longestShaped, text.count)
    let index = Int(font.face.rawValue)
    let isBold = index < descriptors.count && descriptors[index].weight > 500
    let step = 0.5 * font.pixelSize * (isBold ? 1.1 : 1)
    if !font.shaping.isRightToLeft, Self.isASCII(text) {
      // Cheap, so that the fake takes little part in what a frame costs.
      for (offset, byte) in text.enumerated() {
        glyphs.append(TextGlyph(id: UInt32(byte), cluster: Int32(offset), x: Float(Double(offset) * step)))
      }
      return ShapedExtent(width: Double(text.count) * step, right: overhang)
    }
    var x = 0.0
    var offset = 0
    var added: [TextGlyph] = []
    var marks = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
      mostMarks = max(mostMarks, marks)
      added.append(TextGlyph(id: scalar.value, cluster: Int32(offset), x: Float(x)))
      offset += UTF8.width(scalar)
      x += scalar.value >= 0x1100 ? step * 2 : step
    }
    if added.count > 1 { x *= 1 + joiningStretch }
    if font.shaping.isRightToLeft {
      // Each glyph starts where, seen from the other side, it ended.
      for index in added.indices {
        let end = index + 1 < added.count ? added[index + 1].x : Float(x)
        glyphs.append(added[index])
        glyphs[glyphs.count - 1].x = Float(x) - end
      }
      glyphs[(glyphs.count - added.count)...].reverse()
    } else {
      glyphs.append(contentsOf: added)
    }
    return ShapedExtent(width: x, right: overhang)
  }
}
