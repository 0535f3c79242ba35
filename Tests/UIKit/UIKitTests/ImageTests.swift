import Expectations
import Foundation
import Pixels
import SDL
import TestSupport
import Testing
import UIKitCore

@testable import Raster
@testable import UIKit

extension BackendTests {
  private static let id = ImageID(rawValue: 3)

  /// Left half red, right half green, opaque.
  private func bitmap(width: Int, height: Int) -> Bitmap {
    Bitmap(
      width: width, height: height,
      pixels: (0..<width * height).flatMap { index -> [UInt8] in
        index % width < width / 2 ? [255, 0, 0, 255] : [0, 255, 0, 255]
      })
  }

  private func image(_ destination: CGRect, _ source: CGRect, tint: DrawColor? = nil) -> DrawCommand {
    .image(Self.id, destination: destination, source: source, tint: tint, opacity: 1)
  }

  @Test("An image is drawn at its size, in parts, and uploaded once")
  func drawsImage() throws {
    let canvas = try Canvas()
    canvas.backend.upload(bitmap(width: 8, height: 4), as: Self.id)
    var picture = try canvas.draw([image(rect(2, 2, 8, 4), rect(0, 0, 8, 4))])
    expect(picture.count { $0 == 0xFF0000 } == 16 && picture.count { $0 == 0x00FF00 } == 16)
    expect(picture.color(2, 2) == 0xFF0000 && picture.color(9, 5) == 0x00FF00)
    let creations = canvas.backend.counters.work.textureCreations
    picture = try canvas.draw([image(rect(0, 0, 2, 4), rect(4, 0, 2, 4))])
    expect(picture.count { $0 == 0x00FF00 } == 8 && picture.count { $0 == 0xFF0000 } == 0)
    expectEqual(canvas.backend.counters.work.textureCreations, creations)
  }

  @Test("A tint keeps the image's alpha and replaces its colour")
  func tintedImage() throws {
    let canvas = try Canvas()
    let pixels: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 0]
    canvas.backend.upload(Bitmap(width: 2, height: 1, pixels: pixels), as: Self.id)
    let picture = try canvas.draw([image(rect(0, 0, 2, 1), rect(0, 0, 2, 1), tint: .blue)])
    expect(picture.color(0, 0) == 0x0000FF && picture.color(1, 0) == 0)
  }

  @Test("An image drawn much smaller is averaged")
  func shrunkImage() throws {
    let canvas = try Canvas()
    let stripes = (0..<64 * 64).flatMap { index -> [UInt8] in
      let value: UInt8 = index % 2 == 0 ? 255 : 0
      return [value, value, value, 255]
    }
    canvas.backend.upload(Bitmap(width: 64, height: 64, pixels: stripes), as: Self.id)
    let picture = try canvas.draw([image(rect(0, 0, 8, 8), rect(0, 0, 64, 64))])
    expectEqual(picture.count(x: 0..<8, y: 0..<8) { (120...136).contains($0 & 255) }, 64)
  }

  @Test("An accelerated renderer gets a stretched image as memory does, stretched once for each of two places")
  func stretchedOnce() throws {
    let canvases = [try Canvas(kind: .accelerated), try Canvas()]
    let pixels = (0..<80).map { UInt8($0 * 173 % 256) }
    for canvas in canvases { canvas.backend.upload(Bitmap(width: 5, height: 4, pixels: pixels), as: Self.id) }
    func draw(_ commands: [DrawCommand]) throws -> Int {
      let pictures = try canvases.map { try $0.draw([.fill(rect(0, 0, 40, 30), .blue)] + commands).words }
      return largestDifference(pictures[0], pictures[1])
    }
    // SDL's own software renderer rounds each product down where it blends.
    let most = Canvas.acceleratedDriver == nil ? 6 : 1
    let large = image(rect(1, 1, 17, 13), rect(0, 0, 5, 4))
    let part = image(rect(20, 2, 9, 25), rect(1, 0, 3, 4), tint: .halfWhite)
    try expect(draw([large, part]) <= most)
    var creations = canvases[0].backend.counters.work.textureCreations
    // Elsewhere, and cut off by the window's edge.
    try expect(draw([image(rect(3, 22, 17, 13), rect(0, 0, 5, 4)), part]) <= most)
    expectEqual(canvases[0].backend.counters.work.textureCreations, creations)
    // Of two tints each has textures of its own; a third extent replaces the first.
    let sizes = [11, 12, 13].map { image(rect(0, 0, CGFloat($0), 9), rect(0, 0, 5, 4)) }
    for size in sizes { try expect(draw([size]) <= most) }
    creations = canvases[0].backend.counters.work.textureCreations
    try expect(draw([sizes[1], sizes[2]]) <= most)
    expectEqual(canvases[0].backend.counters.work.textureCreations, creations)
    try expect(draw([sizes[0]]) <= most)
    expectEqual(canvases[0].backend.counters.work.textureCreations, creations + 1)
    // Under a transform, which changes from frame to frame, the renderer stretches.
    try expect(draw([.setTransform(CGAffineTransform(scaleX: 1.5, y: 1.5)), large, .setTransform(.identity)]) >= 0)
    creations = canvases[0].backend.counters.work.textureCreations
    for step in 1...5 {
      let scale = 1.5 + CGFloat(step) / 10
      _ = try draw([.setTransform(CGAffineTransform(scaleX: scale, y: scale)), large, .setTransform(.identity)])
    }
    expectEqual(canvases[0].backend.counters.work.textureCreations, creations)
  }

  @Test("A released image is not drawn; an unknown one neither")
  func releasedImage() throws {
    let canvas = try Canvas()
    canvas.backend.upload(bitmap(width: 8, height: 4), as: Self.id)
    canvas.list.removeAll()
    canvas.list.releasedImages = [Self.id, ImageID(rawValue: 77)]
    _ = canvas.backend.draw(canvas.list)
    let picture = try canvas.draw([image(rect(0, 0, 8, 4), rect(0, 0, 8, 4))])
    expectEqual(picture.count { $0 != 0 }, 0)
  }

  @Test("A clip cuts a stretched image without moving it")
  func clippedStretch() throws {
    let canvas = try Canvas()
    canvas.backend.upload(bitmap(width: 8, height: 4), as: Self.id)
    let stretched = image(rect(0, 0, 40, 20), rect(0, 0, 8, 4))
    let whole = try canvas.draw([stretched]).words
    let cut = try canvas.draw([.pushClip(rect(10, 0, 25, 30)), stretched, .popClip])
    for x in 10..<35 { expectEqual(cut.color(x, 10), whole[10 * 40 + x]) }
    expect(cut.color(9, 10) == 0 && cut.color(35, 10) == 0)
  }

  @Test("A screenshot is the frame presented last")
  func screenshot() throws {
    let canvas = try Canvas(width: 6, height: 4)
    try canvas.draw([.fill(rect(0, 0, 6, 4), .green)])
    let path = NSTemporaryDirectory() + "anole-\(UUID()).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try canvas.backend.writeScreenshot(to: path)
    let decoded = try SDLImageDecoder().decode(Data(contentsOf: URL(fileURLWithPath: path)))
    expect(decoded.width == 6 && decoded.height == 4)
    expectEqual(decoded.words[0], 0xFF00_FF00)
  }

  @Test("Images that cannot be decoded, and impossible sizes, are errors")
  func decodingErrors() {
    let decoder = SDLImageDecoder()
    #expect(throws: ImageDecodingError.self) { try decoder.decode(Data("no".utf8)) }
    #expect(throws: ImageDecodingError.self) {
      try decoder.rasterize(svg: "<svg/>", pixelWidth: 0, pixelHeight: 4)
    }
    #expect(throws: ImageDecodingError.self) {
      try decoder.rasterize(svg: "nonsense", pixelWidth: 4, pixelHeight: 4)
    }
  }
}
