import Foundation
import Testing

@testable import SDL

@MainActor
extension Font {
  /// A run's width.
  func width(of text: String, _ shaping: RunShaping = RunShaping()) -> Double {
    shaped(text, shaping).advance
  }

  /// The shaper after a run.
  func shaped(_ text: String, _ shaping: RunShaping = RunShaping()) -> TextShaper {
    let shaper = TextShaper()
    var text = text
    text.withUTF8 { shaper.shape($0, with: self, shaping) }
    return shaper
  }
}

extension Headless {
  @Test("The desktop's sans and mono faces exist, by weight and slant")
  func defaultFaces() throws {
    let catalog = try FontCatalog()
    let regular = try catalog.face(for: FontQuery())
    #expect(FileManager.default.fileExists(atPath: regular.path))
    #expect(regular.covers("A") && !regular.isColor)
    let bold = try catalog.face(for: FontQuery(weight: 700))
    #expect(bold.weight > regular.weight)
    let mono = try Font(catalog.face(for: FontQuery(family: "monospace")).face(), pixelSize: 20)
    #expect(mono.width(of: "iiii") == mono.width(of: "MMMM"))
    #expect(try catalog.face(for: FontQuery()) === regular)
    #expect(try regular.face() === regular.face())
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
    let font = try Font(file.face(), pixelSize: 20)
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

  @Test("Fontconfig is not searched for scalars no font covers, and for covered ones once a fallback file")
  func fallbackSearches() throws {
    let catalog = try FontCatalog()
    for value in (0x10_0000 as UInt32)...0x10_FFFD {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(catalog.fallback(for: scalar, like: FontQuery()) == nil)
    }
    #expect(catalog.fallbackSearches == 0)
    var files: Set<String> = []
    for value in stride(from: 0x20 as UInt32, to: 0x2_0000, by: 7) {
      guard let scalar = Unicode.Scalar(value),
        let file = catalog.fallback(for: scalar, like: FontQuery())
      else { continue }
      #expect(file.covers(scalar))
      files.insert("\(file.path) \(file.index)")
    }
    #expect(!files.isEmpty && catalog.fallbackSearches == files.count)
  }

  @Test("Measures grow with the size, in quarters of a pixel")
  func metrics() throws {
    let face = try FontCatalog().face(for: FontQuery()).face()
    let small = try Font(face, pixelSize: 17)
    let large = try Font(face, pixelSize: 34)
    #expect(small.ascent > 10 && small.descent > 1)
    #expect(small.lineHeight >= small.ascent)
    #expect(large.ascent > 1.8 * small.ascent)
    let width = small.width(of: "Hamburgefonstiv")
    #expect(abs(large.width(of: "Hamburgefonstiv") / width - 2) < 0.01)
    let capital = try #require(small.top(of: "H"))
    let low = try #require(small.top(of: "x"))
    #expect(capital > low)
    #expect(small.width(of: "") == 0)
    let half = try Font(face, pixelSize: 17.5)
    #expect(half.width(of: "Hamburgefonstiv") > width)
    for size in [0, -3, Double.nan, .infinity, 1e9] {
      #expect((1...512).contains(try Font(face, pixelSize: size).pixelSize), "\(size)")
    }
  }

  @Test("Glyphs stand from left to right where their advances put them, each with its cluster")
  func shapedGlyphs() throws {
    let font = try Font(FontCatalog().face(for: FontQuery()).face(), pixelSize: 24)
    let shaper = font.shaped("Añole")
    #expect(shaper.glyphs.map(\.cluster) == [0, 1, 3, 4, 5])
    #expect(zip(shaper.glyphs, shaper.glyphs.dropFirst()).allSatisfy { $0.x < $1.x })
    #expect(shaper.glyphs[0].x == 0)
    let last = try #require(shaper.glyphs.last)
    #expect(Double(last.x) < shaper.advance)
    #expect(shaper.overhang.left < 3 && shaper.overhang.right < 3)
  }

  @Test("Arabic letters join and run from right to left")
  func shaping() throws {
    let catalog = try FontCatalog()
    let file = try #require(catalog.fallback(for: "ع", like: FontQuery()))
    let font = try Font(file.face(), pixelSize: 32)
    let arabic = RunShaping(isRightToLeft: true, script: 0x4172_6162)
    let joined = font.shaped("ععع", arabic)
    #expect(joined.advance != 3 * font.width(of: "ع", arabic))
    #expect(Set(joined.glyphs.map(\.id)).count == 3, "an initial, a medial and a final form")
    #expect(joined.glyphs.map(\.cluster) == [4, 2, 0])
  }

  @Test("Words shape alike alone and in a line where the face says so")
  func separateWords() throws {
    let catalog = try FontCatalog()
    for family in ["sans-serif", "serif", "monospace"] {
      let face = try catalog.face(for: FontQuery(family: family)).face()
      guard face.separatesWords else { continue }
      let font = try Font(face, pixelSize: 17)
      for text in ["AV To fi Wa", "T. A V", "office 1/2 f"] {
        let parts = text.split(separator: " ").reduce(0.0) { $0 + font.width(of: String($1)) }
        let spaces = Double(text.count { $0 == " " }) * font.width(of: " ")
        #expect(abs(font.width(of: text) - parts - spaces) < 0.02, "\(family): \(text)")
      }
    }
    let emoji = try #require(catalog.fallback(for: "😀", like: FontQuery()))
    #expect(try !emoji.face().separatesWords)
  }

  @Test("Numbers put together from digits are what shaping makes of them")
  func numbers() throws {
    let catalog = try FontCatalog()
    // Of another script, which goes the long way.
    let long = RunShaping(script: 0x4772_656B)
    for family in ["sans-serif", "serif", "monospace"] {
      for weight in [400, 700] {
        let face = try catalog.face(for: FontQuery(family: family, weight: weight)).face()
        let font = try Font(face, pixelSize: 17, bold: family == "serif", slanted: family == "serif")
        for text in ["0", "00", "1234567890", "1000000000", "77", "0110", "9081726354"] {
          let (quick, shaped) = (font.shaped(text), font.shaped(text, long))
          #expect(quick.glyphs == shaped.glyphs, "\(family): \(text)")
          #expect(quick.advance == shaped.advance && quick.overhang == shaped.overhang, "\(family): \(text)")
        }
      }
    }
    #expect(try catalog.face(for: FontQuery()).face().separatesDigits)
    let emoji = try #require(catalog.fallback(for: "😀", like: FontQuery()))
    #expect(try !emoji.face().separatesDigits)
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
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(
        "anole-\(ProcessInfo.processInfo.processIdentifier)-\(round).ttf")
      try data.write(to: path)
      defer { try? FileManager.default.removeItem(at: path) }
      guard let face = try? FontFace(path: path.path), let font = try? Font(face, pixelSize: 20)
      else { continue }
      _ = face.separatesWords
      let cache = GlyphCache()
      for glyph in font.shaped("Hamburgefonstiv 0123").glyphs {
        _ = cache.picture(of: glyph.id, in: font, number: 0, step: 1)
      }
    }
  }
}
