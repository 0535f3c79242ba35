import RandomSupport

@testable import Typesetting

/// Seeded source of odd strings for text tests.
struct TextRandom: RandomNumberGenerator {
  private var source: SeededRandom

  init(seed: Int) { source = SeededRandom(seed: seed) }

  mutating func next() -> UInt64 { source.next() }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func scalars(count: ClosedRange<Int>, from alphabet: String) -> [Unicode.Scalar] {
    let pool = Array(alphabet.unicodeScalars)
    return (0..<Int.random(in: count, using: &self)).map { _ in pool[below(pool.count)] }
  }

  mutating func string(count: ClosedRange<Int>, from alphabet: String) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars(count: count, from: alphabet))
    return String(text)
  }

  static let bidiAlphabet =
    "abc 12.,:+-/$%()[]{}\tאבגדا\u{627}\u{628}\u{62C}\u{661}\u{662}\u{300}\u{64B}"
    + "\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200B}"
  static let layoutAlphabet =
    bidiAlphabet
    + "hello wide world  -—,.!?日本語かなカナ、。「」한국어नमस्तेสวัสดีครับမြန်မာစာ👨\u{200D}👩❤\u{FE0F}🇩🇪\u{0}\u{7}\u{FFFD}\u{AD}\n\u{2028}"
}
