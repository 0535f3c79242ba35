import Expectations
import Testing

@testable import Fonts

@Suite struct WordDictionaryTests {
  private func pieces(_ text: String, _ dictionary: WordDictionary) -> String {
    let bytes = Array(text.utf8)
    let ends = dictionary.wordStarts(in: text[...]) + [bytes.count]
    let starts = [0] + ends.dropLast()
    return zip(starts, ends).map { String(decoding: bytes[$0..<$1], as: UTF8.self) }.joined(separator: "|")
  }

  @Test(
    "the words of scripts without spaces are those of a dictionary",
    arguments: [
      "สวัสดี|ครับ|ผม|ชื่อ", "ສະບາຍດີ|ຂ້ອຍ|ຊື່", "ខ្ញុំ|ស្រលាញ់|ភាសាខ្មែរ", "မင်္ဂလာ|ပါ|ကျွန်တော်|မြန်မာ|စာ",
    ])
  func words(expected: String) {
    expectEqual(pieces(expected.filter { $0 != "|" }, WordDictionary()), expected)
  }

  @Test("texts of nothing, of marks alone and of other scripts take no harm, and one follows another")
  func oddTexts() {
    let dictionary = WordDictionary()
    expect(dictionary.wordStarts(in: "").isEmpty)
    for text in [String(repeating: "\u{E34}", count: 5000), "word", "😀ไทย", "\u{0}"] {
      expectEqual(pieces(text, dictionary).filter { $0 != "|" }, text)
    }
    expectEqual(pieces("สวัสดีครับ", dictionary), "สวัสดี|ครับ")
    expectEqual(dictionary.wordStarts(in: String(repeating: "สวัสดีครับ", count: 5000)[...]).count, 9999)
  }
}
