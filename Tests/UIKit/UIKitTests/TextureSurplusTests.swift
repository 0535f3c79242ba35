import Expectations
import Foundation
import Pixels
import RandomSupport
import SDL
import Testing
import UIKitCore

@testable import Raster
@testable import UIKit

/// What is kept of textures of texts and images that no view shows, and of masks.
extension BackendTests {
  private func text(_ slot: Int32, _ y: CGFloat) -> DrawCommand {
    .text(TextSlotID(rawValue: slot), origin: CGPoint(x: 0, y: y), opacity: 1)
  }

  /// At its own size: a smaller one would have a smaller texture.
  private func image(_ id: Int32) -> DrawCommand {
    .image(
      ImageID(rawValue: id), destination: rect(0, 0, 300, 300), source: rect(0, 0, 300, 300), tint: nil, opacity: 1)
  }

  @Test("Of textures those in view stay, of others the ones used last, up to half of the limit", arguments: 0..<20)
  func surplus(seed: Int) {
    var random = SeededRandom(seed: seed)
    let pixels = Int.random(in: 1...4_000_000, using: &random)
    let limit = TextureSurplus.limit(windowPixels: pixels)
    expect(limit >= TextureSurplus.leastLimit && limit >= 4 * pixels)
    var holdings = (0..<Int.random(in: 0...400, using: &random)).map { index in
      TextureSurplus.Holding(
        index: index, bytes: Int.random(in: 1...limit / 50, using: &random),
        lastUse: Int.random(in: 0...90, using: &random), isInView: Int.random(in: 0..<5, using: &random) == 0)
    }
    var surplus = TextureSurplus()
    expect(!surplus.isDue(byteCount: limit, windowPixels: pixels))
    expect(surplus.isDue(byteCount: limit + 1, windowPixels: pixels))
    let before = holdings
    let dropped = Set(surplus.drop(of: holdings, windowPixels: pixels))
    holdings.removeAll { dropped.contains($0.index) }
    let others = holdings.filter { !$0.isInView }
    expect(others.reduce(0) { $0 + $1.bytes } <= limit / 2)
    expectEqual(holdings.count - others.count, before.count { $0.isInView })
    let newest = before.filter { dropped.contains($0.index) }.map(\.lastUse).max()
    expect(newest.map { newest in others.allSatisfy { $0.lastUse >= newest } } ?? true)
    expect(!surplus.isDue(byteCount: holdings.reduce(0) { $0 + $1.bytes }, windowPixels: pixels))
  }

  @Test("Textures of texts that no frame shows are kept up to a limit, and made again when one does")
  func textSurplus() throws {
    let canvas = try Canvas()
    let limit = TextureSurplus.limit(windowPixels: 40 * 30)
    func update(_ slot: Int32) -> TextSlotUpdate {
      var update = canvas.update(slot, "")
      update.frame = canvas.frame("Wagon \(slot)", pixelSize: 90)
      return update
    }
    // Slot 0 is in view all the time.
    let first = try canvas.draw([text(0, 0), text(1, 10)], updates: [update(0), update(1)])
    var most = 0
    for slot in Int32(2)..<200 {
      _ = try canvas.draw([text(0, 0), text(slot, 10)], updates: [update(slot)])
      most = max(most, canvas.backend.counters.textTextureBytes)
    }
    let inView = 2 * canvas.backend.counters.textTextureBytes / canvas.backend.counters.textTextures
    expect(most > limit / 2 && most <= limit + 2 * inView, "\(most)")
    expect(canvas.backend.counters.textTextures < 150)
    let rasterized = canvas.backend.counters.work.textRasterized
    expectEqual(rasterized, 200)
    let again = try canvas.draw([text(0, 0), text(1, 10)])
    expectEqual(again.words, first.words)
    expectEqual(canvas.backend.counters.work.textRasterized, rasterized + 1)
    // What was shown last is still there.
    _ = try canvas.draw([text(0, 0), text(199, 10)])
    expectEqual(canvas.backend.counters.work.textRasterized, rasterized + 1)
  }

  @Test("Textures of images that no frame shows are kept up to a limit, and made again when one does")
  func imageSurplus() throws {
    let canvas = try Canvas()
    let limit = TextureSurplus.limit(windowPixels: 40 * 30)
    func upload(_ id: Int32) {
      let pixels = [UInt8](repeating: UInt8(40 + id % 200), count: 300 * 300 * 4)
      canvas.backend.upload(Bitmap(width: 300, height: 300, pixels: pixels), as: ImageID(rawValue: id))
    }
    var first: Surface?
    for id in Int32(0)..<100 {
      upload(id)
      let picture = try canvas.draw([image(id)])
      first = first ?? picture
      expect(canvas.backend.images.byteCount <= limit + 2 * 300 * 300 * 4)
    }
    expect(canvas.backend.images.byteCount > limit / 4)
    let creations = canvas.backend.images.creations
    try expectEqual(canvas.draw([image(0)]).words, first?.words)
    expectEqual(canvas.backend.images.creations, creations + 1)
    for id in Int32(0)..<100 {
      canvas.list.removeAll()
      canvas.list.releasedImages = [ImageID(rawValue: id)]
      _ = canvas.backend.draw(canvas.list)
    }
    expectEqual(canvas.backend.images.byteCount, 0)
  }

  @Test("Spare textures are kept up to a number of bytes, tables of colours up to a number")
  func spareBounds() throws {
    let canvas = try Canvas()
    let spares = SpareTextures()
    for number in 0..<60 {
      spares.give(try Texture(renderer: canvas.backend.renderer, width: 500 + number, height: 500))
      expect(spares.byteCount <= SpareTextures.byteLimit)
    }
    expect(spares.byteCount > SpareTextures.byteLimit / 2)
    let inks = InkTables()
    for number in 0..<40 {
      _ = inks.table(of: DrawColor(red: UInt8(number), green: 0, blue: 0), on: .white)
      expectEqual(inks.count, min(number + 1, InkTables.capacity))
    }
  }

  @Test("Masks of shapes and shadows are kept up to a number, and up to a number of bytes")
  func maskBounds() throws {
    let canvas = try Canvas()
    let masks = ShapeMasks(renderer: canvas.backend.renderer)
    for size in Int32(0)..<6 {
      let key = ShapeMasks.Key.shadow(radius: 20, deviation: 8, width: 600 + size, height: 600 + size, corners: 15)
      let made = try #require(masks.texture(for: key, tinted: .white))
      expect(masks.byteCount <= ShapeMasks.byteLimit + made.texture.byteCount)
    }
    expect(masks.creations == 6 && masks.count < 6)
    for radius in Int32(1)...80 { _ = masks.texture(for: .disc(radius: radius), tinted: .white) }
    expect(masks.count <= ShapeMasks.capacity)
  }
}
