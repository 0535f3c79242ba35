import Expectations
import Pixels
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

  @Test("one line in colours is what the general way makes of it, and other fonts are left to that", arguments: 0..<200)
  func spans(seed: Int) throws {
    var random = TextRandom(seed: seed)
    let string = random.string(count: 1...60, from: "abcdef ABC 0123 .,:[]= \u{e9}\u{fc}")
    let places =
      string.utf8.indices.filter { $0.samePosition(in: string) != nil }
      .map { string.utf8.distance(from: string.startIndex, to: $0) } + [string.utf8.count]
    var bounds = (0..<2 * random.below(4)).map { _ in places[random.below(places.count)] }.sorted()
    var text = StyledText(string, base: fixture.style)
    while let upper = bounds.popLast(), let lower = bounds.popLast() {
      var style = fixture.style
      style.color = DrawColor(red: UInt8(random.below(256)), green: 0, blue: 0)
      style.background = random.below(2) == 0 ? nil : style.color
      style.isUnderlined = random.below(4) == 0
      if lower < upper { text.spans.insert(TextSpan(utf8: lower..<upper, style: style), at: 0) }
    }
    let box = TextBox(width: 2000, maximumLines: 1)
    var (line, general) = (TextLayout(), LineComposer(typesetter: fixture.typesetter, text: text, box: box))
    expect(fixture.typesetter.layOutPlainLine(text, in: box, into: &line))
    expectEqual(line.contents, general.compose().contents, "seed \(seed): \(string) \(text.spans.map(\.utf8))")
    expectEqual(fixture.typesetter.plainWidth(text, in: box), line.width)
    let narrow = TextBox(width: Double(random.below(400)), maximumLines: 1, lineBreakMode: .byClipping)
    var cut = LineComposer(typesetter: fixture.typesetter, text: text, box: narrow)
    let expected = cut.compose()
    expect(
      !expected.isTruncated || string.utf8.contains { $0 >= 0x80 }
        || fixture.typesetter.asciiClipped(text, in: narrow) != nil)
    expectEqual(fixture.typesetter.layout(text, in: narrow).contents, expected.contents, "width \(narrow.width)")
    var larger = fixture.style
    larger.pixelSize += 1
    text.spans = [TextSpan(utf8: 0..<1, style: larger)]
    expect(!fixture.typesetter.layOutPlainLine(text, in: box, into: &line))
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
