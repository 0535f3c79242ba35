import Testing

@testable import UIKitCore

@Suite struct ShapeCacheTests {
  private let face = FontFaceID(rawValue: 0)

  /// Asks `cache` for a run; one that is new gets a glyph with `id` at 2, and width `id`.
  private func shape(
    _ text: String, _ font: RunFont, id: UInt32, in cache: inout ShapeCache, at x: Float = 0,
    cluster: Int32 = 0, glyphs: inout ContiguousArray<TextGlyph>
  ) -> Double {
    var text = text
    return text.withUTF8 { bytes in
      cache.append(bytes, font: font, at: x, cluster: cluster, to: &glyphs) {
        $0.append(TextGlyph(id: id, cluster: 1, x: 2))
        return ShapedExtent(width: Double(id))
      }.width
    }
  }

  @Test("a run is shaped once, per text, face, size and shaping")
  func keys() {
    var cache = ShapeCache()
    var asked: UInt32 = 0
    func width(
      _ text: String, face: FontFaceID? = nil, size: Double = 17, rightToLeft: Bool = false
    ) -> Double {
      var glyphs: ContiguousArray<TextGlyph> = []
      let font = RunFont(
        face: face ?? self.face, pixelSize: size,
        shaping: TextShaping(isRightToLeft: rightToLeft))
      let misses = cache.misses
      let width = shape(text, font, id: asked + 1, in: &cache, glyphs: &glyphs)
      asked += cache.misses > misses ? 1 : 0
      #expect(glyphs == [TextGlyph(id: UInt32(width), cluster: 1, x: 2)])
      return width
    }
    #expect(width("a") == 1 && width("a") == 1)
    #expect(width("b") == 2)
    #expect(width("a", face: FontFaceID(rawValue: 1)) == 3)
    #expect(width("a", size: 18) == 4)
    #expect(width("b", rightToLeft: true) == 5)
    #expect(width("\u{E9}") == 6)
    #expect(width("e\u{301}") == 7, "texts that only look equal have glyphs of their own")
    #expect(cache.hits == 1 && cache.misses == 7)
  }

  @Test("a run's glyphs are moved to where it stands, the first time and later ones")
  func placement() {
    var cache = ShapeCache()
    var glyphs: ContiguousArray<TextGlyph> = [TextGlyph(id: 9, cluster: 0, x: 0)]
    let font = RunFont(face: face, pixelSize: 17)
    for x in [10, 20] as [Float] {
      _ = shape("ab", font, id: 5, in: &cache, at: x, cluster: 7, glyphs: &glyphs)
    }
    #expect(glyphs.map(\.x) == [0, 12, 22])
    #expect(glyphs.map(\.cluster) == [0, 8, 8])
    #expect(cache.hits == 1)
  }

  @Test("long runs are not kept, and no number of runs confuses two")
  func bounds() {
    var cache = ShapeCache()
    let font = RunFont(face: face, pixelSize: 9)
    var glyphs: ContiguousArray<TextGlyph> = []
    let long = String(repeating: "x", count: ShapeCache.maximumBytes + 1)
    for expected in [1, 2] as [UInt32] {
      #expect(
        shape(long, font, id: expected, in: &cache, glyphs: &glyphs) == Double(expected))
    }
    for round in 0..<2 {
      for number in 0..<3 * ShapeCache.maximumRuns {
        for _ in 0..<2 {
          glyphs.removeAll()
          let width = shape(
            "\(number)", font, id: UInt32(number), in: &cache, glyphs: &glyphs)
          #expect(width == Double(number), "round \(round)")
          #expect(glyphs.first?.id == UInt32(number))
        }
      }
    }
    #expect(cache.hits == 6 * ShapeCache.maximumRuns)
  }
}
