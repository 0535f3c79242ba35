import Foundation
import Testing

@testable import SDL

extension Headless {
  @Test("The desktop's sans and mono faces exist, by weight and slant")
  func defaultFaces() throws {
    let catalog = try FontCatalog()
    let regular = try catalog.face(for: FontQuery())
    #expect(FileManager.default.fileExists(atPath: regular.path))
    #expect(regular.covers("A") && !regular.isColor)
    let bold = try catalog.face(for: FontQuery(weight: 700))
    #expect(bold.weight > regular.weight)
    let mono = try Font(catalog.face(for: FontQuery(family: "monospace")), pixelSize: 20)
    #expect(try mono.width(of: "iiii") == mono.width(of: "MMMM"))
    #expect(try catalog.face(for: FontQuery()) === regular)
  }

  @Test(
    "A face is found for every script that Noto covers",
    arguments: [
      ("Latin", "ß"), ("Chinese", "汉"), ("Japanese", "ひ"), ("Korean", "한"), ("Arabic", "ع"),
      ("Devanagari", "क"), ("emoji", "😀"),
    ] as [(String, Unicode.Scalar)])
  func fallback(script: String, scalar: Unicode.Scalar) throws {
    let catalog = try FontCatalog()
    let file = try #require(catalog.fallback(for: scalar, like: FontQuery()), "\(script)")
    #expect(file.covers(scalar))
    #expect(file.isColor == (script == "emoji"))
    let font = try Font(file, pixelSize: 20)
    #expect(font.provides(scalar))
    #expect(catalog.fallback(for: scalar, like: FontQuery()) === file)
  }

  @Test("A scalar without a face has no fallback, the second time too")
  func noFallback() throws {
    let catalog = try FontCatalog()
    let unassigned: Unicode.Scalar = "\u{10FFFD}"
    #expect(catalog.fallback(for: unassigned, like: FontQuery()) == nil)
    #expect(catalog.fallback(for: unassigned, like: FontQuery()) == nil)
  }

  @Test("Measures grow with the size, in quarters of a pixel")
  func metrics() throws {
    let file = try FontCatalog().face(for: FontQuery())
    let small = try Font(file, pixelSize: 17)
    let large = try Font(file, pixelSize: 34)
    #expect(small.ascent > 10 && small.descent > 1)
    #expect(small.lineHeight >= small.ascent)
    #expect(large.ascent > 1.8 * small.ascent)
    let width = try small.width(of: "Hamburgefonstiv")
    #expect(try abs(large.width(of: "Hamburgefonstiv") / width - 2) < 0.1)
    let capital = try #require(small.top(of: "H"))
    let low = try #require(small.top(of: "x"))
    #expect(capital > low)
    #expect(try small.width(of: "") == 0)
    let half = try Font(file, pixelSize: 17.5)
    #expect(try half.width(of: "Hamburgefonstiv") > width)
  }

  @Test("Drawn text has the colour asked for and its measured width")
  func drawing() throws {
    let font = try Font(FontCatalog().face(for: FontQuery()), pixelSize: 24)
    let color = PixelColor(red: 10, green: 20, blue: 30, alpha: 40)
    let surface = try #require(try font.draw("Anole", color: color))
    #expect(try Double(surface.width) == font.width(of: "Anole"))
    #expect(surface.count { $0 >> 24 > 200 } > 20)
    #expect(surface.count { $0 >> 24 > 0 && $0 & 0xFFFFFF != 0x0A141E } == 0)
    #expect(try font.draw("", color: color) == nil)
  }

  @Test("Arabic letters join and run from right to left")
  func shaping() throws {
    let catalog = try FontCatalog()
    let file = try #require(catalog.fallback(for: "ع", like: FontQuery()))
    let font = try Font(file, pixelSize: 32)
    try #require(Font.canShape)
    let arabic = Font.Shaping(isRightToLeft: true, script: 0x4172_6162)
    let joined = try font.width(of: "ععع", shaping: arabic)
    let single = try font.width(of: "ع", shaping: arabic)
    #expect(joined != 3 * single)
  }

  @Test("Emoji are drawn in colour, at the size of the text")
  func colorEmoji() throws {
    let catalog = try FontCatalog()
    let file = try #require(catalog.fallback(for: "😀", like: FontQuery()))
    let font = try Font(file, pixelSize: 20)
    let strike = try #require(try font.draw("😀", color: .white))
    let width = Int(try font.width(of: "😀").rounded())
    #expect((15...32).contains(width))
    let picture = try strike.scaled(
      toWidth: width, height: Int((Double(strike.height) * font.scale).rounded()))
    let colored = picture.count { pixel in
      let red = Int(pixel >> 16 & 255)
      let blue = Int(pixel & 255)
      return pixel >> 24 > 128 && abs(red - blue) > 40
    }
    #expect(colored > 50)
  }
}
