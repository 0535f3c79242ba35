import Expectations
import Testing

@testable import Typesetting

@MainActor
@Suite struct WordShapingTests {
  private let fixture = TypesetterFixture()

  /// The words of each run.
  private func words(_ layout: TextLayout) -> [[String]] {
    layout.frame.runs.map { run in
      layout.frame.words[run.words].map { word in
        let utf8 = run.text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: Int(word.start))
        return String(run.text[start..<utf8.index(start, offsetBy: Int(word.count))])
      }
    }
  }

  @Test("a run is cut at its spaces, and before an ellipsis")
  func words() {
    let layout = fixture.layout("the  quick fox… ran", width: 500)
    expectEqual(words(layout), [["the", "quick", "fox", "…", "ran"]])
    expectEqual(layout.frame.words.map(\.x), [0, 25, 55, 70, 85])
    expectEqual(layout.width, 100)
  }

  @Test("words of a script from right to left come leftmost first, and end where the run does")
  func rightToLeft() {
    fixture.engine.fallbackFacesHaveSpaces = true
    let layout = fixture.layout("שלום עולם", width: 500)
    expectEqual(words(layout), [["עולם", "שלום"]])
    expectEqual(layout.frame.words.map(\.x), [0, 25])
  }

  @Test(
    "a character of a script without spaces is a word, with all that belongs to it",
    arguments: [
      ("日本語", ["日", "本", "語"]), ("か\u{3099}な", ["か\u{3099}", "な"]), ("한국어 글", ["한", "국", "어", "글"]),
      ("葛\u{E0100}城", ["葛\u{E0100}", "城"]), ("👨‍👩‍👧👍🏽", ["👨‍👩‍👧", "👍🏽"]), ("🇩🇪🇯🇵", ["🇩🇪", "🇯🇵"]),
    ])
  func characters(text: String, expected: [String]) {
    expectEqual(words(fixture.layout(text, width: 500)).flatMap { $0 }, expected)
  }

  @Test("a space with a mark on it stays with its word")
  func markedSpaces() {
    let layout = fixture.layout("a \u{301}b c", width: 500)
    let run = layout.frame.runs.first
    expectEqual(run.map { String($0.text) }?.hasPrefix("a"), true)
    expect(words(layout).flatMap { $0 }.contains { $0.hasPrefix(" \u{301}") || $0.contains(" \u{301}b") })
  }

  @Test("the words of every run are its own, lie inside of it and cover all but spaces", arguments: 0..<100)
  func runsOwnWords(seed: Int) {
    var random = TextRandom(seed: seed)
    let text = random.string(count: 1...80, from: TextRandom.layoutAlphabet)
    let layout = fixture.layout(text, width: Double(random.below(200) + 10), lines: 0)
    var seen = 0
    for run in layout.frame.runs.sorted(by: { $0.words.lowerBound < $1.words.lowerBound }) {
      expectEqual(run.words.lowerBound, seen, "seed \(seed)")
      seen = run.words.upperBound
      let words = layout.frame.words[run.words]
      let covered = words.reduce(0) { $0 + Int($1.count) }
      let spaces = run.text.utf8.count { $0 == 0x20 }
      expect(covered <= run.text.utf8.count && covered >= run.text.utf8.count - spaces, "seed \(seed)")
      for (word, next) in zip(words, words.dropFirst()) {
        expect(word.x + word.width <= next.x + 0.001, "seed \(seed)")
      }
      for word in words {
        expect(word.x >= 0 && Double(word.x + word.width) <= run.width + 0.001, "seed \(seed)")
        expect(word.start >= 0 && Int(word.start + word.count) <= run.text.utf8.count)
      }
    }
    expectEqual(seen, layout.frame.words.count)
  }

  @Test("a bitmap has room for ink beyond the text's end, which keeps its place and width")
  func overhang() {
    for text in ["plain", "日本"] {
      fixture.engine.overhang = 0
      let before = fixture.layout(text, width: 300)
      let other = TypesetterFixture()
      other.engine.overhang = 1.5
      let layout = other.layout(text, width: 300)
      expectEqual(layout.frame.pixelWidth, before.frame.pixelWidth + 2)
      expect(layout.frame.rightOverhang == 2 && layout.frame.leftOverhang == 0)
      expectEqual(layout.width, before.width)
      expectEqual(layout.frame.runs.map(\.x), before.frame.runs.map(\.x))
      let clipped = other.layout(text + text, width: 13, mode: .byClipping)
      expectEqual(clipped.frame.pixelWidth, 13, "what is cut does not reach beyond the box")
    }
  }
}
