import Expectations
import Testing

@testable import Typesetting

@Suite struct LineBreakerTests {
  /// The pieces no break may fall into, joined by `|`, mandatory breaks by `‖`.
  private func pieces(_ text: String) -> String {
    var breaker = LineBreaker()
    var result = ""
    for character in text {
      guard let first = character.unicodeScalars.first else { continue }
      switch breaker.feed(LineBreakClass(first)) {
      case .prohibited: break
      case .allowed: result.append("|")
      case .mandatory: result.append("‖")
      }
      result.append(character)
    }
    return result
  }

  @Test(
    "lines break between words, after hyphens and between ideographs, and nowhere else",
    arguments: [
      "two |words", "a  |b", "well-|known", "one|—|two", "don't", "end.",
      "(in |brackets)|日", "say |\"this |is\" |so",
      "漢|字|か|な|カ|ナ", "日|本|語、|中|文。|次", "「引|用」",
      "カー|ド", "きゃ", "한|국|어",
      "1,234.50 |€5 |100% |-5 |+3", "http://|a.b/|c/|d", "a\u{A0}b |c",
      "zero\u{200B}|width", "word\u{2060}joiner", "soft\u{AD}|hyphen", "tab\t|stop",
      "man |-k", "-k |\u{2010}x", "a-|b", "-\u{5D0}", "a |-5", "50 |%-|x", "a \u{2060}b", "(1)%", "a/|5", "1/5",
      "a|\u{FFFC}|b", "អ\u{17D6} |អ", "日\u{17D6}|本", "a|\u{1806}b", "ᄀ\u{308}가|나", "\u{2060}\u{308}日",
      "日|〈本〉",
      "👨‍👩‍👧|🇩🇪|❤️", "नमस्ते |दुनिया।", "שלום, |עולם", "مرحبا، |نص",
      "one\n‖two", "one\r\n‖two", "one\u{2028}‖two", "\n‖\n",
    ])
  func breaks(expected: String) {
    let plain = expected.filter { $0 != "|" && $0 != "‖" }
    expectEqual(pieces(plain), expected)
  }

  @Test("ASCII bytes and scalars are of the same class")
  func asciiAgrees() {
    for byte in UInt8(0)..<0x80 {
      expectEqual(LineBreakClass(Unicode.Scalar(byte)), LineBreakClass.ascii(byte))
    }
  }

  @Test(
    "no line starts with closing punctuation or ends with opening, however odd the text",
    arguments: 0..<200)
  func punctuationStays(seed: Int) {
    var random = TextRandom(seed: seed)
    let text = random.string(count: 2...60, from: "ab 日本()[]「」、。!?")
    var breaker = LineBreaker()
    var previous: LineBreakClass?
    for character in text {
      let next = LineBreakClass(character.unicodeScalars.first ?? " ")
      if breaker.feed(next) == .allowed {
        expect(![.CL, .CP, .EX, .IS, .SY, .SP].contains(next), "seed \(seed): \(text)")
        if let previous { expect(![.OP, .OW].contains(previous), "seed \(seed): \(text)") }
      }
      previous = next
    }
  }
}
