import Expectations
import Foundation
import Primitives
import RandomSupport
import Testing

@testable import Raster
@testable import Typesetting

/// Texts of many scripts in boxes of the size that they were measured to have.
extension BackendTests {
  /// Words, and what stands between them.
  private static let vocabularies: [(words: [String], separator: String)] = [
    (
      [
        "สวัสดี", "ครับ", "ผม", "ชื่อ", "กรุงเทพ", "ประเทศไทย", "ภาษา", "ตัวอักษร", "ที่นี้", "ปู่", "ญี่ปุ่น", "การ", "ตั้งค่า", "ข้อความ",
        "ทดสอบ",
        "น้ำ",
      ], ""
    ),
    (["ສະບາຍດີ", "ພາສາລາວ", "ປະເທດ", "ນ້ຳ", "ເຮືອນ", "ວຽງຈັນ"], ""),
    (["សួស្តី", "ភាសាខ្មែរ", "ប្រទេស", "កម្ពុជា", "ទឹក", "ភ្នំពេញ"], ""),
    (["مُحَمَّدٌ", "السلام", "عليكم", "بِسْمِ", "ٱللَّهِ", "لا", "كتاب"], " "),
    (["नमस्ते", "हिन्दी", "भाषा", "र्ड्ड", "दुनिया", "क्षत्रिय"], " "),
    (["世界", "こんにちは", "日本語", "テスト", "한국어", "안녕하세요", "。", "、", "「", "」"], ""),
    (["AVATAR", "well-known", "Toy", "ภาษาไทย", "Wi-Fi", "世界", "السلام", "10", "%", "/", "fi", "To-", "Ya-", "😀"], ""),
    (["AVATAR", "well-known", "ภาษาไทย", "หน้าแรก", "世界", "नमस्ते", "1,234.5", "שלום", "…"], " "),
  ]

  private func texts(_ seed: Int) -> [String] {
    var random = SeededRandom(seed: seed)
    let (words, separator) = Self.vocabularies[seed]
    return (0..<10).map { number in
      (0..<2 + number).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }.joined(separator: separator)
    }
  }

  @Test("A text has one line, and is whole, in the width it is measured to have", arguments: 0..<8)
  func measuredWidth(seed: Int) throws {
    let typesetter = Typesetter(engine: SDLTextEngine())
    for text in texts(seed) {
      for size in [9.0, 11, 12, 13, 15, 17, 20, 28, 34] {
        for scale in [1.0, 1.5, 2] {
          let style = TextStyle(font: FontDescriptor(), pixelSize: size * scale, color: .black)
          let styled = StyledText(text, base: style)
          let width = typesetter.measure(styled, in: TextBox(width: .infinity)).width
          let points = Double(TextLayout.pixels(width)) / scale
          for lines in [0, 1, 2] {
            let layout = typesetter.layout(styled, in: TextBox(width: points * scale, maximumLines: lines))
            expect(layout.lineCount == 1 && !layout.isTruncated, "\(text) \(size) \(scale), of \(lines) lines")
          }
        }
      }
    }
  }

  @Test("A text that is wrapped has the same lines in the size it is measured to have", arguments: 0..<8)
  func measuredLines(seed: Int) throws {
    let typesetter = Typesetter(engine: SDLTextEngine())
    for text in texts(seed) {
      for (size, width) in [(13.0, 60.0), (17, 100), (20, 140), (26, 200), (34, 150), (17, 233)] {
        let style = TextStyle(font: FontDescriptor(), pixelSize: size, color: .black)
        let styled = StyledText(text, base: style)
        let measured = typesetter.layout(styled, in: TextBox(width: width, maximumLines: 0))
        let box = TextBox(width: Double(TextLayout.pixels(measured.width)), height: measured.height, maximumLines: 0)
        let layout = typesetter.layout(styled, in: box)
        expect(
          layout.lineCount == measured.lineCount && !layout.isTruncated && layout.height == measured.height,
          "\(text) \(size) in \(width): \(measured.lineCount) lines, then \(layout.lineCount)")
      }
    }
  }
}
