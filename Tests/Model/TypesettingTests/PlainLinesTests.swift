import Expectations
import Primitives
import Testing

@testable import Typesetting

/// Plain text that wraps is laid out without clusters; what comes out is what the general way makes.
@MainActor
@Suite("Lines of plain text")
struct PlainLinesTests {
  private let fixture = TypesetterFixture()

  private func composer(_ text: String, _ box: TextBox) -> LineComposer {
    LineComposer(typesetter: fixture.typesetter, text: StyledText(text, base: fixture.style), box: box)
  }

  @Test("wrapped, they are the lines that text of any script gets", arguments: 0..<400)
  func agreement(seed: Int) throws {
    var random = TextRandom(seed: seed)
    let text = random.string(
      count: 1...160, from: "abcdefghij klmno pqrst uvwxyz ABC  0123 .,:;!?-/()[]\"'%$+& \u{e9}\u{fc}\u{d7}")
    let box = TextBox(
      width: Double(20 + random.below(300)), maximumLines: random.below(2) == 0 ? 0 : 2 + random.below(6),
      lineBreakMode: random.below(2) == 0 ? .byWordWrapping : .byTruncatingTail,
      alignment: [.natural, .center, .right][random.below(3)], lineSpacing: Double(random.below(3)))
    var short = composer(text, box)
    var long = composer(text, box)
    let expected = long.compose()
    // Nil for too much text for the box, and for what is cut between letters.
    guard let lines = short.composePlain() else { return }
    expect(!expected.isTruncated)
    expectEqual(lines.contents, expected.contents, "seed \(seed), width \(box.width): \(text)")
  }

  @Test("other text is left to the general way, from which the composer starts afresh")
  func refusals() {
    let box = TextBox(width: 100, maximumLines: 0, lineBreakMode: .byWordWrapping)
    for text in ["two\nlines", "日本語 and English words", "combined e\u{301}", "tab\there", "right \u{5d0}\u{5d1}"] {
      var refused = composer(text + " and some more words to wrap", box)
      var fresh = composer(text + " and some more words to wrap", box)
      expect(refused.composePlain() == nil, "\(text)")
      expectEqual(refused.compose().contents, fresh.compose().contents)
    }
  }

  @Test("looks each word up once")
  func calls() {
    let text = Array(repeating: "wrap these words", count: 20).joined(separator: " ")
    _ = fixture.layout("warm up", width: 200)
    let before = fixture.engine.shapeCalls
    let layout = fixture.layout(text, width: 200, lines: 0)
    expectEqual(layout.lineCount, 9)
    expect(fixture.engine.shapeCalls - before <= 60 + layout.lineCount)
  }
}

extension TextLayout {
  /// All that is drawn of it, and what its owner asks it.
  var contents: [String] {
    let runs = frame.runs.map { run in
      let words = frame.words[run.words].map { "\($0.start)+\($0.count) at \($0.x), \($0.width)" }
      return "\(run.text)| \(run.x) \(run.baseline) \(run.width) \(run.color) \(words.joined(separator: "; "))"
    }
    let sizes =
      "\(width) \(height) \(lineCount) \(isTruncated) \(placement) \(firstBaseline) \(lastBaseline) "
      + "\(frame.pixelWidth) \(frame.pixelHeight) \(frame.leftOverhang) \(frame.rightOverhang)"
    return runs + [sizes]
  }
}
