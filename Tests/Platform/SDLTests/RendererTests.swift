import Expectations
import Foundation
import ImageFiles
import Pixels
import Primitives
import Testing

@testable import SDL

extension Headless {
  @Test("Rectangles are filled to the pixel, inside the clip")
  func fills() throws {
    let renderer = try makeRenderer()
    expectEqual(renderer.name, "software")
    expect(!renderer.isEmulated)
    renderer.clear(DrawColor(red: 0, green: 0, blue: 0))
    renderer.setClip(PixelRect(x: 0, y: 0, width: 10, height: 48))
    renderer.fill(
      PixelRect(x: 4, y: 4, width: 20, height: 2), DrawColor(red: 255, green: 0, blue: 0))
    renderer.setClip(PixelRect(x: 0, y: 0, width: 0, height: 0))
    renderer.fill(PixelRect(x: 0, y: 40, width: 64, height: 8), .white)
    renderer.setClip(nil)
    let picture = try renderer.snapshot()
    expectEqual(picture.pixel(4, 4), 0xFFFF_0000)
    expectEqual(picture.pixel(9, 5), 0xFFFF_0000)
    expectEqual(picture.count { $0 != 0xFF00_0000 }, 12)
  }

  @Test("A translucent fill is blended")
  func blends() throws {
    let renderer = try makeRenderer()
    renderer.clear(DrawColor(red: 0, green: 0, blue: 0))
    renderer.fill(
      PixelRect(x: 0, y: 0, width: 1, height: 1),
      DrawColor(red: 255, green: 255, blue: 255, alpha: UInt8(128)))
    let grey = try renderer.snapshot().pixel(0, 0) & 255
    expect((126...129).contains(grey))
  }

  @Test("A texture shows what was last written, with its tint and opacity")
  func textures() throws {
    let renderer = try makeRenderer()
    let texture = try Texture(renderer: renderer, width: 4, height: 2)
    let all = PixelRect(x: 0, y: 0, width: 4, height: 2)
    expectEqual(texture.byteCount, 32)
    for color: UInt32 in [0xFF11_2233, 0xFFFF_FFFF] {
      try texture.write(all) { pixels, stride in
        for y in 0..<2 { for x in 0..<4 { pixels[y * stride + x] = color } }
      }
      renderer.clear(DrawColor(red: 0, green: 0, blue: 0))
      renderer.copy(texture, from: all, to: PixelRect(x: 1, y: 1, width: 4, height: 2))
      let picture = try renderer.snapshot()
      expectEqual(picture.pixel(1, 1), color)
      expectEqual(picture.count { $0 == color }, 8)
    }
    texture.modulation = DrawColor(red: 255, green: 0, blue: 0)
    renderer.copy(texture, from: all, to: PixelRect(x: 10, y: 10, width: 4, height: 2))
    try expectEqual(renderer.snapshot().pixel(11, 11), 0xFFFF_0000)
  }

  @Test("A texture drawn and dropped in one frame is still shown")
  func textureLife() throws {
    let renderer = try makeRenderer()
    renderer.clear(DrawColor(red: 0, green: 0, blue: 0))
    weak var dropped: Texture?
    do {
      let texture = try Texture(renderer: renderer, width: 1, height: 1)
      let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
      try texture.write(pixel) { pixels, _ in pixels[0] = 0xFF00_FF00 }
      renderer.copy(texture, from: pixel, to: pixel)
      dropped = texture
    }
    expect(dropped == nil)
    try expectEqual(renderer.snapshot().pixel(0, 0), 0xFF00_FF00)
  }

  @Test("A texture keeps its renderer, and that its window, alive")
  func ownership() throws {
    weak var window: Window?
    var texture: Texture?
    do {
      let renderer = try makeRenderer()
      window = renderer.window
      texture = try Texture(renderer: renderer, width: 1, height: 1)
    }
    expect(window != nil)
    expect(texture != nil)
    texture = nil
    expect(window == nil)
  }

  @Test("Triangles cover their inside and mix their corners' colours")
  func triangles() throws {
    let renderer = try makeRenderer()
    renderer.clear(DrawColor(red: 0, green: 0, blue: 0))
    let red = DrawColor(red: 255, green: 0, blue: 0)
    let corners = [(0, 0), (20, 0), (20, 20), (0, 20)].map {
      Vertex(x: Float($0.0), y: Float($0.1), color: red)
    }
    let indices: [Int32] = [0, 1, 2, 0, 2, 3]
    corners.withUnsafeBufferPointer { vertices in
      indices.withUnsafeBufferPointer { renderer.drawTriangles(nil, vertices, indices: $0) }
    }
    let picture = try renderer.snapshot()
    expectEqual(picture.pixel(10, 10), 0xFFFF_0000)
    expectEqual(picture.pixel(30, 10), 0xFF00_0000)
  }

  @Test("A screenshot makes a PNG that reads back the same")
  func screenshot() throws {
    let renderer = try makeRenderer(width: 7, height: 5)
    renderer.clear(DrawColor(red: 1, green: 2, blue: 3))
    let path = NSTemporaryDirectory() + "anole-\(UUID()).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(renderer.snapshot().pngFile()).write(to: URL(fileURLWithPath: path))
    let image = try ImageFile.decode(contentsOf: path)
    expect(image.width == 7 && image.height == 5)
    expectEqual(image.words.first, 0xFF01_0203)
  }
}
