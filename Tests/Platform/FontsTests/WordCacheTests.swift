import Expectations
import Foundation
import Pixels
import Primitives
import RandomSupport
import Testing

@testable import Fonts

extension FontsOfTheSystem {
  @Test("A word's picture covers its shape, stands on the baseline and is kept")
  func pictures() throws {
    let desk = try WordDesk(FontCatalog(), pixelSize: 24)
    let picture = try #require(desk.mask(of: "H"))
    expect(!picture.isColor)
    expectEqual(picture.top, picture.height, "an H stands on the baseline")
    expect((14...20).contains(picture.height))
    let first = picture.bytes
    expect(first.contains(255) && first.contains(0))
    let calls = desk.cache.libraryCalls
    expectEqual(desk.mask(of: "H")?.bytes, first)
    expectEqual(desk.cache.libraryCalls, calls, "what is known asks nothing of the library")
    expect(desk.mask(of: "\u{A0}")?.pixels == nil)
    try expect(#require(desk.mask(of: "j")).left <= 0, "a j reaches left of its origin")
  }

  @Test("Steps of a quarter pixel move the ink to the right, and keep its amount")
  func steps() throws {
    let desk = try WordDesk(FontCatalog(), pixelSize: 17)
    func moments(_ step: Int) throws -> (mass: Double, center: Double) {
      let picture = try #require(desk.mask(of: "illicit", step: step))
      var mass = 0.0
      var moment = 0.0
      for (index, byte) in picture.bytes.enumerated() {
        mass += Double(byte)
        moment += Double(byte) * Double(index % picture.width + picture.left)
      }
      return (mass, moment / mass)
    }
    let start = try moments(0)
    for step in 1..<4 {
      let moved = try moments(step)
      expect(abs(moved.mass / start.mass - 1) < 0.03)
      expect(abs(moved.center - start.center - Double(step) / 4) < 0.05)
    }
  }

  @Test("A line is as wide as its words and spaces, and each word stands where those before it end", arguments: 0..<3)
  func lines(seed: Int) throws {
    let catalog = try FontCatalog()
    var random = SeededRandom(seed: seed)
    let desks = try [
      WordDesk(catalog, pixelSize: 17), WordDesk(catalog, FontQuery(family: "serif", weight: 700), pixelSize: 13.25),
      WordDesk(catalog, FontQuery(isSlanted: true), pixelSize: 41),
    ]
    let pieces = [" ", "  ", "Wagon", "1,234", "12:", "a", "7", "--", "É", "fi", "2026-11-24", "x86", "...", "end."]
    for _ in 0..<300 {
      let desk = desks[Int.random(in: 0..<desks.count, using: &random)]
      let line = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      var x = 0.0
      var expected: ContiguousArray<TextWord> = []
      for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { x += desk.width(of: " ") }
        let start = line.utf8.distance(from: line.startIndex, to: word.startIndex)
        expected += desk.words(of: String(word)).map {
          var word = $0
          word.shift(bytes: start, pixels: x)
          return word
        }
        if !word.isEmpty { x += desk.width(of: String(word)) }
      }
      let measured = try #require(desk.line(line), "\(line)")
      expect(measured.width == x && measured.words == expected, "\(line)")
    }
    expect(desks[0].line("some " + String(repeating: "w", count: 65) + " more") == nil, "a long word is the caller's")
    try expect(
      WordDesk(catalog, pixelSize: 17, bold: true).line("ab") == nil, "made-up bold is put together by letters")
  }

  @Test("Made-up bold strokes hold more ink and are wider, slanted ones lean")
  func madeUpStyles() throws {
    let catalog = try FontCatalog()
    let plain = try WordDesk(catalog, pixelSize: 24)
    let bold = try WordDesk(catalog, pixelSize: 24, bold: true)
    let slanted = try WordDesk(catalog, pixelSize: 24, slanted: true)
    func ink(_ desk: WordDesk) throws -> Int { try #require(desk.mask(of: "l")).bytes.reduce(0) { $0 + Int($1) } }
    try expect(ink(bold) > ink(plain) + ink(plain) / 10)
    expect(bold.width(of: "ll") > plain.width(of: "ll") + 1)
    try expect(abs(ink(slanted) - ink(plain)) < ink(plain) / 20)
    let (upright, leaning) = (try #require(plain.mask(of: "l")).width, try #require(slanted.mask(of: "l")).width)
    expect(leaning > upright + 2)
    expectEqual(slanted.width(of: "ll"), plain.width(of: "ll"))
  }

  @Test("Ink above the line does not push its letters down")
  func highInk() throws {
    let desk = try WordDesk(FontCatalog(), pixelSize: 20)
    let low = try #require(desk.mask(of: "x"))
    let high = try #require(desk.mask(of: "x" + String(repeating: "\u{302}", count: 12)))
    expect(high.top > low.top + 10)
    expectEqual(high.height - high.top, low.height - low.top, "it stands where it stood")
  }

  @Test(
    "Marks above the line leave letters where they stand, at all sizes", arguments: ["DejaVu Sans", "Noto Sans Arabic"])
  func stackedMarks(family: String) throws {
    let catalog = try FontCatalog()
    guard try catalog.face(for: FontQuery(family: family)).family == family else { return }
    let arabic = TextShaping(isRightToLeft: true, script: 0x4172_6162)
    func top(_ word: String, _ size: Double) throws -> Double {
      try Double(#require(WordDesk(catalog, FontQuery(family: family), pixelSize: size).mask(of: word, arabic)).top)
    }
    for word in ["بِسْمِ", "ٱللَّهِ", "ٱلرَّحْمَٰنِ", "مُحَمَّدٌ", "شَدَّة", "رَبِّ", "لِلَّٰهِ", "ٱلَّذِينَ"] {
      let ems = try top(word, 128) / 128
      for size in stride(from: 11.0, through: 80, by: 1) {
        let top = try top(word, size)
        // Marks and letters are each hinted, and placed at whole pixels.
        expect(abs(top - ems * size) < 2.5, "\(family) \(size): \(word) reaches \(top) for \(ems * size)")
      }
    }
  }

  @Test("What was used the longest ago is dropped first, and memory stays bounded")
  func eviction() throws {
    let desk = try WordDesk(FontCatalog(), pixelSize: 48)
    func id(_ text: String) -> WordCache.WordID? {
      var text = text
      return text.withUTF8 { desk.cache.word($0, font: desk.number, TextShaping()) }
    }
    let favourite = try #require(id("favourite"))
    let neglected = try #require(id("neglected"))
    let before = try #require(desk.cache.mask(of: favourite, step: 0)).bytes
    for number in 0..<2000 {
      _ = desk.mask(of: "word\(number)", step: number % 4)
      expect(desk.cache.byteCount <= WordCache.byteLimit)
      if number % 50 == 0 { expectEqual(desk.cache.mask(of: favourite, step: 0)?.bytes, before) }
    }
    expect(desk.cache.count < 2000)
    expect(desk.cache.mask(of: neglected, step: 0) == nil, "a word that was dropped is not taken for another")
    expect(id("neglected") != neglected)
    expectEqual(desk.cache.mask(of: favourite, step: 0)?.bytes, before)
  }

  @Test("Pictures in their colours are kept up to a number of bytes")
  func paintedBound() throws {
    let desk = try WordDesk(FontCatalog(), pixelSize: 40)
    let pixels = [UInt32](repeating: 0xFF00_0000, count: 256)
    try pixels.withUnsafeBufferPointer { pixels in
      let inks = InkTable(number: 1, pixels: try #require(pixels.baseAddress))
      for number in 0..<1000 {
        var text = "word\(number)"
        let id = try #require(text.withUTF8 { desk.cache.word($0, font: desk.number, TextShaping()) })
        for _ in 0..<2 { _ = desk.cache.mask(of: id, step: 0, in: inks) }
        expect(desk.cache.paintedByteCount <= PaintedWords.byteLimit)
      }
      expect(desk.cache.paintedByteCount > PaintedWords.byteLimit / 2)
    }
  }

  @Test("Words agree with those of a cache that forgets nothing", arguments: 0..<4)
  func random(seed: UInt64) throws {
    let catalog = try FontCatalog()
    let desk = try WordDesk(catalog, pixelSize: 40)
    var state = seed &* 7919 | 1
    var widths: [String: Double] = [:]
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let word = "w\(state >> 53)"
      let width = desk.width(of: word)
      expect(abs(widths[word, default: width] - width) < 0.01)
      widths[word] = width
      _ = desk.mask(of: word, step: Int(state >> 40 & 3))
    }
  }

  @Test("A word too large to keep is drawn all the same; one without a glyph shows a box")
  func unusualWords() throws {
    let desk = try WordDesk(FontCatalog(), pixelSize: 512)
    let large = try #require(desk.mask(of: "@@@@@@"))
    expect(large.height > 350 && large.bytes.contains(255))
    expect(large.rowBytes * large.height > WordCache.byteLimit / 8)
    let small = try WordDesk(FontCatalog(), pixelSize: 20)
    expect(small.mask(of: "\u{10FFFD}")?.pixels != nil)
    expect(small.width(of: "\u{10FFFD}") > 0)
  }

  @Test(
    "Words put together from letters look as SDL_ttf draws them, and take none of its calls",
    arguments: ["sans-serif", "serif", "monospace", "DejaVu Sans", "DejaVu Serif"])
  func lettersOfWords(family: String) throws {
    let catalog = try FontCatalog()
    let rasterizer = WordRasterizer()
    for (weight, isSlanted, size) in [(400, false, 17.0), (700, false, 13.25), (400, true, 28), (400, false, 48)] {
      let query = FontQuery(family: family, weight: weight, isSlanted: isSlanted)
      let desk = try WordDesk(catalog, query, pixelSize: size)
      // Draws whole words.
      let font = try Font(catalog.face(for: query).face(), pixelSize: size)
      var words = RandomWords()
      for _ in 0..<600 { _ = desk.mask(of: words.next()) }
      for word in [
        "Hamburgefonstiv", "office", "affluent", "fjord,", "Wagon", "AVATAR.", "Toy", "jogging", "illicit", "WWW",
        "fff",
      ] {
        let bytes = Array(word.utf8)
        let drawn = try #require(bytes.withUnsafeBufferPointer { font.room(of: $0, TextShaping()) }).width
        let known = desk.width(of: word)
        expect(abs(known - drawn) < 0.12 * size / 17, "\(family) \(weight) \(size): \(word) \(known) for \(drawn)")
        for step in 0..<4 {
          let made = try #require(desk.mask(of: word, step: step))
          let reference = bytes.withUnsafeBufferPointer {
            rasterizer.draw($0, in: font, TextShaping(), step: step) { _, _ in }
          }
          expect(made.top == reference.top && made.height == reference.height, "\(family) \(size): \(word)")
          expect(abs(made.mass / reference.mass - 1) < 0.03, "\(family) \(size): \(word)")
          // A letter is at most a quarter of a pixel elsewhere.
          expect(abs(made.center - reference.center) < 0.3, "\(family) \(size): \(word)")
        }
      }
      let calls = desk.cache.libraryCalls
      for _ in 0..<100 { _ = desk.mask(of: words.next()) }
      expect(desk.cache.libraryCalls - calls < 100, "\(family): most words are of known pairs")
    }
  }

  @Test(
    "A word is as wide and looks the same whatever was measured and drawn before",
    arguments: ["sans-serif", "serif", "monospace", "DejaVu Sans"])
  func sameWhateverCameBefore(family: String) throws {
    let texts = [
      "Style", "Hamburgefonstiv", "office", "fjord,", "AVATAR.", "Toy", "a", "W", ".", "-", "/", ":", "7", "1,204.5",
      "2026-11-24", "12:30", "x86", "naïve", "fi", "end.",
    ]
    for (weight, size) in [(400, 17.0), (700, 13.25), (400, 34)] {
      let query = FontQuery(family: family, weight: weight)
      func looks(_ desk: WordDesk, _ texts: [String]) -> [String: (width: Double, pictures: [[UInt8]])] {
        var looks: [String: (Double, [[UInt8]])] = [:]
        for text in texts {
          let width = desk.width(of: text)
          let words = desk.words(of: text)
          looks[text] = (
            width, words.flatMap { word in (0..<4).map { desk.cache.mask(of: word.id, step: $0)?.bytes ?? [] } }
          )
        }
        return looks
      }
      let first = try looks(WordDesk(FontCatalog(), query, pixelSize: size), texts)
      // The same words in another order, and after many others, in sizes that take turns.
      let catalog = try FontCatalog()
      let other = try WordDesk(catalog, query, pixelSize: 21)
      let desk = try WordDesk(catalog, query, pixelSize: size)
      var words = RandomWords()
      for number in 0..<400 {
        let word = words.next()
        _ = desk.mask(of: word, step: number % 4)
        _ = other.mask(of: number % 3 == 0 ? "\(number)-\(word)" : word)
        _ = desk.width(of: "\(number):\(number)")
      }
      let later = looks(desk, texts.reversed())
      for text in texts {
        expectEqual(first[text]?.width, later[text]?.width, "\(family) \(weight) \(size): \(text)")
        expectEqual(first[text]?.pictures, later[text]?.pictures, "\(family) \(weight) \(size): \(text)")
      }
    }
  }

  @Test("Ligatures stay: a word with letters that join is drawn whole")
  func ligatures() throws {
    let catalog = try FontCatalog()
    guard try catalog.face(for: FontQuery(family: "DejaVu Sans")).family == "DejaVu Sans" else { return }
    let whole = try WordDesk(catalog, FontQuery(family: "DejaVu Sans"), pixelSize: 24)
    let before = ["fi", "office", "fl", "waffle", "find"].map { whole.mask(of: $0)?.bytes }
    // A catalogue has its own faces, which know nothing yet.
    let other = try FontCatalog()
    let desk = try WordDesk(other, FontQuery(family: "DejaVu Sans"), pixelSize: 24)
    var words = RandomWords()
    for _ in 0..<1500 { _ = desk.mask(of: words.next()) }
    expectEqual(["fi", "office", "fl", "waffle", "find"].map { desk.mask(of: $0)?.bytes }, before)
  }

  @Test("Words of letters alone are put together, and only in fonts whose letters stand in words as they do alone")
  func letterSpacing() throws {
    let face = try FontCatalog().face(for: FontQuery()).face()
    let rasterizer = WordRasterizer()
    let font = Font(face, pixelSize: 17)
    func width(_ text: String, in font: Font) -> Double? {
      var text = text
      return text.withUTF8 { font.loosePairs?.width(of: $0, in: font, rasterizer) }
    }
    for text in [
      "", "a", "a b", "é", "a1", "1,2", "a,b", String(repeating: "a", count: 33), "\u{0}a", "\u{7F}\u{7F}", ",", ",,",
    ] {
      expect(width(text, in: font) == nil, "\(text)")
    }
    expect(abs(try #require(width("ab.", in: font)) - 1.4) < 0.4)
    expect(width(String(repeating: "a", count: 32), in: font) != nil)
    expectEqual(width("ab.", in: font), width("ab.", in: Font(face, pixelSize: 31)), "ems do not depend on the size")
    for font in [Font(face, pixelSize: 17, bold: true), Font(face, pixelSize: 60)] {
      expect(font.loosePairs == nil, "made-up bold words are put together otherwise, large ones drawn whole")
    }
    let letters = try #require(face.letters)
    expect(letters.isPairwise(face))
    expect(letters.measure(LetterSpacing.Pair(first: 0x61, second: 0x62), in: face) != nil)
  }

  @Test("Emoji are drawn in colour, at the size of the text")
  func colorEmoji() throws {
    let catalog = try FontCatalog()
    let file = try #require(catalog.fallback(for: "😀", like: FontQuery()))
    let desk = try WordDesk(Font(file.face(), pixelSize: 20), library: catalog.library)
    let picture = try #require(desk.mask(of: "😀", step: 3))
    expect(picture.isColor)
    expect((15...32).contains(picture.width))
    expect((15...32).contains(Int(desk.width(of: "😀").rounded())))
    let pixels = picture.bytes
    let colored = stride(from: 0, to: pixels.count, by: 4).count { (index: Int) -> Bool in
      let (red, blue, alpha) = (Int(pixels[index]), Int(pixels[index + 2]), Int(pixels[index + 3]))
      return alpha > 128 && abs(red - blue) > 40
    }
    expect(colored > 50)
    let font = desk.cache.font(desk.number)
    expect(font.ascent > 10 && font.descent > 0)
    let common = TextShaping(script: 0x5A79_7979)
    expect(desk.width(of: "👨‍👩‍👧", common) < 1.5 * desk.width(of: "😀", common), "joined to one picture")
    expect(desk.width(of: "🇩🇪", common) < 1.5 * desk.width(of: "😀", common))
  }

  @Test("where a word in colour has ink is known before it is drawn", arguments: [20.0, 31, 144])
  func colorInk(pixelSize: Double) throws {
    let catalog = try FontCatalog()
    let file = try #require(catalog.fallback(for: "😀", like: FontQuery()))
    let desk = try WordDesk(Font(file.face(), pixelSize: pixelSize), library: catalog.library)
    for text in ["😀", "🥭🐗🖤", "🌲🌳🌴🌵🌷🌸🌹🌺"] {
      let id = try #require(desk.words(of: text).first?.id)
      let ink = try #require(desk.cache.inkedColumns(of: id, step: 0))
      let picture = try #require(desk.mask(of: text))
      expectEqual(ink.lowerBound, picture.left, "\(text)")
      expect((0...1).contains(ink.upperBound - picture.left - picture.width), "\(text)")
    }
  }
}

/// Words of letters, the same each time.
private struct RandomWords {
  private var state: UInt64 = 99

  mutating func next() -> String {
    func random(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    var word = ""
    for index in 0..<Int(3 + random(8)) {
      let letter = UInt8(0x61 + random(26))
      word.unicodeScalars.append(Unicode.Scalar(index == 0 && random(4) == 0 ? letter - 0x20 : letter))
    }
    return word
  }
}

extension WordMask {
  /// How many pixels it covers.
  fileprivate var mass: Double { bytes.reduce(0) { $0 + Double($1) } / 255 }

  /// The middle of its ink, in pixels from the word's origin.
  fileprivate var center: Double {
    let moment = bytes.enumerated().reduce(0) { $0 + Double($1.element) * Double($1.offset % width + left) }
    return moment / 255 / mass
  }
}
