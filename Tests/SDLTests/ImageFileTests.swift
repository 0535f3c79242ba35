import Foundation
import Testing

@testable import SDL

@Suite("ImageFile")
struct ImageFileTests {
  /// A red rectangle, 3 by 2.
  private static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="3" height="2">\
    <rect width="3" height="2" fill="#ff0000"/></svg>
    """

  private func png() throws -> Data {
    let surface = try Surface(width: 2, height: 1)
    surface.pixels[0] = 0x80FF_8000
    surface.pixels[1] = 0xFF00_00FF
    return Data(try surface.pngFile())
  }

  @Test("A PNG keeps its colours and alpha")
  func decodesPNG() throws {
    let image = try ImageFile.decode(png())
    #expect(image.width == 2 && image.height == 1)
    #expect(image.bytes == [255, 128, 0, 128, 0, 0, 255, 255])
  }

  @Test("A JPEG of one grey decodes to that grey, opaque")
  func decodesJPEG() throws {
    // An 8 by 8 baseline JPEG whose only coefficient is the mean.
    let encoded = """
      /9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\
      AQEBAQH/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAI\
      AQEAAD8AVN//2Q==
      """
    let data = try #require(Data(base64Encoded: encoded))
    let image = try ImageFile.decode(data)
    #expect(image.width == 8 && image.height == 8)
    let first = Array(image.bytes.prefix(4))
    #expect(first[0] == first[1] && first[1] == first[2] && first[3] == 255)
    #expect(stride(from: 0, to: image.bytes.count, by: 4).allSatisfy { image.bytes[$0] == first[0] })
  }

  @Test("An SVG is drawn at its own size, or at the wanted one keeping proportions")
  func decodesSVG() throws {
    let data = Data(Self.svg.utf8)
    let own = try ImageFile.decode(data)
    #expect(own.width == 3 && own.height == 2)
    let large = try ImageFile.decode(svg: data, fittingWidth: 30, height: 30)
    #expect(large.width == 30)
    let middle = (10 * large.width + 15) * 4
    #expect(Array(large.bytes[middle..<middle + 4]) == [255, 0, 0, 255])
  }

  @Test("Damaged and foreign data is an error")
  func rejectsGarbage() throws {
    #expect(throws: SDLError.self) { try ImageFile.decode(Data()) }
    #expect(throws: SDLError.self) { try ImageFile.decode(Data("not an image".utf8)) }
    #expect(throws: SDLError.self) { try ImageFile.decode(contentsOf: "/nonexistent.png") }
    #expect(throws: SDLError.self) {
      try ImageFile.decode(svg: Data("garbage".utf8), fittingWidth: 8, height: 8)
    }
    let whole = try png()
    #expect(throws: SDLError.self) { try ImageFile.decode(whole.prefix(whole.count / 2)) }
  }

  @Test("Data cut or changed anywhere is decoded or refused, never fatal")
  func survivesMutation() throws {
    let whole = try png()
    for length in 0..<whole.count { _ = try? ImageFile.decode(whole.prefix(length)) }
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x55
      _ = try? ImageFile.decode(changed)
    }
    let svg = Data(Self.svg.utf8)
    for length in 0..<svg.count { _ = try? ImageFile.decode(svg.prefix(length)) }
    #expect(try ImageFile.decode(whole).width == 2)
  }
}
