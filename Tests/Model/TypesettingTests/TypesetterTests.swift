import Expectations
import Primitives
import Testing
import TypesettingSupport

@testable import Typesetting

/// Characters are 5 pixels wide, wide ones and the ellipsis 10, lines 12 high with the
/// baseline at 10.
@MainActor
struct TypesetterFixture {
  let engine = FakeTextEngine()
  let typesetter: Typesetter
  let style = TextStyle(font: FontDescriptor(), pixelSize: 10, color: .black)

  init() { typesetter = Typesetter(engine: engine) }

  func layout(
    _ text: String, width: Double, height: Double = .infinity, lines: Int = 1,
    mode: NSLineBreakMode = .byTruncatingTail, alignment: NSTextAlignment = .natural
  ) -> TextLayout {
    typesetter.layout(
      StyledText(text, base: style),
      in: TextBox(
        width: width, height: height, maximumLines: lines, lineBreakMode: mode,
        alignment: alignment))
  }

  /// The lines as they stand, runs from left to right.
  func lines(_ layout: TextLayout) -> [String] {
    rows(layout).map { row in
      row.sorted { $0.x < $1.x }
        .map { $0.shaping.isRightToLeft ? String($0.text.reversed()) : String($0.text) }.joined()
    }
  }

  /// Runs by baseline, topmost first.
  func rows(_ layout: TextLayout) -> [[TextRun]] {
    Dictionary(grouping: layout.frame.runs, by: \.baseline).sorted { $0.key < $1.key }.map(\.value)
  }

  func lines(
    _ text: String, width: Double, lines: Int = 0, mode: NSLineBreakMode = .byWordWrapping
  ) -> [String] {
    self.lines(layout(text, width: width, lines: lines, mode: mode))
  }
}

@MainActor
@Suite struct TypesetterTests {
  private let fixture = TypesetterFixture()

  @Test("the size of a character alone is the advance of the face that has it; nothing is drawn to find it, or kept")
  func characterSize() {
    // The faces of other scripts have lines of 13.
    for (text, width, height) in [("\u{6f22}", 10.0, 13.0), ("\u{5d0}", 5, 13), ("e\u{301}", 5, 12)] {
      let size = fixture.typesetter.measure(StyledText(text, base: fixture.style), in: TextBox(width: .infinity))
      expect(size.width >= width && size.height == height, "\(text)")
    }
    expectEqual(fixture.engine.overhangCalls, 0)
    expectEqual(fixture.typesetter.takeCacheCounts().misses, 0)
  }

  @Test("a short ASCII label costs a look at each word, whether it is laid out, laid out again or measured")
  func fastPath() {
    _ = fixture.layout("warm up", width: 200)
    let before = fixture.engine.shapeCalls
    let layout = fixture.layout("Hello, world", width: 200)
    expectEqual(fixture.engine.shapeCalls, before + 2)
    expectEqual(layout.frame.runs.count, 1)
    expectEqual(layout.width, 60)
    expectEqual(layout.height, 12)
    expectEqual(layout.firstBaseline, 10)
    expect(!layout.isTruncated)
    let box = TextBox(width: 200)
    let size = fixture.typesetter.measure(StyledText("Hello, world", base: fixture.style), in: box)
    expect(size.width == 60 && size.height == 12)
    expectEqual(fixture.layout("Hello, world", width: 200).width, 60)
    expectEqual(fixture.engine.shapeCalls, before + 6)
  }

  @Test("words of negative width, as a damaged font has them, are laid out like any", arguments: [1, 0])
  func negativeWidths(maximumLines: Int) {
    fixture.engine.asciiWidth = -1
    for text in ["one two", "a longer text that would wrap in a sound font", "čeština"] {
      let box = TextBox(width: 60, maximumLines: maximumLines)
      let layout = fixture.typesetter.layout(StyledText(text, base: fixture.style), in: box)
      expect(layout.lineCount >= 1 && layout.frame.pixelWidth <= 60, "\(text)")
    }
  }

  @Test("text that fits exactly is not truncated, one pixel less cuts it")
  func exactFit() {
    for text in ["twelve chars", "zwölf Zeichen äöü", "日本語"] {
      let natural = fixture.layout(text, width: 1000).width
      let fitting = fixture.layout(text, width: natural)
      expect(!fitting.isTruncated)
      expectEqual(fixture.lines(fitting), [text])
      let cut = fixture.layout(text, width: natural - 1)
      expect(cut.isTruncated)
      expect(cut.width <= natural - 1)
      expectEqual(fixture.lines(cut).first?.contains("…"), true)
    }
  }

  @Test("one line shows start, end or both around an ellipsis, as its mode says")
  func truncationModes() {
    let text = "abcdefghij klmnop"
    for text in [text, text + "é"] {
      let last = String(text.suffix(9))
      expectEqual(fixture.lines(fixture.layout(text, width: 55)), ["abcdefghi…"])
      expectEqual(
        fixture.lines(fixture.layout(text, width: 55, mode: .byTruncatingHead)), ["…" + last])
      expectEqual(
        fixture.lines(fixture.layout(text, width: 55, mode: .byTruncatingMiddle)),
        ["abcd…" + text.suffix(5)])
      expectEqual(
        fixture.lines(fixture.layout(text, width: 60, mode: .byWordWrapping)), ["abcdefghij"])
      expectEqual(fixture.lines(fixture.layout(text, width: 40, mode: .byCharWrapping)), ["abcdefgh"])
    }
  }

  @Test("clipping cuts at the edge of the box, the bitmap is no wider")
  func clipping() {
    let layout = fixture.layout("abcdefghij", width: 23, mode: .byClipping)
    expectEqual(fixture.lines(layout), ["abcde"])
    expectEqual(layout.frame.pixelWidth, 23)
    expect(layout.isTruncated)
    let hebrew = fixture.layout("אבגדהוזחט", width: 23, mode: .byClipping)
    expectEqual(hebrew.frame.runs.first?.x, -2, "a right-to-left line keeps its right end")
  }

  @Test("spaces before an ellipsis are dropped")
  func ellipsisAfterWord() {
    expectEqual(fixture.lines(fixture.layout("abc   defghi", width: 30)), ["abc…"])
    expectEqual(fixture.lines(fixture.layout("äbc   defghi", width: 30)), ["äbc…"])
  }

  @Test("a box too narrow for the ellipsis shows it alone, clipped")
  func narrowBoxes() {
    for mode in [NSLineBreakMode.byTruncatingTail, .byTruncatingHead, .byTruncatingMiddle] {
      let layout = fixture.layout("abcdef", width: 3, mode: mode)
      expectEqual(fixture.lines(layout), ["…"])
      expectEqual(layout.frame.pixelWidth, 3)
    }
    for width: Double in [0, -5, -Double.infinity, Double.nan] {
      expectEqual(fixture.layout("abcdef", width: width).frame.pixelWidth, 0)
      expectEqual(fixture.layout("日本", width: width, lines: 0).frame.pixelWidth, 0)
    }
  }

  @Test("lines break between words, and inside one that is wider than the line")
  func wrapping() {
    expectEqual(
      fixture.lines("the quick brown fox jumps", width: 55), ["the quick", "brown fox", "jumps"])
    expectEqual(fixture.lines("a abcdefghij b", width: 30), ["a", "abcdef", "ghij b"])
    expectEqual(fixture.lines("ab cdef", width: 25, mode: .byCharWrapping), ["ab cd", "ef"])
    expectEqual(fixture.lines("日本語のテキスト。", width: 40), ["日本語の", "テキス", "ト。"])
    expectEqual(fixture.lines("well-known", width: 25), ["well-", "known"])
    expectEqual(fixture.lines("trailing     ", width: 40), ["trailing"])
  }

  @Test("lines of a script without spaces break between the words of a dictionary, which no other text asks for")
  func dictionaryWords() {
    fixture.engine.dictionary = ["สวัสดี", "ครับ", "ผม"]
    expectEqual(fixture.lines("well-known สวัสดีครับผม", width: 55), ["well-known", "สวัสดีครับ", "ผม"])
    expectEqual(fixture.lines("(สวัสดีครับ) 3", width: 45), ["(สวัสดี", "ครับ) 3"])
    // A word wider than the line is cut between its characters, as elsewhere.
    expectEqual(fixture.lines("สวัสดี", width: 15), ["สวั", "สดี"])
    let calls = fixture.engine.dictionaryCalls
    expect(calls > 0)
    _ = fixture.lines("naïve Ελληνικά 日本語 한국어 नमस्ते שלום", width: 40)
    expectEqual(fixture.engine.dictionaryCalls, calls)
    // Without a dictionary words are not known, and break only where they have to.
    fixture.engine.dictionary = []
    expectEqual(fixture.lines("abc สวัสดี", width: 40).count, 2)
  }

  @Test("separators of every kind end a line; a last one leaves an empty line")
  func separators() {
    expectEqual(fixture.lines("a\nb\r\nc\u{2028}d\re", width: 500), ["a", "b", "c", "d", "e"])
    expectEqual(fixture.layout("a\n", width: 500, lines: 0).lineCount, 2)
    expectEqual(fixture.layout("\n\n", width: 500, lines: 0).height, 36)
    let single = fixture.layout("first\nsecond", width: 500)
    expectEqual(fixture.lines(single), ["first…"])
    expect(single.isTruncated)
    expectEqual(
      fixture.lines(fixture.layout("first\nsecond", width: 50, mode: .byTruncatingHead)),
      [
        "…second"
      ])
    expectEqual(
      fixture.lines(fixture.layout("first\nsecond", width: 65, mode: .byTruncatingMiddle)),
      ["first…second"])
  }

  @Test("the last line that fits, by number or by height, is truncated")
  func lineLimits() {
    let text = "the quick brown fox jumps over"
    expectEqual(
      fixture.lines(fixture.layout(text, width: 55, lines: 2)), ["the quick", "brown fox…"])
    expectEqual(
      fixture.lines(fixture.layout(text, width: 55, height: 27, lines: 0)),
      ["the quick", "brown fox…"])
    expectEqual(
      fixture.lines(fixture.layout(text, width: 55, lines: 2, mode: .byTruncatingHead)),
      ["the quick", "…umps over"].map { $0 })
    expectEqual(
      fixture.lines(fixture.layout(text, width: 55, lines: 2, mode: .byWordWrapping)),
      ["the quick", "brown fox"])
    expectEqual(fixture.layout(text, width: 55, height: 1, lines: 0).lineCount, 1)
    expectEqual(fixture.layout(text, width: 155, height: 13, lines: 0).isTruncated, false)
  }

  @Test("lines stand where the alignment says; natural follows the paragraph's direction")
  func alignment() {
    func starts(_ alignment: NSTextAlignment, _ text: String = "aaaa\nbb") -> [Double] {
      let layout = fixture.layout(text, width: 100, lines: 0, alignment: alignment)
      return fixture.rows(layout).map { $0.map(\.x).min() ?? -1 }
    }
    expectEqual(starts(.left), [0, 0])
    expectEqual(starts(.right), [0, 10])
    expectEqual(starts(.center), [0, 5])
    expectEqual(starts(.natural), [0, 0])
    expectEqual(starts(.natural, "אבגד\nאב"), [0, 10])
    expectEqual(starts(.natural, "abcd\nאב"), [0, 90], "edges differ: the whole width is used")
    expectEqual(fixture.layout("אבג", width: 100).placement, .right)
    expectEqual(fixture.layout("abc", width: 100, alignment: .center).placement, .center)
    expectEqual(fixture.layout("אבג", width: 100, alignment: .left).placement, .left)
  }

  @Test("justified lines reach both edges, the last of a paragraph does not")
  func justification() {
    let layout = fixture.layout(
      "aa bb cc dddd ee", width: 50, lines: 0, mode: .byWordWrapping, alignment: .justified)
    let rows = fixture.rows(layout)
    expectEqual(fixture.lines(layout), ["aa bb cc", "dddd ee"])
    expectEqual(rows[0].map { $0.x + $0.width }.max(), 50)
    expectEqual(rows[1].map { $0.x + $0.width }.max(), 35)
  }

  @Test("right-to-left and left-to-right runs come out in reading order")
  func bidirectional() {
    expectEqual(fixture.lines(fixture.layout("שלום עולם", width: 500)), ["םלוע םולש"])
    expectEqual(fixture.lines(fixture.layout("call שלום 12 now", width: 500)), ["call 12 םולש now"])
    expectEqual(fixture.lines(fixture.layout("שלום abc", width: 500)), ["abc םולש"])
    let runs = fixture.layout("abc שלום", width: 500).frame.runs
    expectEqual(runs.map(\.shaping.isRightToLeft), [false, true])
    expectEqual(runs.map(\.shaping.script), [0x4C61_746E, 0x4865_6272])
    expectEqual(fixture.lines("אבגד הוזח טיכל", width: 50), ["חזוה דגבא", "לכיט"])
    expectEqual(fixture.lines(fixture.layout("שלום עולם", width: 30)), ["…םולש"])
  }

  @Test("words of a script are drawn by the face that has it, each grapheme whole")
  func fallbackFaces() {
    let runs = fixture.layout("Hi 日本 नमस्ते", width: 500).frame.runs
    expectEqual(runs.map { String($0.text) }.joined(), "Hi 日本 नमस्ते")
    expectEqual(runs.map(\.face.rawValue).filter { $0 >= 100 }, [104, 102])
    let ends: [Double] = runs.map { Double($0.x + $0.width) }
    expectEqual(Array(ends.dropLast()), runs.dropFirst().map { Double($0.x) })
    let phrase = fixture.layout("नमस्ते दुनिया", width: 500).frame.runs
    expectEqual(phrase.count, 3, "a fallback face without a space leaves it to the text's own")
    let family = fixture.layout("a👨‍👩‍👧b", width: 500).frame.runs
    expectEqual(family.map { String($0.text) }, ["a", "👨‍👩‍👧", "b"])
  }

  @Test("a space goes with the letters around it where their face has one, never with emoji")
  func spacesInFallbackRuns() {
    fixture.engine.fallbackRanges = [0x0900...0x097F, 0x1F000...0x1FAFF]
    fixture.engine.fallbackFacesHaveSpaces = true
    let phrase = fixture.layout("नमस्ते दुनिया", width: 500).frame.runs
    expectEqual(phrase.map(\.face.rawValue), [100])
    let pictures = fixture.layout("😀 👍🏽", width: 500).frame.runs
    expectEqual(pictures.map(\.face.rawValue), [101, 0, 101])
  }

  @Test("Japanese is one run where one face draws it, in one engine call")
  func japaneseRuns() {
    fixture.engine.fallbackRanges = [0x3000...0x9FFF]
    let runs = fixture.layout("日本語のテキスト、漢字", width: 500).frame.runs
    expectEqual(runs.count, 1)
    expectEqual(runs.first?.width, 110)
  }

  @Test("plain Latin goes the short way, and looks the same as the long way")
  func plainLatin() {
    for text in ["Größe", "déjà vu", "ÿ", "plain"] {
      let quick = fixture.layout(text, width: 500)
      let span = TextSpan(utf8: 0..<0, style: fixture.style)
      let slow = fixture.typesetter.layout(
        StyledText(text, base: fixture.style, spans: [span]), in: TextBox(width: 500))
      expectEqual(quick.frame.runs.map(\.text), slow.frame.runs.map(\.text))
      expect(quick.width == slow.width && quick.height == slow.height)
      expectEqual(quick.frame.pixelWidth, slow.frame.pixelWidth)
    }
    let marked = fixture.layout("e\u{301}", width: 500)
    expectEqual(marked.frame.missingGlyphs, 1, "a mark is not plain")
  }

  @Test("a corpus of scripts leaves nothing missing; a script without a font is counted")
  func missingGlyphs() {
    let corpus =
      "Grüße, 中文 かなカナ 한국어 العربية देवनागरी שלום 👨‍👩‍👧🇩🇪👍🏽"
    let layout = fixture.layout(corpus, width: 5000)
    expectEqual(layout.frame.missingGlyphs, 0)
    expect(Set(layout.frame.runs.map(\.face)).count >= 7)
    let poor = TypesetterFixture()
    poor.engine.fallbackRanges.removeAll { $0.contains(0x0627) }
    expectEqual(poor.layout(corpus, width: 5000).frame.missingGlyphs, 7)
    expectEqual(fixture.layout("\u{E123}", width: 50).frame.missingGlyphs, 1)
  }

  @Test("a space alone between two Korean syllables is as wide as it is drawn there, others are as wide as anywhere")
  func syllableSpaces() {
    fixture.engine.fallbackFacesHaveSpaces = true
    fixture.engine.joiningStretch = 0.5
    expectEqual(fixture.layout("한국", width: 200).width, 20)
    // Two syllables and a space together are half as wide again as apart.
    expectEqual(fixture.layout("한 국", width: 200).width, 37.5)
    expectEqual(fixture.layout("한 국 어", width: 200).width, 65)
    expectEqual(fixture.layout("한  국", width: 200).width, 30)
    expectEqual(fixture.layout("漢 字", width: 200).width, 25)
  }

  @Test("control characters are replaced, tabs reach the next column of four")
  func controls() {
    expectEqual(fixture.lines(fixture.layout("a\u{0}b\u{7F}", width: 500)), ["a\u{FFFD}b\u{FFFD}"])
    expectEqual(fixture.lines(fixture.layout("a\tb\tcccc\td", width: 500)), ["a   b   cccc    d"])
    expect(fixture.layout("", width: 500).frame.isEmpty)
  }

  @Test("of an endless line only what can be seen is shaped")
  func boundedWork() {
    for unit in ["x", "é", "日"] {
      let text = String(repeating: unit, count: 1_000_000)
      for mode in [
        NSLineBreakMode.byTruncatingTail, .byTruncatingHead, .byTruncatingMiddle, .byClipping,
        .byWordWrapping, .byCharWrapping,
      ] {
        let before = fixture.engine.shapedBytes
        let layout = fixture.layout(text, width: 300, mode: mode)
        expect(layout.isTruncated)
        expect(layout.frame.runs.reduce(0) { $0 + $1.text.utf8.count } < 400)
        expect(fixture.engine.shapedBytes - before < 6000, "\(unit) \(mode)")
        expect(layout.frame.pixelWidth <= 300)
      }
      expect(Double(fixture.layout(text, width: .infinity).frame.pixelWidth) <= TextBox.limit)
      let many = fixture.layout(text, width: 400, lines: 0, mode: .byWordWrapping)
      expect(Double(many.frame.pixelHeight) <= TextBox.limit)
    }
  }

  @Test("spans keep their colour, size and decoration across wrapping and truncation")
  func spans() {
    var red = TextStyle(font: FontDescriptor(weight: 700), pixelSize: 20, color: .white)
    red.isUnderlined = true
    red.background = .black
    let text = StyledText(
      "plain loud rest", base: fixture.style, spans: [TextSpan(utf8: 6..<10, style: red)])
    let layout = fixture.typesetter.layout(text, in: TextBox(width: 500))
    expectEqual(layout.frame.runs.map { String($0.text) }, ["plain ", "loud", " rest"])
    expectEqual(layout.frame.runs.map(\.isUnderlined), [false, true, false])
    expectEqual(layout.frame.runs[1].color, .white)
    expectEqual(layout.frame.runs[1].background, .black)
    expectEqual(Set(layout.frame.runs.map(\.baseline)), [19])
    let cut = fixture.typesetter.layout(text, in: TextBox(width: 70))
    expectEqual(cut.frame.runs.map { String($0.text) }, ["plain ", "l…"])
    expect(cut.frame.runs[1].isUnderlined)
  }

  @Test("no character is lost or repeated and every line fits", arguments: 0..<300)
  func wrappingKeepsEverything(seed: Int) {
    var random = TextRandom(seed: seed)
    let text = random.string(count: 1...120, from: TextRandom.layoutAlphabet)
    let width = Double(random.below(150) + 10)
    let mode: NSLineBreakMode = seed % 2 == 0 ? .byWordWrapping : .byCharWrapping
    let layout = fixture.layout(text, width: width, lines: 0, mode: mode)
    expect(!layout.isTruncated)
    expectEqual(drawn(layout), expected(text), "seed \(seed)")
    expectLinesFit(layout, width: width, seed: seed)
  }

  @Test("a truncated line fits and shows nothing that is not in the text", arguments: 0..<300)
  func truncationFits(seed: Int) {
    var random = TextRandom(seed: seed)
    let text = random.string(count: 1...80, from: TextRandom.layoutAlphabet)
    let modes: [NSLineBreakMode] = [.byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail]
    let width = Double(random.below(200) + 5)
    let layout = fixture.layout(
      text, width: width, lines: 1 + random.below(3), mode: modes[seed % 3])
    expectLinesFit(layout, width: width, seed: seed)
    var shown = drawn(layout)
    if layout.isTruncated {
      let ellipsis = shown.firstIndex(of: "…")
      expect(ellipsis != nil, "seed \(seed)")
      if let ellipsis { shown.remove(at: ellipsis) }
    }
    var rest = expected(text)
    for scalar in shown {
      let place = rest.firstIndex(of: scalar)
      expect(place != nil, "seed \(seed): \(scalar)")
      if let place { rest.remove(at: place) }
    }
    expect(layout.isTruncated || rest.isEmpty, "seed \(seed)")
  }

  private func expectLinesFit(_ layout: TextLayout, width: Double, seed: Int) {
    for row in fixture.rows(layout) {
      let end = row.map { $0.x + $0.width }.max() ?? 0
      let isSingle = row.count == 1 && row[0].text.count == 1
      expect(end <= width + 0.01 || isSingle, "seed \(seed): \(row.map(\.text))")
      let ordered = row.sorted { $0.x < $1.x }
      for (run, next) in zip(ordered, ordered.dropFirst()) {
        expect(abs(run.x + run.width - next.x) < 0.001, "seed \(seed)")
      }
    }
  }

  /// The scalars of all runs, spaces aside, sorted.
  private func drawn(_ layout: TextLayout) -> [Unicode.Scalar] {
    layout.frame.runs.flatMap { Array($0.text.unicodeScalars) }.filter { $0 != " " }.sorted()
  }

  /// What must be drawn of `text`.
  private func expected(_ text: String) -> [Unicode.Scalar] {
    text.filter { !ParagraphReader.isSeparator($0) && $0 != "\t" }
      .flatMap { character -> [Unicode.Scalar] in
        let scalars = Array(character.unicodeScalars)
        return scalars[0].properties.generalCategory == .control ? ["\u{FFFD}"] : scalars
      }
      .filter { $0 != " " }.sorted()
  }
}
