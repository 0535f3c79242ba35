import Expectations
import Testing

@testable import Typesetting

@Suite struct BidiParagraphTests {
  /// The text as it stands on the line, leftmost first. Brackets stay unmirrored.
  private func visual(_ text: String, base: BidiParagraph.BaseDirection = .natural) -> String {
    let scalars = Array(text.unicodeScalars)
    var line = String.UnicodeScalarView()
    let paragraph = BidiParagraph(scalars: scalars, base: base)
    for run in paragraph.visualRuns(in: 0..<scalars.count) {
      if run.isRightToLeft {
        line.append(contentsOf: scalars[run.range].reversed())
      } else {
        line.append(contentsOf: scalars[run.range])
      }
    }
    return String(line)
  }

  @Test(
    "a line comes out in the order Unicode asks for",
    arguments: [
      ("plain Latin", "plain Latin"),
      ("שלום", "םולש"),
      ("say שלום now", "say םולש now"),
      ("שלום world", "world םולש"),
      ("מחיר 123 שקל", "לקש 123 ריחמ"),
      ("call שלום 12.5 now", "call 12.5 םולש now"),
      ("سعر 12 ريال", "لاير 12 رعس"),
      ("ا 1,234.5 ب", "ب 1,234.5 ا"),
      ("א 1-2 ב", "ב 1-2 א"),
      ("א $5 ב", "ב $5 א"),
      ("ا 1-2 ب", "ب 2-1 ا"),
    ])
  func order(logical: String, expected: String) {
    expectEqual(visual(logical), expected)
  }

  @Test("the first strong character sets the base direction, isolates skipped")
  func baseDirection() {
    expectEqual(BidiParagraph(scalars: "12 אb".unicodeScalars).baseLevel, 1)
    expectEqual(BidiParagraph(scalars: "12 bא".unicodeScalars).baseLevel, 0)
    expectEqual(BidiParagraph(scalars: "123".unicodeScalars).baseLevel, 0)
    expectEqual(BidiParagraph(scalars: "\u{2067}א\u{2069} b".unicodeScalars).baseLevel, 0)
    expectEqual(BidiParagraph(scalars: "b".unicodeScalars, base: .rightToLeft).baseLevel, 1)
    expectEqual(BidiParagraph.firstStrongDirection(of: "12 אb".unicodeScalars), .rightToLeft)
    expectEqual(
      BidiParagraph.firstStrongDirection(of: "\u{2067}א\u{2069}b".unicodeScalars), .leftToRight)
    expect(BidiParagraph.firstStrongDirection(of: "12 ?".unicodeScalars) == nil)
  }

  @Test("a forced base direction moves neutrals at the ends")
  func forcedBase() {
    expectEqual(visual("abc!", base: .rightToLeft), "!abc")
    expectEqual(visual("שלום!", base: .leftToRight), "םולש!")
  }

  @Test("both brackets of a pair take the direction of what they enclose")
  func brackets() {
    expectEqual(visual("a (b) ג", base: .rightToLeft), "ג a (b)")
    expectEqual(visual("א (b) ג"), "ג )b( א")
    expectEqual(levels("a(א)b"), [0, 0, 1, 0, 0])
    expectEqual(levels("א(ב)1", base: .leftToRight), [1, 1, 1, 1, 2])
  }

  @Test("embeddings, overrides and isolates set levels of their own")
  func explicitControls() {
    expectEqual(levels("a\u{202B}b\u{202C}c"), [0, 0, 2, 2, 0])
    expectEqual(levels("\u{202E}ab\u{202C}"), [0, 1, 1, 0])
    expectEqual(levels("a\u{2067}b\u{2069}c"), [0, 0, 2, 0, 0])
    expectEqual(levels("א\u{2066}1\u{2069}", base: .rightToLeft), [1, 1, 2, 1])
    expectEqual(visual("\u{2068}א\u{2069}: \u{2068}b\u{2069}").filter { $0.isLetter }, "אb")
  }

  private func levels(_ text: String, base: BidiParagraph.BaseDirection = .natural) -> [UInt8] {
    let paragraph = BidiParagraph(scalars: text.unicodeScalars, base: base)
    var levels = [UInt8](repeating: 99, count: text.unicodeScalars.count)
    for run in paragraph.logicalRuns(in: 0..<levels.count) {
      for index in run.range { levels[index] = run.level }
    }
    return levels
  }

  @Test("spaces at a line's end stand at the end of the base direction")
  func trailingSpaces() {
    let text = "אב  cd"
    let paragraph = BidiParagraph(scalars: text.unicodeScalars, base: .leftToRight)
    expectEqual(paragraph.visualRuns(in: 0..<4).map(\.range), [0..<2, 2..<4])
    expectEqual(paragraph.visualRuns(in: 0..<4).map(\.level), [1, 0])
  }

  @Test("nested embeddings beyond the depth limit are ignored, not trapped on")
  func depthLimit() {
    let deep =
      String(repeating: "\u{202B}", count: 300) + "a" + String(repeating: "\u{202C}", count: 400)
    expect(BidiParagraph(scalars: deep.unicodeScalars).levels.allSatisfy { $0 <= 126 })
    let isolates =
      String(repeating: "\u{2067}", count: 300) + "a" + String(repeating: "\u{2069}", count: 400)
    expect(BidiParagraph(scalars: isolates.unicodeScalars).levels.allSatisfy { $0 <= 126 })
  }

  @Test("visual runs hold every scalar of the line exactly once", arguments: 0..<200)
  func runsPartitionTheLine(seed: Int) {
    var random = TextRandom(seed: seed)
    let scalars = random.scalars(count: 1...40, from: TextRandom.bidiAlphabet)
    let paragraph = BidiParagraph(scalars: scalars)
    let start = random.below(scalars.count)
    let line = start..<scalars.count
    let runs = paragraph.visualRuns(in: line)
    expectEqual(runs.flatMap { Array($0.range) }.sorted(), Array(line), "seed \(seed)")
    expect(paragraph.levels.allSatisfy { $0 <= 126 })
    expect(
      zip(runs, runs.dropFirst()).allSatisfy {
        $0.level != $1.level || $0.range.upperBound != $1.range.lowerBound
      })
  }

  @Test("the scan for right-to-left text misses no right-to-left scalar")
  func mayReorderIsSafe() {
    for value in UInt32(0x20)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let matters: Set<BidiClass> = [
        .R, .AL, .AN, .LRE, .RLE, .LRO, .RLO, .PDF, .LRI, .RLI, .FSI, .PDI,
      ]
      if matters.contains(BidiClass(scalar)), scalar.properties.generalCategory != .unassigned {
        expect(BidiClass.mayReorder(String(scalar).utf8), "U+\(String(value, radix: 16))")
      }
    }
    expect(!BidiClass.mayReorder("Plain, naïve, Ελληνικά, 日本語 한국어 नमस्ते 👨‍👩‍👧 … — ’".utf8))
  }
}
