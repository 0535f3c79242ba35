import Foundation
import Testing

@testable import SDL

extension Headless {
  private func font(_ pixelSize: Double, bold: Bool = false, slanted: Bool = false) throws -> Font {
    try Font(
      FontCatalog().face(for: FontQuery()).face(), pixelSize: pixelSize, bold: bold,
      slanted: slanted)
  }

  private func glyph(_ text: String, _ font: Font) -> UInt32 { font.shaped(text).glyphs[0].id }

  private func bytes(_ picture: GlyphPicture) -> [UInt8] {
    guard let pixels = picture.pixels else { return [] }
    return (0..<Int(picture.height)).flatMap { row in
      (0..<picture.rowBytes).map {
        pixels.load(fromByteOffset: row * Int(picture.stride) + $0, as: UInt8.self)
      }
    }
  }

  @Test("A glyph's picture covers its shape, stands on the baseline and is kept")
  func pictures() throws {
    let font = try font(24)
    let cache = GlyphCache()
    let picture = cache.picture(of: glyph("H", font), in: font, number: 0, step: 0)
    #expect(!picture.isColor)
    #expect(picture.top == picture.height, "an H stands on the baseline")
    #expect((14...20).contains(picture.height))
    let first = bytes(picture)
    #expect(first.contains(255) && first.contains(0))
    #expect(bytes(cache.picture(of: glyph("H", font), in: font, number: 0, step: 0)) == first)
    let space = cache.picture(of: glyph(" ", font), in: font, number: 0, step: 0)
    #expect(space.pixels == nil && space.width == 0)
  }

  @Test("Steps of a quarter pixel move the ink to the right, and keep its amount")
  func steps() throws {
    let font = try font(17)
    let cache = GlyphCache()
    let id = glyph("l", font)
    func moments(_ step: Int) -> (mass: Double, center: Double) {
      let picture = cache.picture(of: id, in: font, number: 0, step: step)
      var mass = 0.0
      var moment = 0.0
      for (index, byte) in bytes(picture).enumerated() {
        let column = Double(index % Int(picture.width)) + Double(picture.left)
        mass += Double(byte)
        moment += Double(byte) * column
      }
      return (mass, moment / mass)
    }
    let start = moments(0)
    for step in 1..<4 {
      let moved = moments(step)
      #expect(abs(moved.mass / start.mass - 1) < 0.03)
      // Ink that covers part of a pixel counts at its middle, hence the tolerance.
      #expect(abs(moved.center - start.center - Double(step) / 4) < 0.15)
    }
  }

  @Test("Made-up bold strokes hold more ink and are wider, slanted ones lean")
  func madeUpStyles() throws {
    let (plain, bold, slanted) = (
      try font(24), try font(24, bold: true), try font(24, slanted: true)
    )
    let cache = GlyphCache()
    func picture(_ font: Font, _ number: Int32) -> GlyphPicture {
      cache.picture(of: glyph("l", font), in: font, number: number, step: 0)
    }
    let ink = bytes(picture(plain, 0)).reduce(0) { $0 + Int($1) }
    #expect(bytes(picture(bold, 1)).reduce(0) { $0 + Int($1) } > ink + ink / 10)
    #expect(bold.width(of: "ll") > plain.width(of: "ll"))
    #expect(picture(slanted, 2).width > picture(plain, 0).width + 2)
    #expect(slanted.width(of: "ll") == plain.width(of: "ll"))
  }

  @Test("A full cache is emptied and answers as before; its memory stays bounded")
  func eviction() throws {
    let cache = GlyphCache()
    let reference = try font(20)
    let id = glyph("g", reference)
    let before = bytes(cache.picture(of: id, in: reference, number: 0, step: 0))
    for size in 0..<40 {
      let font = try font(60 + Double(size))
      for id in font.shaped("ABCDEFGHIJKLMNOPQRSTUVWXYZ").glyphs.map(\.id) {
        _ = cache.picture(of: id, in: font, number: Int32(size) + 1, step: size % 4)
      }
    }
    #expect(cache.generations > 0)
    #expect(bytes(cache.picture(of: id, in: reference, number: 0, step: 0)) == before)
  }

  @Test("A glyph too large to keep is drawn all the same; one that does not exist is blank")
  func unusualGlyphs() throws {
    let font = try font(512)
    let cache = GlyphCache()
    let large = cache.picture(of: glyph("@", font), in: font, number: 0, step: 0)
    #expect(large.height > 350)
    #expect(bytes(large).contains(255))
    let none = cache.picture(of: 0xFFFF_FF, in: font, number: 0, step: 0)
    #expect(none.pixels == nil)
  }

  @Test("Emoji are drawn in colour, at the size of the text")
  func colorEmoji() throws {
    let catalog = try FontCatalog()
    let file = try #require(catalog.fallback(for: "😀", like: FontQuery()))
    let font = try Font(file.face(), pixelSize: 20)
    let cache = GlyphCache()
    let picture = cache.picture(of: glyph("😀", font), in: font, number: 0, step: 3)
    #expect(picture.isColor)
    #expect((15...32).contains(Int(picture.width)))
    #expect((15...32).contains(Int(font.width(of: "😀").rounded())))
    let pixels = bytes(picture)
    let colored = stride(from: 0, to: pixels.count, by: 4).count { index in
      pixels[index + 3] > 128 && abs(Int(pixels[index]) - Int(pixels[index + 2])) > 40
    }
    #expect(colored > 50)
    #expect(font.ascent > 10 && font.descent > 0)
  }
}
