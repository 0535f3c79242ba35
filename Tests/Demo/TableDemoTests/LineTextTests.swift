import Expectations
import Testing
import TextSearch

@testable import FileViewer
@testable import TableDemo

@Suite("The text of a line")
struct LineTextTests {
  private func text(_ bytes: [UInt8], isCut: Bool = false) -> String { LineText.text(of: bytes, isCut: isCut) }
  private func text(_ string: String) -> String { text(Array(string.utf8)) }

  @Test("loses the CR of a CR LF end and only that one")
  func carriageReturn() {
    expectEqual(text("a\r"), "a")
    expectEqual(text("a\r\r"), "a^M")
    expectEqual(text("a\rb"), "a^Mb")
    expectEqual(text(""), "")
  }

  @Test("shows NUL and other control characters")
  func controls() {
    expectEqual(text([0x61, 0, 0x1b, 0x62, 0x7f]), "a^@^[b^?")
    expectEqual(text("a\u{85}\u{2028}b"), "a\u{fffd}\u{fffd}b")
  }

  @Test("replaces invalid UTF-8")
  func invalid() {
    expectEqual(text([0x61, 0xff, 0x62]), "a\u{fffd}b")
    expectEqual(text([0xc3]), "\u{fffd}")
    expect(text([0xed, 0xa0, 0x80]).allSatisfy { $0 == "\u{fffd}" })
  }

  @Test("fills a tab up to the next multiple of eight columns")
  func tabs() {
    expectEqual(text("\ta"), "        a")
    expectEqual(text("abc\td"), "abc     d")
    expectEqual(text("12345678\t9"), "12345678        9")
  }

  @Test("keeps text in every script as it is")
  func scripts() {
    for string in ["naïve", "日本語", "العربية", "हिन्दी", "👩‍👩‍👧‍👦 🇫🇷"] { expectEqual(text(string), string) }
  }

  @Test("cuts a long line between characters and says so with an ellipsis")
  func cut() {
    let limit = LineText.limit
    expectEqual(text(Array(repeating: 0x61, count: limit)), String(repeating: "a", count: limit))
    expectEqual(
      text(Array(repeating: 0x61, count: limit + 1)), String(repeating: "a", count: limit) + "\u{2026}")
    for shift in 0..<4 {
      let string = String(repeating: "x", count: shift) + String(repeating: "日", count: 600)
      let shown = text(Array(Array(string.utf8).prefix(limit + LineText.slack)), isCut: true)
      expectEqual(shown, string.prefix(shift + (limit - shift) / 3) + "\u{2026}")
    }
    let family = "👩‍👩‍👧‍👦"
    let families = Array(String(repeating: family, count: 90).utf8).prefix(limit + LineText.slack)
    expectEqual(
      LineText.text(of: families, isCut: true),
      String(repeating: family, count: limit / family.utf8.count) + "\u{2026}")
  }

  @Test(
    "takes no longer in proportion for many control characters and tabs than for few", arguments: [0, 9] as [UInt8])
  func controls(byte: UInt8) {
    func time(_ count: Int) -> Duration {
      let bytes = [UInt8](repeating: byte, count: count)
      return (0..<3).map { _ in
        let begin = ThreadClock.now
        expect(LineText.text(of: bytes, isCut: false, limit: .max).utf8.count >= 2 * count)
        return ThreadClock.now - begin
      }.min() ?? .zero
    }
    expect(time(64 << 10) < time(4 << 10) * 40)
  }

  @Test("never crashes and stays bounded on random bytes", arguments: 0..<50)
  func random(seed: Int) {
    var random = DemoRandom(seed: UInt64(seed))
    let bytes = (0..<Int.random(in: 0...LineText.limit + LineText.slack, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let shown = text(bytes, isCut: seed % 2 == 0)
    expect(shown.utf8.count <= 8 * LineText.limit + 3)
    expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f })
  }
}
