import Foundation
import UIKitCore

/// Fonts of fixed advances: every character is half its size wide, wide ones
/// (CJK, emoji) a full size; bold faces are a tenth wider.
///
/// Face 0 is the system's and covers ASCII and Latin-1; face 1 is monospaced;
/// fallback faces cover one block each, in the order of `fallbackRanges`.
@MainActor
package final class FakeTextEngine: TextEngine {
  /// What the fallback faces 100, 101, … cover.
  package var fallbackRanges: [ClosedRange<UInt32>] = [
    0x0590...0x05FF, 0x0600...0x06FF, 0x0900...0x097F, 0x3040...0x30FF, 0x4E00...0x9FFF,
    0xAC00...0xD7AF, 0x1F000...0x1FAFF,
  ]
  /// Whether those faces have a glyph for the space too.
  package var fallbackFacesHaveSpaces = false
  package private(set) var advanceCalls = 0
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

  /// Cheap, so that the fake takes little part in what a frame costs.
  private nonisolated static func isASCII(_ text: Substring) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte >= 0x80 { return false }
      return true
    } ?? false
  }

  package func advance(
    of text: Substring, face: FontFaceID, pixelSize: Double, shaping: TextShaping
  ) -> Double {
    advanceCalls += 1
    let index = Int(face.rawValue)
    let isBold = index < descriptors.count && descriptors[index].weight > 500
    if !isBold, Self.isASCII(text) { return Double(text.utf8.count) * 0.5 * pixelSize }
    return text.unicodeScalars.reduce(0) { sum, scalar in
      let em = scalar.value >= 0x1100 ? 1.0 : 0.5
      return sum + em * pixelSize * (isBold ? 1.1 : 1)
    }
  }
}
