import Expectations
import Testing
import TypesettingSupport

@testable import Typesetting

/// Shaping takes time with the square of some things; layout hands those out in pieces.
@MainActor
@Suite struct ShapingBoundsTests {
  private let fixture = TypesetterFixture()
  private var engine: FakeTextEngine { fixture.engine }
  /// Bytes of the longest word.
  private let longest = 256

  @Test("a letter with a hundred thousand marks is shaped a few marks at a time, each of them once for each look at it")
  func marks() {
    let text = "a" + String(repeating: "\u{301}", count: 100_000) + " end"
    let layout = fixture.layout(text, width: 300)
    expect(engine.mostMarks <= 64)
    expect(engine.longestShaped <= longest)
    expect(engine.shapedBytes <= 8 * text.utf8.count)
    expectEqual(layout.lineCount, 1)
  }

  @Test("a word of a million letters is shaped in pieces, and not much more of it than fits")
  func longWord() {
    for text in [String(repeating: "x", count: 1_000_000), String(repeating: "ж", count: 500_000)] {
      let before = engine.shapedBytes
      _ = fixture.layout(text, width: 300)
      expect(engine.longestShaped <= longest)
      expect(engine.shapedBytes - before < 100_000)
    }
  }

  @Test(
    "a million letters on a line as wide as lines get take work in proportion, without a space among them, too",
    arguments: [("жук ", 150_000), ("x", 1_000_000)])
  func longLine(letters: String, count: Int) {
    let text = String(repeating: letters, count: count)
    _ = fixture.layout(text, width: .infinity)
    expect(engine.longestShaped <= longest)
    expect(engine.shapedBytes <= 8 * text.utf8.count)
  }

  @Test("a line whose words are wider together than apart is found without looking at every word of it")
  func wideTogether() {
    engine.joiningStretch = 0.25
    let text = String(repeating: "ж-", count: 3000)
    let layout = fixture.layout(text, width: 16_000)
    expect(engine.shapedBytes <= 40 * text.utf8.count)
    expect(layout.frame.runs.allSatisfy { $0.width <= 16_000 + TextBox.tolerance })
  }

  @Test("a larger font has shorter pieces, so that none is wider than a texture")
  func largeFonts() {
    for (size, longest) in [(10.0, 256), (128, 128), (200, 81), (512, 64)] {
      let fixture = TypesetterFixture()
      _ = fixture.typesetter.advance(
        of: String(repeating: "x", count: 1500)[...], font: RunFont(face: FontFaceID(rawValue: 0), pixelSize: size))
      expectEqual(fixture.engine.longestShaped, longest)
      expectEqual(fixture.engine.shapedBytes, 1500)
    }
  }

  @Test("pieces make up the whole, from left to right in either direction")
  func whole() {
    for letter in ["ж", "א"] {
      let text = String(repeating: letter, count: 1500)
      let layout = fixture.layout(text, width: 100_000)
      let run = layout.frame.runs.first
      let words = run.map { Array(layout.frame.words[$0.words]) } ?? []
      expectEqual(words.reduce(0) { $0 + $1.count }, 3000)
      expect(zip(words, words.dropFirst()).allSatisfy { $0.x + $0.width == $1.x })
      expectEqual(Set(words.map(\.start)).count, words.count)
    }
  }

  @Test("a mark stays with its letter where there are fewer than the limit")
  func marksStay() {
    let text = String(repeating: "ж\u{301}\u{302}", count: 1000)
    let layout = fixture.layout(text, width: 100_000)
    expect(layout.frame.words.allSatisfy { $0.start % 6 == 0 && $0.count % 6 == 0 })
    expectEqual(engine.mostMarks, 2)
  }
}
