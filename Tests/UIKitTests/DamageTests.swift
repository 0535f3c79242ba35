import Foundation
import SDL
import TestSupport
import Testing
import UIKitCore

@testable import UIKit

extension BackendTests {
  /// A box filled by its number's colour: text whose pixels need no font.
  private static func block(_ number: Int, _ width: Int, _ height: Int) -> TextFrame {
    var frame = ListScene.emptyText(number, width, height)
    var run = TextRun(
      text: " ", face: FontFaceID(rawValue: 0), pixelSize: Double(height), shaping: TextShaping(),
      x: 0, baseline: Double(height) * 0.8, width: Double(width), color: .white)
    run.background = DrawColor(
      red: UInt8(truncatingIfNeeded: number &* 37), green: UInt8(truncatingIfNeeded: number &* 91),
      blue: UInt8(truncatingIfNeeded: number &* 11))
    frame.runs = [run]
    return frame
  }

  private static func image(_ seed: Int) -> Bitmap {
    var random = SeededRandom(seed: seed)
    return Bitmap(
      width: 5, height: 4, pixels: (0..<80).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// 10,000 frames in all, of every kind of view that makes damage hard.
  @Test("Frames drawn by their damage equal frames drawn as a whole, pixel for pixel", arguments: 0..<50)
  func damageEqualsWhole(seed: Int) throws {
    var scene = ListScene(seed: seed, text: Self.block)
    let (width, height) = (Int(scene.pixelWidth), Int(scene.pixelHeight))
    let moved = try Canvas(width: width, height: height)
    let whole = try Canvas(width: width, height: height)
    // In windows this small hardly any rectangle would be kept apart.
    moved.backend.tracker = DamageTracker(rectangleCost: [0, 20, 60, 800][seed / 4 % 4])
    for canvas in [moved, whole] {
      _ = canvas.engine.face(for: FontDescriptor())
      canvas.backend.upload(Self.image(seed), as: ImageID(rawValue: 0))
    }
    var list = DisplayList()
    for step in 0..<200 {
      scene.step(into: &list)
      whole.backend.invalidate()
      for canvas in [moved, whole] {
        #expect(canvas.backend.draw(list))
        canvas.backend.present()
      }
      let difference = try differences(moved, whole)
      guard difference.isEmpty else {
        Issue.record("seed \(seed), step \(step): \(difference); \(moved.backend.damage)")
        return
      }
    }
    #expect(moved.backend.counters.pixelsCopied > 0)
    #expect(moved.backend.counters.pixelsDrawn < whole.backend.counters.pixelsDrawn * 3 / 4)
  }

  /// The first pixels that two windows show differently.
  private func differences(_ a: Canvas, _ b: Canvas) throws -> [String] {
    let (a, b) = (try #require(a.backend.renderer.windowPixels()), try #require(b.backend.renderer.windowPixels()))
    var found: [String] = []
    for y in 0..<Int(a.height) {
      let rows = (a.base + y * a.stride, b.base + y * b.stride)
      guard memcmp(rows.0, rows.1, Int(a.width) * 4) != 0 else { continue }
      // The fourth byte of a pixel is not shown.
      for x in 0..<Int(a.width) where (rows.0[x] ^ rows.1[x]) & 0xFF_FFFF != 0 && found.count < 5 {
        found.append("(\(x), \(y)): \(String(rows.0[x], radix: 16)) for \(String(rows.1[x], radix: 16))")
      }
    }
    return found
  }

  @Test("A frame that changed nothing draws nothing")
  func nothingChanged() throws {
    let canvas = try Canvas()
    try canvas.draw([.fill(rect(5, 5, 10, 10), .red)])
    let drawn = canvas.backend.counters.pixelsDrawn
    let picture = try canvas.draw([.fill(rect(5, 5, 10, 10), .red)])
    #expect(canvas.backend.counters.pixelsDrawn == drawn)
    #expect(picture.color(6, 6) == 0xFF0000)
  }

  @Test("After the window was uncovered all of it is drawn and shown")
  func invalidated() throws {
    let canvas = try Canvas()
    try canvas.draw([.fill(rect(5, 5, 10, 10), .red)])
    let drawn = canvas.backend.counters.pixelsDrawn
    canvas.backend.invalidate()
    try canvas.draw([.fill(rect(5, 5, 10, 10), .red)])
    #expect(canvas.backend.counters.pixelsDrawn == drawn + 40 * 30)
  }
}
