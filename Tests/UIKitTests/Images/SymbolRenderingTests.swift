import Foundation
import Testing

@testable import Raster
@testable import UIKit
@testable import UIKitCore

@Suite("Symbols as SDL draws them")
struct SymbolRenderingTests {
  private static let side = 48

  private static func picture(of name: String, side: Int = side) throws -> Bitmap {
    let svg = try #require(SymbolCatalog.svg(named: name))
    return try SDLImageDecoder().rasterize(svg: svg, pixelWidth: side, pixelHeight: side)
  }

  private static func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt8 {
    UInt8(bitmap.words[y * bitmap.width + x] >> 24)
  }

  @Test("every symbol has ink, all of it white, and leaves its box's corners free", arguments: SymbolCatalog.names)
  func ink(name: String) throws {
    for side in [16, 22, 48, 96] {
      let bitmap = try Self.picture(of: name, side: side)
      #expect(bitmap.width == side)
      #expect(bitmap.height == side)
      var inked = 0
      for pixel in 0..<(side * side) where bitmap.words[pixel] >> 24 > 0 {
        inked += 1
        #expect(bitmap.words[pixel] & 0xFF_FFFF == 0xFF_FFFF, "\(name) at \(pixel % side), \(pixel / side)")
      }
      let share = Double(inked) / Double(side * side)
      #expect((0.04...0.8).contains(share), "\(name) covers \(share) at \(side) pixels")
      for (x, y) in [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)] {
        #expect(Self.alpha(bitmap, x, y) == 0)
      }
    }
  }

  @Test(
    "the round buttons are full disks with their sign cut out",
    arguments: ["plus.circle.fill", "minus.circle.fill", "xmark.circle.fill"])
  func holes(name: String) throws {
    let bitmap = try Self.picture(of: name)
    #expect(Self.alpha(bitmap, 24, 24) == 0)
    for (x, y) in [(24, 7), (24, 41), (7, 24), (41, 24)] {
      #expect(Self.alpha(bitmap, x, y) == 255, "\(x), \(y)")
    }
  }

  @Test("corrupt pictures throw instead of crashing", arguments: ["", "<svg", "no picture", "\u{89}PNG\r\n"])
  func corrupt(text: String) {
    #expect(throws: ImageDecodingError.self) { try SDLImageDecoder().decode(Data(text.utf8)) }
  }
}
