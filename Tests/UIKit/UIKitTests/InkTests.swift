import Expectations
import Foundation
import Pixels
import Primitives
import Testing

@testable import Raster
@testable import Typesetting

/// Ink of the desktop's own faces in the bitmaps that lines of iOS's height make.
extension BackendTests {
  /// Marks that stand on each other, tails, and scripts that other faces draw.
  private static let samples =
    [
      "Hamburgefonstiv |(){}[]@jQ", "ÀÅÇÑÝ þÿg", "ẤẪṶǕȪǺ ậệ", "A\u{302}\u{301} e\u{323}\u{302} Z\u{30C}\u{301}",
      "ΆΈΌΏ ΐ ᾊ ᾯ", "ЙЁЇ щцц Ѝ", "ที่นี้ ปู่ ญี่ปุ่น", "हिन्दी र्ड्ड कॄ ॐ", "漢字かな한글", "😀👩‍👩‍👧‍👦🇫🇮", "שָׁלוֹם السلام", "a → ∑ ⌘ ∫",
    ] + vowelled
  /// Words with marks above and below their letters, up to three on one.
  private static let vowelled = [
    "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ", "مُحَمَّدٌ رَبِّ لِلَّٰهِ", "إِنَّ ٱلَّذِينَ لَّآ", "בְּרֵאשִׁית לֹּ֔א",
  ]
  private static let sizes = [9.0, 11, 12, 13, 15, 17, 20, 28, 34]

  @Test("Nothing of a letter is cut from a bitmap, at nine sizes and two scales")
  func wholeInk() throws {
    let engine = SDLTextEngine()
    let typesetter = Typesetter(engine: engine)
    for text in Self.samples {
      for size in Self.sizes {
        for scale in [1.0, 2] {
          let style = TextStyle(font: FontDescriptor(), pixelSize: size * scale, color: .black)
          let frame = typesetter.layout(StyledText(text, base: style), in: TextBox(width: 5000)).frame
          let rows = inkedRows(of: frame, engine)
          expect(rows.lowerBound >= 0 && rows.upperBound <= frame.pixelHeight, "\(text) \(size) \(scale): \(rows)")
          let edited = typesetter.editLine(text, style: style)
          let line = edited.frame(from: 0, width: Int(edited.width) + 1, color: .black)
          let inked = inkedRows(of: line, engine)
          expect(inked.lowerBound >= 0 && inked.upperBound <= line.pixelHeight, "\(text) \(size) \(scale): \(inked)")
        }
      }
    }
  }

  @Test(
    "Nothing of a vowelled word is cut where its face has no room for marks in its box",
    arguments: ["DejaVu Sans", "Noto Naskh Arabic"])
  func wholeMarks(name: String) throws {
    let engine = SDLTextEngine()
    let typesetter = Typesetter(engine: engine)
    for text in Self.vowelled.flatMap({ $0.split(separator: " ") }) {
      for size in Self.sizes + [40, 68] {
        let style = TextStyle(font: FontDescriptor(name: name), pixelSize: size, color: .black)
        let frame = typesetter.layout(StyledText(String(text), base: style), in: TextBox(width: 5000)).frame
        let rows = inkedRows(of: frame, engine)
        expect(rows.lowerBound >= 0 && rows.upperBound <= frame.pixelHeight, "\(text) \(size): \(rows)")
      }
    }
  }

  /// The rows that a text would have ink in if its bitmap had no end.
  private func inkedRows(of frame: TextFrame, _ engine: SDLTextEngine) -> Range<Int> {
    let margin = 100
    let (width, height) = (frame.pixelWidth + 2 * margin, frame.pixelHeight + 2 * margin)
    var pixels = [UInt32](repeating: 0, count: width * height)
    var moved = frame
    moved.offsetX += Double(margin)
    moved.offsetY += Double(margin)
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var bitmap = TextBitmap(pixels: base, stride: width, width: width, height: height, ground: nil)
      engine.draw(&moved, into: &bitmap)
    }
    // What is hardly there is not missed.
    let inked = (0..<height).filter { row in pixels[row * width..<(row + 1) * width].contains { $0 >> 24 > 40 } }
    guard let first = inked.first, let last = inked.last else { return 0..<0 }
    return first - margin..<last + 1 - margin
  }
}
