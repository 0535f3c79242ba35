import Expectations
import Foundation
import Pixels
import Primitives
import SDL
import Testing

@testable import Fonts

/// Words of one font.
@MainActor
struct WordDesk {
  let cache: WordCache
  let number: Int32

  init(_ font: Font, library: FontLibrary) {
    cache = WordCache(library: library)
    number = cache.add(font)
  }

  init(
    _ catalog: FontCatalog, _ query: FontQuery = FontQuery(), pixelSize: Double, bold: Bool = false,
    slanted: Bool = false
  ) throws {
    try self.init(
      Font(catalog.face(for: query).face(), pixelSize: pixelSize, bold: bold, slanted: slanted),
      library: catalog.library)
  }

  func width(of text: String, _ shaping: TextShaping = TextShaping()) -> Double {
    var text = text
    var words: ContiguousArray<TextWord> = []
    return text.withUTF8 { cache.measure($0, font: number, shaping, into: &words) }
  }

  /// What draws a text.
  func words(of text: String) -> ContiguousArray<TextWord> {
    var text = text
    var words: ContiguousArray<TextWord> = []
    _ = text.withUTF8 { cache.measure($0, font: number, TextShaping(), into: &words) }
    return words
  }

  /// A line measured at once; nil where it has to be cut into words first.
  func line(_ text: String) -> (width: Double, words: ContiguousArray<TextWord>)? {
    var text = text
    var words: ContiguousArray<TextWord> = []
    let width = text.withUTF8 { cache.measure(line: $0, font: number, longest: 64, into: &words) }
    return width.map { ($0, words) }
  }

  /// The picture of a text that is one word.
  func mask(of text: String, step: Int = 0, _ shaping: TextShaping = TextShaping()) -> WordMask? {
    var text = text
    let id = text.withUTF8 { cache.word($0, font: number, shaping) }
    return id.flatMap { cache.mask(of: $0, step: step) }
  }
}

extension WordMask {
  /// Its pixels, row by row.
  var bytes: [UInt8] {
    pixels.map { Array(UnsafeRawBufferPointer(start: $0, count: rowBytes * height)) } ?? []
  }
}

extension TextShaping {
  static let arabic = TextShaping(isRightToLeft: true, script: 0x4172_6162)
}

extension FontsOfTheSystem {
  @Test("The desktop's sans and mono faces exist, by weight and slant")
  func defaultFaces() throws {
    let catalog = try FontCatalog()
    let regular = try catalog.face(for: FontQuery())
    expect(FileManager.default.fileExists(atPath: regular.path))
    expect(regular.covers("A") && !regular.isColor)
    let bold = try catalog.face(for: FontQuery(weight: 700))
    expect(bold.weight > regular.weight)
    let mono = try WordDesk(catalog, FontQuery(family: "monospace"), pixelSize: 20)
    expectEqual(mono.width(of: "iiii"), mono.width(of: "MMMM"))
    try expect(catalog.face(for: FontQuery()) === regular)
    try expect(regular.face() === regular.face())
  }

  @Test("However many sizes text has, a face is opened a few times")
  func fewFonts() throws {
    let catalog = try FontCatalog()
    let face = try catalog.face(for: FontQuery()).face()
    for quarters in 40..<240 {
      let desk = WordDesk(Font(face, pixelSize: Double(quarters) / 4), library: catalog.library)
      _ = desk.mask(of: "Hamburg")
      expect(face.fontCount <= FontFace.mostFonts)
    }
    expectEqual(face.fontCount, FontFace.mostFonts)
  }

  @Test("A file that says its letters reach the wrong way, nowhere, or far beyond them, has lines of a usual height")
  func damagedHeights() throws {
    let sound = try Data(contentsOf: URL(fileURLWithPath: FontCatalog().face(for: FontQuery()).path))
    let path = NSTemporaryDirectory() + "damaged-heights-\(UInt64.random(in: 0...UInt64.max)).ttf"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let untrue = [
      (-20_000, 20_000), (32_767, -32_768), (-500, -500), (0, -1000), (9000, -300), (300, -900), (1000, -30_000),
    ]
    for (ascender, descender) in untrue {
      var bytes = sound
      try bytes.set(ascender, at: 4, ofTable: "hhea")
      try bytes.set(descender, at: 6, ofTable: "hhea")
      // Not to be taken from the other table.
      try bytes.set(0, at: 62, ofTable: "OS/2")
      try bytes.write(to: URL(fileURLWithPath: path))
      let measures = try FontFace(path: path).measures
      expect(measures.ascent == 0.95 && measures.descent == 0.25 && measures.lineHeight == 1.2, "\(ascender)")
    }
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
    expect(file.covers(scalar))
    expectEqual(file.isColor, (script == "emoji"))
    let font = try WordDesk(Font(file.face(), pixelSize: 20), library: catalog.library)
    expect(font.mask(of: String(scalar))?.pixels != nil)
    expect(catalog.fallback(for: scalar, like: FontQuery()) === file)
  }

  @Test("A scalar without a face has no fallback, the second time too")
  func noFallback() throws {
    let catalog = try FontCatalog()
    let unassigned: Unicode.Scalar = "\u{10FFFD}"
    expect(catalog.fallback(for: unassigned, like: FontQuery()) == nil)
    expect(catalog.fallback(for: unassigned, like: FontQuery()) == nil)
  }

  @Test("Fontconfig is not searched for scalars no font covers, and for covered ones once a fallback file")
  func fallbackSearches() throws {
    let catalog = try FontCatalog()
    for value in (0x10_0000 as UInt32)...0x10_FFFD {
      guard let scalar = Unicode.Scalar(value) else { continue }
      expect(catalog.fallback(for: scalar, like: FontQuery()) == nil)
    }
    expectEqual(catalog.fallbackSearches, 0)
    var files: Set<String> = []
    for value in stride(from: 0x20 as UInt32, to: 0x2_0000, by: 7) {
      guard let scalar = Unicode.Scalar(value),
        let file = catalog.fallback(for: scalar, like: FontQuery())
      else { continue }
      expect(file.covers(scalar))
      files.insert("\(file.path) \(file.index)")
    }
    expect(!files.isEmpty && catalog.fallbackSearches == files.count)
  }

  @Test("Measures grow with the size, in quarters of a pixel")
  func metrics() throws {
    let catalog = try FontCatalog()
    let face = try catalog.face(for: FontQuery()).face()
    let small = Font(face, pixelSize: 17)
    let large = Font(face, pixelSize: 34)
    expect(small.ascent > 10 && small.descent > 1)
    expect(small.lineHeight >= small.ascent)
    expect(large.ascent > 1.8 * small.ascent)
    let capital = try #require(small.capHeight)
    let low = try #require(small.xHeight)
    expect(capital > low)
    let width = try WordDesk(catalog, pixelSize: 17).width(of: "Hamburgefonstiv")
    expect(abs(try WordDesk(catalog, pixelSize: 34).width(of: "Hamburgefonstiv") / width - 2) < 0.01)
    try expect(WordDesk(catalog, pixelSize: 17.5).width(of: "Hamburgefonstiv") > width)
    try expectEqual(WordDesk(catalog, pixelSize: 17).width(of: ""), 0)
    for size in [0, -3, Double.nan, .infinity, 1e9] {
      expect((1...512).contains(Font(face, pixelSize: size).pixelSize), "\(size)")
    }
  }

  @Test(
    "Widths keep fractions of a pixel: a word at any size is the same part of an em",
    arguments: [11.0, 13.25, 17, 64, 200])
  func fractions(size: Double) throws {
    let catalog = try FontCatalog()
    let fine = try WordDesk(catalog, pixelSize: 512)
    let desk = try WordDesk(catalog, pixelSize: size)
    for word in ["quick", "AVATAR", "office", "i", "Wagon", "1234567890"] {
      expect(abs(desk.width(of: word) - fine.width(of: word) * size / 512) < max(0.06, size / 500), "\(word)")
    }
  }

  @Test("Letters kern: a word is not the sum of its letters where the face says so")
  func kerning() throws {
    let desk = try WordDesk(FontCatalog(), pixelSize: 40)
    let sum = "AVAV".reduce(0) { $0 + desk.width(of: String($1)) }
    expect(desk.width(of: "AVAV") < sum - 2)
  }

  @Test("A text that begins with a mark is as wide as without it")
  func marksFirst() throws {
    let catalog = try FontCatalog()
    let sans = try WordDesk(catalog, pixelSize: 20)
    expect(abs(sans.width(of: "\u{308}word") - sans.width(of: "word")) < 0.3)
    expect(sans.width(of: "\u{327}") < 0.3)
    let file = try #require(catalog.fallback(for: "\u{E01}", like: FontQuery()))
    let thai = try WordDesk(Font(file.face(), pixelSize: 20), library: catalog.library)
    let shaping = TextShaping(script: 0x5468_6169)
    expect(abs(thai.width(of: "\u{E34}\u{E01}", shaping) - thai.width(of: "\u{E01}", shaping)) < 0.3)
  }

  @Test("Arabic letters join and run from right to left")
  func shaping() throws {
    let catalog = try FontCatalog()
    let file = try #require(catalog.fallback(for: "ع", like: FontQuery()))
    let desk = try WordDesk(Font(file.face(), pixelSize: 32), library: catalog.library)
    expect(abs(desk.width(of: "ععع", .arabic) - 3 * desk.width(of: "ع", .arabic)) > 2)
    // An initial form alone is asked for with a joiner, which has no width.
    expect(desk.width(of: "ه\u{200D}", .arabic) != desk.width(of: "ه", .arabic))
    let forwards = try #require(desk.mask(of: "عا", .arabic))
    let bytes = forwards.bytes
    let backwards = try #require(desk.mask(of: "عا", TextShaping(script: TextShaping.arabic.script)))
    expect(backwards.bytes != bytes)
  }

  @Test("Numbers put together from digits are as wide as in one piece, and look the same")
  func numbers() throws {
    let catalog = try FontCatalog()
    // Of another script, which goes the long way.
    let long = TextShaping(script: 0x4772_656B)
    for family in ["sans-serif", "serif", "monospace"] {
      for weight in [400, 700] {
        let desk = try WordDesk(catalog, FontQuery(family: family, weight: weight), pixelSize: 17)
        let numbers = [
          "00", "1234567890", "1,000,000.25", "77", "0110", "9081726354", "17:08", "2026-11-22", "3/4", "-5",
        ]
        for text in numbers {
          expect(abs(desk.width(of: text) - desk.width(of: text, long)) < 0.3, "\(family): \(text)")
          expectEqual(desk.words(of: text).count, text.count)
        }
        for text in ["1--2", "1.-2", "1-.2"] {
          expect(desk.words(of: text).count < 4, "marks beside each other are not taken for those beside digits")
        }
        let before = desk.cache.libraryCalls
        _ = desk.width(of: "4711.0815")
        _ = desk.width(of: "23:59")
        expectEqual(desk.cache.libraryCalls, before)
      }
    }
    let emoji = try #require(catalog.fallback(for: "😀", like: FontQuery()))
    try expect(emoji.face().freeWidths.isEmpty)
  }

  @Test("A file that is no font, or is cut off, is refused or draws nothing, and never more")
  func brokenFiles() throws {
    let good = try FontCatalog().face(for: FontQuery())
    let bytes = try Data(contentsOf: URL(fileURLWithPath: good.path))
    var random = SystemRandomNumberGenerator()
    for round in 0..<24 {
      var data = bytes
      switch round % 3 {
      case 0: data = data.prefix(bytes.count * round / 24)
      case 1:
        for _ in 0..<2000 {
          data[Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255)
        }
      default:
        for _ in 0..<40 {
          data[Int.random(in: 0..<400, using: &random)] = .random(in: 0...255)
        }
      }
      let file = try FontFixture(data)
      let library = FontLibrary()
      guard let face = try? FontFace(path: file.path, library: library) else { continue }
      let desk = WordDesk(Font(face, pixelSize: 20), library: library)
      for word in ["Hamburgefonstiv", "0123", "é", "汉"] {
        expect(desk.width(of: word) >= 0)
        _ = desk.mask(of: word, step: 1)
      }
      // So many that letters are looked at.
      for number in 0..<120 {
        var word = ""
        for shift in stride(from: 0, through: 6, by: 2) {
          let letter = UInt8((number >> shift) * 7 % 26)
          word.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "a") + letter))
        }
        expect(desk.width(of: word) >= 0)
        _ = desk.mask(of: word, step: number % 4)
      }
    }
  }

  @Test("A file that is cut off or emptied while it is open gives blank words, and words that are known stay")
  func vanishingFiles() throws {
    let good = try FontCatalog().face(for: FontQuery())
    for length in [0, 400, 100_000] {
      let file = try FontFixture(Data(contentsOf: URL(fileURLWithPath: good.path)))
      let library = FontLibrary()
      let desk = try WordDesk(Font(FontFace(path: file.path, library: library), pixelSize: 20), library: library)
      let known = try #require(desk.mask(of: "known")?.bytes)
      try file.cut(to: length)
      for word in ["known", "new", "Ωmega", "1,234", "another"] { expect(desk.width(of: word) >= 0) }
      expectEqual(desk.mask(of: "known")?.bytes, known)
      _ = desk.mask(of: "new", step: 2)
      let other = WordDesk(Font(desk.cache.font(desk.number).face, pixelSize: 31), library: library)
      _ = other.mask(of: "size")
    }
    let file = try FontFixture(Data(contentsOf: URL(fileURLWithPath: good.path)))
    let library = FontLibrary()
    let face = try FontFace(path: file.path, library: library)
    file.remove()
    // What is open stays readable without its name.
    expect(WordDesk(Font(face, pixelSize: 20), library: library).mask(of: "gone")?.pixels != nil)
    #expect(throws: SDLError.self) { try FontFace(path: file.path, library: library) }
    #expect(throws: SDLError.self) { try FontFace(path: "/proc/self", library: library) }
  }
}

/// A font file of this test's own.
final class FontFixture {
  let path: String

  init(_ data: Data) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("anole-\(UUID().uuidString).ttf").path
    try data.write(to: URL(fileURLWithPath: path))
  }

  deinit { remove() }

  func cut(to length: Int) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: UInt64(length))
    try handle.close()
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

extension Data {
  /// Overwrites two bytes of a table of an OpenType file.
  fileprivate mutating func set(_ value: Int, at offset: Int, ofTable name: String) throws {
    func number(_ start: Int, bytes: Int) -> Int { self[start..<(start + bytes)].reduce(0) { $0 << 8 | Int($1) } }
    let records = (0..<number(4, bytes: 2)).map { 12 + 16 * $0 }
    let record = try #require(records.first { self[$0..<($0 + 4)].elementsEqual(name.utf8) })
    let place = number(record + 8, bytes: 4) + offset
    self[place] = UInt8(truncatingIfNeeded: value >> 8)
    self[place + 1] = UInt8(truncatingIfNeeded: value)
  }
}
