import Expectations
import Primitives
import Testing
import TypesettingSupport

@testable import Typesetting

/// Lines of the system font, whose measures are iOS's, and those of other faces.
@MainActor
@Suite("Lines of the system font")
struct SystemLineTests {
  private let engine = FakeTextEngine()
  private let typesetter: Typesetter

  init() { typesetter = Typesetter(engine: engine) }

  private func style(_ size: Double, name: String? = nil, background: Bool = false) -> TextStyle {
    var style = TextStyle(font: FontDescriptor(name: name), pixelSize: size, color: .black)
    if background { style.background = .white }
    return style
  }

  private func layout(_ text: String, _ style: TextStyle, width: Double = 10_000, height: Double = .infinity)
    -> TextLayout
  {
    typesetter.layout(
      StyledText(text, base: style),
      in: TextBox(width: width, height: height, maximumLines: 0, lineBreakMode: .byWordWrapping))
  }

  /// Height and baseline in pixels of lines of a size in pixels. From iOS's line heights in points at scales of 1, 2 and 3:
  /// 13.13, 14.32, 15.51, 17.90, 19.09, 20.29, 23.87, 26.25, 33.41, 40.57.
  nonisolated private static let known: [(size: Double, height: Double, baseline: Double)] = [
    (11, 14, 10), (12, 15, 11), (13, 16, 12), (15, 18, 14), (16, 20, 15), (17, 21, 16), (20, 24, 19), (22, 27, 21),
    (28, 34, 27), (34, 41, 32), (51, 61, 49), (56, 67, 53), (68, 82, 65), (102, 122, 97),
  ]

  @Test(
    "Lines are as high as on iOS in whole pixels, and stand on its baseline, whichever face the desktop has",
    arguments: [(0.95, 0.25, 1.2), (1.07, 0.29, 1.36), (1.9, 0.6, 2.5), (0.4, 0.1, 0.5), (0, 0, 0)])
  func anyFace(ascent: Double, descent: Double, height: Double) {
    engine.ownLine = (ascent, descent, height)
    for (size, height, baseline) in Self.known {
      let style = style(size)
      let short = layout("Hamburg", style)
      expect(short.height == height && short.firstBaseline == baseline, "\(size)")
      expectEqual(short.frame.runs[0].baseline, baseline + Double(short.frame.topOverhang), "\(size)")
      expectEqual(typesetter.measure(StyledText("Hamburg", base: style), in: TextBox(width: 10_000)).height, height)
      // Several lines, an ellipsis, text with marks, and a line for editing are laid out in other ways.
      let lines = layout("Hamburg Hamburg", style, width: size * 4)
      expect(lines.lineCount == 2 && lines.height == 2 * height && lines.lastBaseline == height + baseline, "\(size)")
      let cut = typesetter.layout(StyledText("Hamburg Hamburg", base: style), in: TextBox(width: size * 4))
      expect(cut.isTruncated && cut.height == height && cut.firstBaseline == baseline, "\(size)")
      expectEqual(layout("a\u{302}\u{301}", style).height, height, "\(size)")
      let edited = typesetter.editLine("Hamburg", style: style)
      expect(edited.height == height && edited.ascent == baseline && edited.runs[0].baseline == baseline, "\(size)")
    }
  }

  @Test("Measures are parts of the size, as the tables of iOS's font have them")
  func proportions() {
    let metrics = FontDescriptor().systemMetrics(size: 2048)
    expectEqual(metrics, FontMetrics(ascent: 1950, descent: 494, lineHeight: 2444, capHeight: 1443, xHeight: 1078))
    let heights = (1...9).map { FontDescriptor(weight: $0 * 100).systemMetrics(size: 2048)?.xHeight }
    expectEqual(heights, [1076, 1077, 1077, 1078, 1086, 1093, 1101, 1113, 1124])
    let monospaced = [400, 700].map {
      FontDescriptor(design: .monospaced, weight: $0).systemMetrics(size: 2048)?.xHeight
    }
    expectEqual(monospaced, [1083, 1100])
    for weight in [-100, 0, 401, 950, 5000] {
      expectEqual(FontDescriptor(weight: weight).systemMetrics(size: 17)?.lineHeight, 20.287109375)
    }
  }

  @Test("A font with a name has the lines of its face")
  func named() {
    engine.ownLine = (1.1, 0.3, 1.5)
    expect(FontDescriptor(name: "Some").systemMetrics(size: 20) == nil)
    let line = layout("Hamburg", style(20, name: "Some"))
    expect(line.height == 30 && line.firstBaseline == 22)
  }

  // MARK: Other scripts

  @Test("A line with letters of another script is as high as the face that draws them, in all of its paragraph")
  func otherScripts() {
    engine.fallbackLine = (1.2, 0.5, 1.7)
    for text in ["नमस्ते", "世界", "abc 世界", "שלום", "😀"] {
      let line = layout(text, style(20))
      expect(line.height == 34 && line.firstBaseline == 24, "\(text)")
      expect(line.frame.topOverhang == 0 && line.frame.bottomOverhang == 0, "\(text)")
    }
    let lines = layout("世界 abcdefgh", style(20), width: 80)
    expect(lines.lineCount == 2 && lines.height == 68)
    let paragraphs = layout("abc\n世界", style(20))
    expect(paragraphs.height == 24 + 34 && paragraphs.lastBaseline == 24 + 24)
  }

  @Test("Letters that iOS's font has, and signs, make no line higher, whichever face draws them")
  func ownScripts() {
    engine.fallbackRanges = [0x370...0x4FF, 0x2190...0x21FF]
    engine.fallbackLine = (1.2, 0.5, 1.7)
    for text in ["Ελλάδα", "Привет", "a → b"] {
      let line = layout(text, style(20))
      expect(line.height == 24 && line.firstBaseline == 19, "\(text)")
      // Their ink may reach as far as their face says.
      expect(line.frame.topOverhang == 24 - 19 && line.frame.bottomOverhang == 10 - 5, "\(text)")
      expectEqual(line.frame.pixelHeight, 24 + 5 + 5)
    }
  }

  @Test("Where the lines of another script are higher, as many are made as there is room for")
  func roomForHighLines() {
    engine.fallbackLine = (1.2, 0.5, 1.7)
    let latin = layout("abc\nabc\nabc", style(20), height: 72)
    expect(latin.lineCount == 3 && !latin.isTruncated)
    let high = layout("世界 世界 世界 世界", style(20), width: 60, height: 72)
    expect(high.lineCount == 2 && high.isTruncated && high.height == 68)
    expectEqual(layout("世界 世界 世界", style(20), width: 60, height: 10).lineCount, 1)
  }

  @Test("The line of a field stays as it is while letters of another script are written")
  func editing() {
    engine.fallbackLine = (1.2, 0.5, 1.7)
    for text in ["abc", "世界", "नमस्ते"] {
      let line = typesetter.editLine(text, style: style(20))
      expect(line.height == 24 && line.ascent == 19, "\(text)")
      let frame = line.frame(from: 0, width: 100, color: .black)
      let isOther = text != "abc"
      expect(frame.topOverhang == (isOther ? 5 : 0) && frame.bottomOverhang == (isOther ? 5 : 0), "\(text)")
      expectEqual(frame.runs[0].baseline, 19 + Double(frame.topOverhang), "\(text)")
      expectEqual(frame.pixelHeight, 24 + frame.topOverhang + frame.bottomOverhang, "\(text)")
    }
  }

  // MARK: Ink beyond the line

  @Test("Bitmaps have rows for marks above the line, as many as stand on each other, and none for plain letters")
  func marks() {
    func above(_ text: String) -> Int { layout(text, style(20)).frame.topOverhang }
    expectEqual(above("Hamburg"), 0)
    expectEqual(above("Àý"), 1)
    // Two marks in one letter, then with marks that follow it.
    expectEqual(above("Ấ"), 6)
    expectEqual(above("A\u{302}\u{301}"), 6)
    expectEqual(above("A\u{302}\u{301}\u{301}"), 11)
    let many = above("A" + String(repeating: "\u{301}", count: 100))
    expect(many > 10 && many < 40)
    // Letters of Arabic keep to the box of their face; marks on them and below them do not in all faces.
    func below(_ text: String) -> Int { layout(text, style(20)).frame.bottomOverhang }
    expect(above("ل") == 0 && below("ل") == 0)
    expect(above("ل\u{64E}") == 5 && below("ل\u{64E}") == 5)
    expect(above("ل\u{651}\u{64E}\u{670}") == 14 && below("ل\u{651}\u{64E}\u{670}") == 9)
    // The same in several lines, where only those of the first reach above the text.
    expectEqual(layout("Ấ Ấ", style(20), width: 15).frame.topOverhang, 6)
    expectEqual(layout("A\nẤ", style(20)).frame.topOverhang, 0)
  }

  @Test("Bitmaps have rows for tails where the line is rounded to fewer")
  func tails() {
    for (size, rows) in [(10.0, 1), (17, 0), (20, 0), (34, 0)] {
      let frame = layout("gy", style(size)).frame
      expectEqual(frame.bottomOverhang, rows, "\(size)")
      expectEqual(frame.pixelHeight, Int((size * 2444 / 2048).rounded(.up)) + rows)
    }
  }

  @Test("A face whose capitals are uncommonly high has room for its whole box")
  func highFace() {
    engine.ownLine = (1.6, 0.7, 2.3)
    expectEqual(layout("Hamburg", style(20)).frame.topOverhang, 0)
    engine.capHeight = 1.2
    let frame = layout("Hamburg", style(20)).frame
    expect(frame.topOverhang == 32 - 19 && frame.bottomOverhang == 14 - 5)
  }

  @Test("A background is as high as the line of its text, whatever its ink")
  func backgrounds() {
    engine.ownLine = (1.5, 0.5, 2)
    for text in ["Hamburg", "Ấ", "Hamburg\nHamburg"] {
      let run = layout(text, style(20, background: true)).frame.runs[0]
      expect(run.fillAbove == 19 && run.fillBelow == 5, "\(text)")
    }
    let named = layout("Hamburg", style(20, name: "Some", background: true)).frame.runs[0]
    expect(named.fillAbove == 30 && named.fillBelow == 10)
  }
}
