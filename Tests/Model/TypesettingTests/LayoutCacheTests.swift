import Expectations
import Pixels
import Primitives
import RandomSupport
import Testing

@testable import Typesetting

@MainActor
@Suite struct LayoutCacheTests {
  private let style = TextStyle(font: FontDescriptor(), pixelSize: 10, color: .black)

  private func layout(width: Double, words: Int) -> TextLayout {
    var layout = TextLayout()
    layout.width = width
    for index in 0..<words {
      layout.frame.words.append(TextWord(id: UInt64(index), start: 0, count: 1, x: 0, width: 1))
    }
    return layout
  }

  @Test("agrees with a dictionary that forgets, and stays within its bytes", arguments: 0..<6)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    var cache = LayoutCache()
    var newest: [StyledText: Double] = [:]
    var found = 0
    let box = TextBox(width: 200)
    for round in 0..<6000 {
      let text = StyledText("text \(Int.random(in: 0..<1200, using: &random))", base: style)
      let hash = LayoutCache.hash(of: text, in: box)
      if let known = cache.layout(of: text, in: box, hash: hash) {
        found += 1
        expectEqual(known.width, newest[text], "round \(round)")
      } else {
        newest[text] = Double(round)
        let words = Int.random(in: 0..<120, using: &random)
        cache.insert(
          layout(width: Double(round), words: words), of: text, in: box, hash: hash)
        expectEqual(cache.layout(of: text, in: box, hash: hash)?.width, Double(round))
      }
      expect(cache.byteCount <= LayoutCache.byteLimit)
    }
    expect(found > 300)
  }

  @Test("what is asked for again and again outlives what is not")
  func recency() {
    var cache = LayoutCache()
    let box = TextBox(width: 200)
    let favourite = StyledText("favourite", base: style)
    let hash = LayoutCache.hash(of: favourite, in: box)
    cache.insert(layout(width: 7, words: 10), of: favourite, in: box, hash: hash)
    for number in 0..<20_000 {
      let text = StyledText("\(number)", base: style)
      cache.insert(
        layout(width: 1, words: 40), of: text, in: box, hash: LayoutCache.hash(of: text, in: box))
      expectEqual(cache.layout(of: favourite, in: box, hash: hash)?.width, 7)
    }
    let first = StyledText("0", base: style)
    expect(cache.layout(of: first, in: box, hash: LayoutCache.hash(of: first, in: box)) == nil)
  }

  @Test("a text laid out before is neither shaped nor laid out again; another look is new")
  func typesetterUsesIt() {
    let fixture = TypesetterFixture()
    let long = String(repeating: "日本語 ", count: 12)
    let cut = "plain words that are too long for their line"
    for text in [cut, long, "čeština"] {
      let first = fixture.layout(text, width: 100)
      let calls = fixture.engine.shapeCalls
      let second = fixture.layout(text, width: 100)
      expectEqual(fixture.engine.shapeCalls, calls)
      expect(second.frame.words == first.frame.words && second.width == first.width)
      expectEqual(second.isTruncated, first.isTruncated)
    }
    expect(fixture.typesetter.takeCacheCounts() == (hits: 3, misses: 3))
    var red = fixture.style
    red.color = .white
    let other = fixture.typesetter.layout(
      StyledText(cut, base: red), in: TextBox(width: 100))
    expectEqual(other.frame.runs.map(\.color), [.white])
    _ = fixture.layout(cut, width: 99)
    _ = fixture.layout(cut, width: 100, alignment: .right)
    expect(fixture.typesetter.takeCacheCounts() == (hits: 1, misses: 2), "another colour is the same layout")
  }

  @Test("a plain line that fits is laid out from its words each time, and takes no room among layouts")
  func plainLinesAreNotKept() {
    let fixture = TypesetterFixture()
    for _ in 0..<2 {
      let calls = fixture.engine.shapeCalls
      let layout = fixture.layout("plain words", width: 100)
      expect(fixture.engine.shapeCalls - calls == 2 && layout.frame.words.count == 2)
    }
    expect(fixture.typesetter.takeCacheCounts() == (hits: 0, misses: 0))
  }

  @Test("a label's text that wraps is laid out once, to be measured and to be drawn")
  func measuredIsDrawn() {
    let fixture = TypesetterFixture()
    let text = String(repeating: "some words that wrap ", count: 8)
    var style = fixture.style
    let size = fixture.typesetter.measure(
      StyledText(text, base: style), in: TextBox(width: 200, height: .infinity, maximumLines: 0))
    style.color = .white
    let layout = fixture.typesetter.layout(
      StyledText(text, base: style), in: TextBox(width: 200, height: size.height + 1, maximumLines: 0))
    expect(layout.lineCount > 2 && layout.height == size.height)
    expect(layout.frame.runs.allSatisfy { $0.color == .white })
    expect(fixture.typesetter.takeCacheCounts() == (1, 1))
  }

  @Test("what was made for one height and colour is what others get, as if each were made anew", arguments: 0..<150)
  func sharing(seed: Int) {
    var random = TextRandom(seed: seed)
    let shared = TypesetterFixture()
    let texts = (0..<3).map { _ in
      let alphabet = random.below(2) == 0 ? TextRandom.layoutAlphabet : "plain words   that wrap, too"
      return random.string(count: 1...60, from: alphabet)
    }
    for step in 0..<12 {
      var style = shared.style
      style.color = [.black, .white, DrawColor(red: UInt8(200), green: 0, blue: 0, alpha: 90)][random.below(3)]
      let box = TextBox(
        width: [40.0, 90, 300][random.below(3)],
        height: random.below(3) == 0 ? .infinity : Double(random.below(80)) / 2, maximumLines: random.below(4),
        lineBreakMode: [.byWordWrapping, .byTruncatingTail, .byClipping][random.below(3)],
        lineSpacing: [0, 3, 0.5][random.below(3)])
      let text = StyledText(texts[random.below(3)], base: style)
      if random.below(2) == 0 {
        let size = shared.typesetter.measure(text, in: box)
        let expected = TypesetterFixture().typesetter.measure(text, in: box)
        expect(size == expected, "seed \(seed), step \(step): \(text.string)")
      } else {
        let found = shared.typesetter.layout(text, in: box)
        let expected = TypesetterFixture().typesetter.layout(text, in: box)
        expectEqual(found.contents, expected.contents, "seed \(seed), step \(step): \(text.string)")
      }
    }
  }
}
