import Expectations
import Foundation
import Pixels
import Primitives
import SDL
import Testing

@testable import Raster
@testable import Typesetting
@testable import UIKit
@testable import UIKitCore

extension BackendTests {
  @Test("A descriptor names one face, and weights and designs different ones")
  func faces() throws {
    let engine = SDLTextEngine()
    let regular = engine.face(for: FontDescriptor())
    expectEqual(engine.face(for: FontDescriptor()), regular)
    let bold = engine.face(for: FontDescriptor(weight: 700))
    let mono = engine.face(for: FontDescriptor(design: .monospaced))
    expect(bold != regular && mono != regular)
    let typesetter = Typesetter(engine: engine)
    func width(_ face: FontFaceID, _ text: Substring) -> Double {
      typesetter.advance(of: text, font: RunFont(face: face, pixelSize: 20))
    }
    expect(width(bold, "Hamburgefonts") > width(regular, "Hamburgefonts"))
    expectEqual(width(mono, "iii"), width(mono, "WWW"))
    expect(engine.hasGlyph(for: "A", in: regular))
  }

  @Test("An unknown family gives a face all the same")
  func unknownFamily() throws {
    let engine = SDLTextEngine()
    let face = engine.face(for: FontDescriptor(name: "No Such Family 7"))
    expect(engine.metrics(of: face, pixelSize: 20).ascent > 10)
  }

  @Test("Fallback faces are found and remembered; metrics are in order")
  func fallbackFaces() throws {
    let engine = SDLTextEngine()
    let regular = engine.face(for: FontDescriptor())
    for scalar in ["汉", "ひ", "한", "ع", "क", "😀"] as [Unicode.Scalar] {
      let face = try #require(engine.fallbackFace(for: scalar, like: regular))
      expect(engine.hasGlyph(for: scalar, in: face))
      expectEqual(engine.fallbackFace(for: scalar, like: regular), face)
    }
    expect(engine.fallbackFace(for: "\u{10FFFD}", like: regular) == nil)
    let metrics = engine.metrics(of: regular, pixelSize: 20)
    expect(metrics.xHeight < metrics.capHeight && metrics.capHeight < metrics.ascent)
    expect(metrics.descent > 0 && metrics.lineHeight >= metrics.ascent)
  }

  @Test("Lines of Thai break between words, though more characters would fit")
  func thaiWords() throws {
    let typesetter = Typesetter(engine: SDLTextEngine())
    let style = TextStyle(font: FontDescriptor(), pixelSize: 20, color: .black)
    func layout(_ text: String, width: Double) -> TextLayout {
      let box = TextBox(width: width, maximumLines: 0, lineBreakMode: .byWordWrapping)
      return typesetter.layout(StyledText(text, base: style), in: box)
    }
    // Two words, and the first letter of the third.
    let width = layout("สวัสดีครับผ", width: 1000).width
    let lines = layout("สวัสดีครับผมชื่อ", width: width + 1).frame.runs
    expectEqual(lines.map { String($0.text) }, ["สวัสดีครับ", "ผมชื่อ"])
  }

  @Test("A space between two Korean syllables is wider than others where the font says so")
  func koreanSpaces() throws {
    let engine = SDLTextEngine()
    let typesetter = Typesetter(engine: engine)
    let face = try #require(engine.fallbackFace(for: "한", like: engine.face(for: FontDescriptor())))
    let font = RunFont(face: face, pixelSize: 100, shaping: TextShaping(script: TextScript.hangul.shapingTag))
    func space(in text: String, between syllables: Int) -> Double {
      typesetter.advance(of: text[...], font: font) - Double(syllables) * typesetter.advance(of: "한", font: font)
    }
    // Noto Sans CJK: 0.28 em between syllables, else 0.224.
    expect(abs(space(in: "한 한", between: 2) - 28) < 0.5)
    expect(abs(space(in: "한  한", between: 2) - 44.8) < 0.5)
    expect(abs(space(in: "한 ", between: 1) - 22.4) < 0.5)
  }

  @Test("An emoji is rasterised in colour at the size of the text")
  func emoji() throws {
    let canvas = try Canvas(width: 80, height: 40)
    let regular = canvas.engine.face(for: FontDescriptor())
    let face = try #require(canvas.engine.fallbackFace(for: "😀", like: regular))
    var frame = canvas.frame("😀", pixelSize: 20, face: face)
    frame.runs[0].baseline = 22
    frame.pixelWidth = 40
    frame.pixelHeight = 32
    let slot = TextSlotID(rawValue: 0)
    let picture = try canvas.draw(
      [.text(slot, origin: .zero, opacity: 1)],
      updates: [TextSlotUpdate(slot: slot, frame: frame, background: nil)])
    let yellow = picture.count { $0 >> 16 > 180 && $0 >> 8 & 255 > 120 && $0 & 255 < 100 }
    expect(yellow > 60)
  }
}
