import Expectations
import Pixels
import Primitives
import RandomSupport
import Testing
import TypesettingSupport

@testable import Typesetting

@MainActor
@Suite("A paragraph laid out for editing")
struct EditParagraphTests {
  let engine = FakeTextEngine()
  private func paragraph(_ text: String, width: Double = 100, alignment: NSTextAlignment = .natural) -> EditParagraph {
    let style = TextStyle(font: FontDescriptor(), pixelSize: 20, color: .black)
    return Typesetter(engine: engine).editParagraph(
      StyledText(text, base: style),
      in: TextBox(width: width, maximumLines: 0, lineBreakMode: .byWordWrapping, alignment: alignment))
  }

  @Test("lines break as those of labels; spaces at a break stand at the end of their line, without a width")
  func wrapping() {
    let paragraph = paragraph("one two  three")
    expectEqual(paragraph.lines.map(\.start), [0, 9])
    expectEqual(paragraph.lines.map(\.end), [9, 14])
    expectEqual(paragraph.lines.map(\.picture.width), [70, 50])
    expectEqual(paragraph.places(in: 0).carets, [0, 10, 20, 30, 40, 50, 60, 70, 70, 70])
    expectEqual(paragraph.places(in: 1).carets, [0, 10, 20, 30, 40, 50])
    expectEqual(paragraph.places(in: 1).offset(closestTo: 22), 11)
    expectEqual([0, 8, 9, 14].map { paragraph.line(at: $0) }, [0, 0, 1, 1])
    expectEqual(paragraph.height, 48)
  }

  @Test("an empty paragraph has one line with one place")
  func empty() {
    let paragraph = paragraph("")
    expectEqual(paragraph.lines.count, 1)
    expectEqual(paragraph.places(in: 0).carets, [0])
    expectEqual(paragraph.height, 24)
  }

  @Test("a tab is one place as wide as to the next stop, and what is behind it counts on")
  func tabs() {
    let paragraph = paragraph("a\tb")
    expectEqual(paragraph.places(in: 0).carets, [0, 10, 40, 50])
    expectEqual(paragraph.places(in: 0).offset(at: 2), 2)
  }

  @Test("a word that is too long is broken between characters")
  func longWord() {
    let paragraph = paragraph(String(repeating: "a", count: 25))
    expectEqual(paragraph.lines.map(\.start), [0, 10, 20])
  }

  @Test("lines from right to left begin at the right, and spaces at their break stand at the left")
  func rightToLeft() {
    let paragraph = paragraph("אבג דהו זחט", width: 70)
    expectEqual(paragraph.lines.map(\.start), [0, 14])
    expectEqual(paragraph.places(in: 0).carets, [70, 60, 50, 40, 30, 20, 10, 0, 0])
  }

  @Test("lines have all places of the text, each once but for the breaks", arguments: 0..<60)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let text = HostileText.make(30, using: &random)
    let paragraph = paragraph(
      text, width: Double(Int.random(in: 0...200, using: &random)),
      alignment: Bool.random(using: &random) ? .justified : .natural)
    var boundaries = [0]
    for character in text { boundaries.append((boundaries.last ?? 0) + character.utf8.count) }
    var found: [Int] = []
    for (number, line) in paragraph.lines.enumerated() {
      let places = paragraph.places(in: number)
      expect(places.carets.allSatisfy { $0.isFinite && $0 >= -0.01 && $0 <= places.width + 0.01 }, "seed \(seed)")
      expectEqual(places.offset(at: 0), line.start, "seed \(seed)")
      if found.last == line.start { found.removeLast() }
      found += places.carets.indices.map { places.offset(at: $0) }
    }
    expectEqual(found, boundaries, "seed \(seed)")
  }
}
