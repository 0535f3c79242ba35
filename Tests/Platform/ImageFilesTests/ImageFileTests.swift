import Expectations
import Foundation
import RandomSupport
import SDL
import Testing

@testable import ImageFiles

@Suite("ImageFile")
struct ImageFileTests {
  /// A red rectangle, 3 by 2.
  private static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="3" height="2">\
    <rect width="3" height="2" fill="#ff0000"/></svg>
    """
  /// An 8 by 8 baseline JPEG whose only coefficient is the mean.
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xDB, 0, 0x43, 0] + [UInt8](repeating: 1, count: 64)
    + [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    + [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [9]
    + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x54, 0xDF, 0xFF, 0xD9]

  private func png() throws -> Data {
    let surface = try Surface(width: 2, height: 1)
    surface.pixels[0] = 0x80FF_8000
    surface.pixels[1] = 0xFF00_00FF
    return Data(try surface.pngFile())
  }

  @Test("A PNG keeps its colours and alpha")
  func decodesPNG() throws {
    let image = try ImageFile.decode(png())
    expect(image.width == 2 && image.height == 1)
    expectEqual(image.words, [0x80FF_8000, 0xFF00_00FF])
  }

  @Test("A picture of any size and colours comes back from its PNG file", arguments: 0..<6)
  func roundTrip(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let surface = try Surface(
      width: Int.random(in: 1...70, using: &random), height: Int.random(in: 1...70, using: &random))
    var words: [UInt32] = []
    for y in 0..<surface.height {
      for x in 0..<surface.width {
        words.append(UInt32.random(in: 0...UInt32.max, using: &random))
        surface.pixels[y * surface.stride + x] = words[words.count - 1]
      }
    }
    let image = try ImageFile.decode(Data(try surface.pngFile()))
    expect(image.width == surface.width && image.height == surface.height && image.words == words)
  }

  @Test("A JPEG of one grey decodes to that grey, opaque")
  func decodesJPEG() throws {
    let image = try ImageFile.decode(Data(Self.jpeg))
    expect(image.width == 8 && image.height == 8)
    let first = try #require(image.words.first)
    expect(first >> 24 == 255 && first & 255 == first >> 8 & 255)
    expect(image.words.allSatisfy { $0 == first })
  }

  @Test("An SVG is drawn as large as fits, keeping proportions")
  func decodesSVG() throws {
    let large = try ImageFile.decode(svg: Data(Self.svg.utf8), fittingWidth: 30, height: 30)
    expectEqual(large.width, 30)
    expectEqual(large.words[10 * large.width + 15], 0xFFFF_0000)
  }

  @Test("Damaged and foreign data is an error")
  func rejectsGarbage() throws {
    for text in ["", "not an image", "BM garbage", "GIF89a garbage", Self.svg] {
      #expect(throws: ImageFile.DecodingError.self) { try ImageFile.decode(Data(text.utf8)) }
    }
    #expect(throws: ImageFile.DecodingError.self) { try ImageFile.decode(contentsOf: "/nonexistent.png") }
    #expect(throws: ImageFile.DecodingError.self) {
      try ImageFile.decode(svg: Data("garbage".utf8), fittingWidth: 8, height: 8)
    }
  }

  @Test("Formats that SDL_image knows besides PNG and JPEG are refused unread")
  func refusesOtherFormats() {
    // A whole picture of one pixel, which the library would decode.
    let gif = Data(base64Encoded: "R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=") ?? Data()
    #expect(throws: ImageFile.DecodingError(kind: .unknownFormat, reason: "GIF is not decoded, only PNG and JPEG are"))
    {
      try ImageFile.decode(gif)
    }
    for (start, format) in [
      ("RIFF----WEBP", "WebP"), ("BM", "BMP"), ("II*\0", "TIFF"), ("MM\0*", "TIFF"), ("%PDF-1.4", "PDF"),
      ("----ftypheic", "HEIF"), ("----ftypavif", "AVIF"),
    ] {
      let reason = "\(format) is not decoded, only PNG and JPEG are"
      #expect(throws: ImageFile.DecodingError(kind: .unknownFormat, reason: reason)) {
        try ImageFile.decode(Data(start.utf8))
      }
    }
    #expect(throws: ImageFile.DecodingError(kind: .unknownFormat, reason: "the data is neither PNG nor JPEG")) {
      try ImageFile.decode(Data("text".utf8))
    }
  }

  @Test("Data cut anywhere is refused; data changed anywhere is decoded or refused")
  func survivesMutation() throws {
    for whole in [try png(), Data(Self.jpeg)] {
      for length in 0..<whole.count {
        #expect(throws: ImageFile.DecodingError.self) { try ImageFile.decode(whole.prefix(length)) }
      }
      for index in whole.indices {
        var changed = whole
        changed[index] ^= 0x55
        _ = try? ImageFile.decode(changed)
      }
      #expect(throws: Never.self) { try ImageFile.decode(whole) }
    }
    let svg = Data(Self.svg.utf8)
    for length in 1..<svg.count {
      _ = try? ImageFile.decode(svg: svg.prefix(length), fittingWidth: 3, height: 2)
    }
  }

  @Test("A slice of data decodes as the data does", arguments: [0, 1, 7])
  func slices(offset: Int) throws {
    let whole = try png()
    let slice = (Data(repeating: 0x89, count: offset) + whole).dropFirst(offset)
    try expectEqual(ImageFile.decode(slice).words, ImageFile.decode(whole).words)
  }

  // MARK: Cameras

  /// The grey JPEG, cut to 8 by 5, with notes that state an orientation.
  private func photograph(_ orientation: UInt8, isLittleEndian: Bool = true) -> Data {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
      return isLittleEndian ? bytes : bytes.reversed()
    }
    let order: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    var notes = Array("Exif".utf8) + [0, 0] + order + number(42, 2) + number(8, 4) + number(2, 2)
    notes += number(0x10F, 2) + number(2, 2) + number(1, 4) + number(0, 4)
    notes += number(0x112, 2) + number(3, 2) + number(1, 4) + number(Int(orientation), 2) + [0, 0] + number(0, 4)
    let length = notes.count + 2
    var bytes = Self.jpeg
    let lines = 2 + 69 + 6
    bytes[lines] = 5
    return Data(bytes[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + notes + bytes[2...])
  }

  @Test("A photograph stands as its camera was held", arguments: [true, false])
  func photographs(isLittleEndian: Bool) throws {
    for orientation in 1...8 {
      let image = try ImageFile.decode(photograph(UInt8(orientation), isLittleEndian: isLittleEndian))
      let sides = orientation < 5 ? [8, 5] : [5, 8]
      expectEqual([image.width, image.height], sides, "\(orientation)")
    }
    for nonsense in [0, 9, 255] as [UInt8] {
      try expectEqual(ImageFile.decode(photograph(nonsense, isLittleEndian: isLittleEndian)).width, 8)
    }
  }

  @Test("Pixels are turned and mirrored as the orientation says")
  func upright() throws {
    // A B C
    // D E F
    let image = ImageFile.Pixels(width: 3, height: 2, words: Array("ABCDEF".utf8).map { UInt32($0) })
    let seen = ["ABC DEF", "CBA FED", "FED CBA", "DEF ABC", "AD BE CF", "DA EB FC", "FC EB DA", "CF BE AD"]
    for (number, expected) in zip(1..., seen) {
      let orientation = try #require(ImageFile.Orientation(rawValue: number))
      let turned = image.upright(orientation)
      let rows = (0..<turned.height).map { row in
        String(decoding: turned.words[row * turned.width..<(row + 1) * turned.width].map { UInt8($0) }, as: UTF8.self)
      }
      expectEqual(rows.joined(separator: " "), expected, "\(orientation)")
    }
  }

  @Test("A camera's notes cut or changed anywhere leave the picture or refuse it")
  func damagedNotes() throws {
    let whole = photograph(6)
    for index in 2..<64 {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] ^= change
        _ = try? ImageFile.decode(changed)
      }
    }
  }

  @Test("A JPEG in the four inks of print is refused with a reason, and its colours are never mixed up")
  func fourInks() {
    let header: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 20, 8, 0, 8, 0, 8, 4]
    let inks: [UInt8] = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]
    let error = #expect(throws: ImageFile.DecodingError.self) {
      try ImageFile.decode(Data(header + inks + Self.jpeg.suffix(40)))
    }
    expect(error?.kind == .overLimit && error?.reason.contains("CMYK") == true)
  }

  // MARK: Limits

  /// A JPEG of the given extent with a number of progressive scans that hold nothing.
  private func progressive(width: Int, height: Int, scans: Int) -> Data {
    func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8] + word(height) + word(width) + [1, 1, 0x11, 0]
    for _ in 0..<scans { bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0, 0] }
    return Data(bytes + [0xFF, 0xD9])
  }

  @Test("A JPEG that claims more pixels than are decoded is refused by its header")
  func hugeJPEG() {
    expectEqual(kind { try ImageFile.decode(progressive(width: 65500, height: 65500, scans: 1)) }, .overLimit)
    expectEqual(kind { try ImageFile.decode(progressive(width: 16384, height: 16384, scans: 1)) }, .overLimit)
    expectEqual(kind { try ImageFile.decode(progressive(width: 0, height: 10, scans: 1)) }, .damaged)
  }

  @Test("A JPEG that goes over its picture too often is refused")
  func scanBomb() {
    expectEqual(kind { try ImageFile.decode(progressive(width: 8192, height: 8192, scans: 17)) }, .overLimit)
    expectEqual(kind { try ImageFile.decode(progressive(width: 8, height: 8, scans: 101)) }, .overLimit)
  }

  @Test("An ordinary drawing of a thousand curved, dashed, transformed shapes is drawn")
  func intricateSVG() throws {
    let shape = """
      <g transform="translate(5,5) rotate(30)" style="stroke-dasharray:4 2;stroke-width:1.5;stroke:#00f">
      <path d="M10-20c.5 1-.3 4 6 8s1e1 2 3 4q1 2 3 4t5 6A5 5 0 0 1 9 9H20v10z" fill="#0a0"/>
      <ellipse cx="50" cy="50" rx="20" ry="10"/><polyline points="1,1 2,2 9 9"/></g>
      """
    let text =
      #"<?xml version="1.0"?><!-- a > b --><svg viewBox="0 0 100 100">"#
      + String(repeating: shape, count: 300) + "</svg>"
    let image = try ImageFile.decode(svg: Data(text.utf8), fittingWidth: 200, height: 200)
    expect(image.words.contains { $0 >> 24 > 0 })
  }

  private func kind(_ body: () throws -> ImageFile.Pixels) -> ImageFile.DecodingError.Kind? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? ImageFile.DecodingError)?.kind
    }
  }
}
