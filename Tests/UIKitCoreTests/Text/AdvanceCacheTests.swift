import Testing

@testable import UIKitCore

@Suite struct AdvanceCacheTests {
  private let face = FontFaceID(rawValue: 0)

  @Test("a width is asked for once, per text, face, size and shaping")
  func keys() {
    var cache = AdvanceCache()
    var asked = 0
    func width(
      _ text: Substring, face: FontFaceID? = nil, size: Double = 17, rightToLeft: Bool = false
    ) -> Double {
      cache.width(
        of: text, face: face ?? self.face, pixelSize: size,
        shaping: TextShaping(isRightToLeft: rightToLeft)
      ) {
        asked += 1
        return Double(asked)
      }
    }
    #expect(width("a") == 1 && width("a") == 1)
    #expect(width("b") == 2)
    #expect(width("a", face: FontFaceID(rawValue: 1)) == 3)
    #expect(width("a", size: 18) == 4)
    #expect(width("b", rightToLeft: true) == 5)
    #expect(cache.hits == 1 && cache.misses == 5)
  }

  @Test("texts that only look equal have widths of their own")
  func canonicalEquivalence() {
    var cache = AdvanceCache()
    let composed = cache.width(of: "\u{E9}", face: face, pixelSize: 9, shaping: TextShaping()) { 1 }
    let marked = cache.width(of: "e\u{301}", face: face, pixelSize: 9, shaping: TextShaping()) { 2 }
    #expect(composed == 1 && marked == 2)
  }

  @Test("long runs are not kept, and no number of texts confuses two widths")
  func bounds() {
    var cache = AdvanceCache()
    let long = Substring(repeating: "x", count: AdvanceCache.maximumBytes + 1)
    for expected in [1.0, 2] {
      #expect(
        cache.width(of: long, face: face, pixelSize: 9, shaping: TextShaping()) { expected }
          == expected)
    }
    for round in 0..<2 {
      for number in 0..<3 * AdvanceCache.capacity {
        let width = cache.width(
          of: Substring("\(number)"), face: face, pixelSize: 9, shaping: TextShaping()
        ) { Double(number) }
        #expect(width == Double(number), "round \(round)")
      }
    }
    #expect(cache.hits > 0)
  }
}
