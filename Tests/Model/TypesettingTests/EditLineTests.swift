import Expectations
import Pixels
import Primitives
import RandomSupport
import Testing
import TypesettingSupport

@testable import Typesetting

@MainActor
@Suite("A line laid out for editing")
struct EditLineTests {
  let engine = FakeTextEngine()
  private func line(_ text: String) -> EditLine {
    Typesetter(engine: engine).editLine(text, style: TextStyle(font: FontDescriptor(), pixelSize: 20, color: .black))
  }

  @Test("an empty line has one place, at its start, and the height of its font")
  func empty() {
    let line = line("")
    expect(line.carets == [0] && line.width == 0 && line.height > 0)
    expectEqual(line.offset(closestTo: 50), 0)
    expectEqual(line.offset(nextTo: 0, toTheRight: true), 0)
    expectEqual(line.offset(ofClusterAt: 3), 0)
  }

  @Test("text from left to right: a caret before each character and one behind the last")
  func plain() {
    let line = line("abcd")
    expectEqual(line.carets, [0, 10, 20, 30, 40])
    expectEqual(line.offset(closestTo: -5), 0)
    expectEqual(line.offset(closestTo: 14), 1)
    expectEqual(line.offset(closestTo: 16), 2)
    expectEqual(line.offset(closestTo: 500), 4)
    expectEqual(line.offset(ofClusterAt: 29), 2)
    expectEqual(line.stretches(of: 1..<3), [10...30])
    expect(line.stretches(of: 2..<2).isEmpty)
  }

  @Test("text from right to left: the first place is at the right")
  func hebrew() {
    let line = line("אבג")
    expect(line.isRightToLeft)
    expectEqual(line.carets, [30, 20, 10, 0])
    expectEqual(line.offset(nextTo: 0, toTheRight: false), 2)
    expectEqual(line.offset(nextTo: 6, toTheRight: true), 4)
    expectEqual(line.stretches(of: 0..<2), [20...30])
  }

  @Test("carets in Indic text stand where letters begin, which kern and are not joined")
  func indic() {
    engine.kerning = 2
    let line = line("கவம")
    expectEqual(line.width, 26)
    expectEqual(line.carets, [0, 8, 16, 26])
  }

  @Test("where directions meet, each place has a caret of its own, and keys reach every one")
  func mixed() {
    let line = line("ab אב cd")
    expectEqual(line.carets, [0, 10, 20, 30, 40, 50, 60, 70, 80])
    // The selection of "b א": one stretch up to the letters, one at their right end.
    expectEqual(line.stretches(of: 1..<5), [10...30, 40...50])
    var visited: [Int] = [0]
    while let last = visited.last, case let next = line.offset(nextTo: last, toTheRight: true), next != last {
      visited.append(next)
    }
    expectEqual(visited.count, 9)
    expectEqual(visited.last, 10)
  }

  @Test("clusters of several characters are one place wide")
  func clusters() {
    let line = line("e\u{301}x👍🏽")
    expectEqual(line.carets.count, 4)
    expectEqual(line.offset(at: 1), 3)
    expectEqual(line.place(at: 1), 0)
    expectEqual(line.offset(at: 99), line.offset(at: 3))
  }

  @Test("a ligature is shared in equal parts by its letters, from either side")
  func ligatures() {
    let font = RunFont(face: FontFaceID(rawValue: 0), pixelSize: 20)
    for isRightToLeft in [false, true] {
      let text = isRightToLeft ? "אבג" : "ffi"
      let ligature = LigatureEngine(isRightToLeft: isRightToLeft)
      let typesetter = Typesetter(engine: ligature)
      let line = typesetter.editLine(text, style: TextStyle(font: FontDescriptor(), pixelSize: 20, color: .black))
      expectEqual(line.width, 30, "\(font)")
      expectEqual(Array(line.carets), (isRightToLeft ? [30, 20, 10, 0] : [0, 10, 20, 30]))
    }
  }

  /// Every text is as wide as every other.
  private final class LigatureEngine: TextEngine {
    let isRightToLeft: Bool
    init(isRightToLeft: Bool) { self.isRightToLeft = isRightToLeft }
    func face(for descriptor: FontDescriptor) -> FontFaceID { FontFaceID(rawValue: 0) }
    func fallbackFace(for scalar: Unicode.Scalar, like face: FontFaceID) -> FontFaceID? { nil }
    func hasGlyph(for scalar: Unicode.Scalar, in face: FontFaceID) -> Bool { true }
    func metrics(of face: FontFaceID, pixelSize: Double) -> FontMetrics {
      FontMetrics(ascent: 16, descent: 4, lineHeight: 20, capHeight: 12, xHeight: 8)
    }
    func shape(
      _ text: UnsafeBufferPointer<UInt8>, font: RunFont, into words: inout ContiguousArray<TextWord>
    ) -> Double {
      expectEqual(font.shaping.isRightToLeft, isRightToLeft)
      words.append(TextWord(id: 1, start: 0, count: Int32(text.count), x: 0, width: 30))
      return 30
    }
    func overhang(of text: Substring, font: RunFont, x: Double, width: Double, first: TextWord, last: TextWord)
      -> TextOverhang
    { TextOverhang() }
    var counts: TextEngineCounts { TextEngineCounts() }
  }

  @Test("whatever the text, places ascend, carets stay on the line, and every place is found again", arguments: 0..<80)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let text = HostileText.make(12, using: &random)
    let line = line(text)
    expectEqual(line.carets.count, text.count + 1, "seed \(seed)")
    var order: [Int] = [line.offset(closestTo: -1_000_000)]
    for place in 0..<line.carets.count {
      let offset = line.offset(at: place)
      expectEqual(line.place(at: offset), place, "seed \(seed)")
      expect((0...line.width).contains(line.carets[place]), "seed \(seed)")
      let found = line.offset(closestTo: line.carets[place])
      expectEqual(line.caret(atOffset: found), line.carets[place], "seed \(seed), place \(place)")
    }
    // From the leftmost place the right arrow comes to every place once.
    var leftmost = order[0]
    while case let next = line.offset(nextTo: leftmost, toTheRight: false), next != leftmost { leftmost = next }
    order = [leftmost]
    while let last = order.last, case let next = line.offset(nextTo: last, toTheRight: true), next != last {
      order.append(next)
      guard order.count <= line.carets.count else { break }
    }
    expect(Set(order).count == line.carets.count && order.count == line.carets.count, "seed \(seed)")
    let xs = order.map { line.caret(atOffset: $0) }
    expectEqual(xs, xs.sorted(), "seed \(seed)")
    let covered = line.stretches(of: 0..<text.utf8.count).reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    expect(abs(covered - line.width) < 0.001, "seed \(seed): \(covered) of \(line.width)")
  }

  @Test("a frame of part of a long line holds only the words that can be seen there")
  func cropping() {
    let line = line(String(repeating: "abcdefghi ", count: 2000))
    let frame = line.frame(from: 100_000, width: 300, color: .black)
    expectEqual(frame.pixelWidth, 300)
    expect(frame.words.count < 8 && frame.words.count > 2)
    expect(frame.runs.allSatisfy { $0.words.upperBound <= frame.words.count })
    let first = frame.runs[0]
    let word = frame.words[first.words.lowerBound]
    expect(first.x + Double(word.x + word.width) >= -40.001)
  }
}
