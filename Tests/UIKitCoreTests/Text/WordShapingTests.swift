import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite struct WordShapingTests {
  private let fixture = TypesetterFixture()

  init() { fixture.engine.facesSeparateWords = true }

  private func glyphs(_ layout: TextLayout) -> [[TextGlyph]] {
    layout.frame.runs.map { Array(layout.frame.glyphs[$0.glyphs]) }
  }

  @Test("words of a face that allows it are shaped once each, wherever they stand")
  func wordsOnce() {
    _ = fixture.layout("the quick fox", width: 500)
    let calls = fixture.engine.shapeCalls
    let layout = fixture.layout("fox the fox  quick", width: 500)
    #expect(fixture.engine.shapeCalls == calls)
    #expect(layout.width == 90)
    _ = fixture.layout("the lazy fox", width: 500)
    #expect(fixture.engine.shapeCalls == calls + 1)
  }

  @Test("a line put together from words has the glyphs of one shaped whole", arguments: 0..<200)
  func sameGlyphs(seed: Int) {
    var random = TextRandom(seed: seed)
    let text = random.string(count: 1...60, from: TextRandom.layoutAlphabet)
    let whole = TypesetterFixture()
    for width in [10_000.0, Double(random.below(150) + 10)] {
      for lines in [1, 0] {
        let joined = fixture.layout(text, width: width, lines: lines)
        let plain = whole.layout(text, width: width, lines: lines)
        #expect(glyphs(joined) == glyphs(plain), "seed \(seed)")
        #expect(joined.width == plain.width, "seed \(seed)")
        #expect(joined.frame.runs.map(\.x) == plain.frame.runs.map(\.x), "seed \(seed)")
      }
    }
  }

  @Test("a space with a mark on it stays with its word")
  func markedSpaces() {
    let layout = fixture.layout("a \u{301}b c", width: 500)
    let run = layout.frame.runs.first
    #expect(run.map { String($0.text) }?.hasPrefix("a") == true)
    #expect(layout.frame.glyphs.count == "a \u{301}b c".unicodeScalars.count)
  }

  @Test("the glyphs of every run are its own, and lie inside of it", arguments: 0..<100)
  func runsOwnGlyphs(seed: Int) {
    var random = TextRandom(seed: seed)
    let text = random.string(count: 1...80, from: TextRandom.layoutAlphabet)
    let layout = fixture.layout(text, width: Double(random.below(200) + 10), lines: 0)
    var seen = 0
    for run in layout.frame.runs.sorted(by: { $0.glyphs.lowerBound < $1.glyphs.lowerBound }) {
      #expect(run.glyphs.lowerBound == seen, "seed \(seed)")
      seen = run.glyphs.upperBound
      #expect(run.glyphs.count == run.text.unicodeScalars.count)
      for glyph in layout.frame.glyphs[run.glyphs] {
        #expect(glyph.x >= 0 && Double(glyph.x) < run.width, "seed \(seed)")
        #expect(glyph.cluster >= 0 && glyph.cluster < run.text.utf8.count)
      }
    }
    #expect(seen == layout.frame.glyphs.count)
  }

  @Test("a bitmap has room for ink beyond the text's end, which keeps its place and width")
  func overhang() {
    for text in ["plain", "日本"] {
      fixture.engine.overhang = 0
      let before = fixture.layout(text, width: 300)
      let other = TypesetterFixture()
      other.engine.overhang = 1.5
      let layout = other.layout(text, width: 300)
      #expect(layout.frame.pixelWidth == before.frame.pixelWidth + 2)
      #expect(layout.frame.rightOverhang == 2 && layout.frame.leftOverhang == 0)
      #expect(layout.width == before.width)
      #expect(layout.frame.runs.map(\.x) == before.frame.runs.map(\.x))
      let clipped = other.layout(text + text, width: 13, mode: .byClipping)
      #expect(clipped.frame.pixelWidth == 13, "what is cut does not reach beyond the box")
    }
  }
}
