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

  /// Pixels of a display list drawn as a whole and as damage are the same, but
  /// for rounding where the text of one was made opaque and that of the other
  /// blended.
  @Test("Frames drawn by their damage equal frames drawn as a whole", arguments: 0..<20)
  func damageEqualsWhole(seed: Int) throws {
    var scene = ListScene(seed: seed, text: Self.block)
    let (width, height) = (Int(scene.pixelWidth), Int(scene.pixelHeight))
    let moved = try Canvas(width: width, height: height)
    let whole = try Canvas(width: width, height: height)
    _ = moved.engine.face(for: FontDescriptor())
    _ = whole.engine.face(for: FontDescriptor())
    var list = DisplayList()
    for step in 0..<50 {
      scene.step(into: &list)
      whole.backend.invalidate()
      for canvas in [moved, whole] {
        #expect(canvas.backend.draw(list))
        canvas.backend.present()
      }
      let difference = largestDifference(
        try moved.backend.renderer.snapshot().words, try whole.backend.renderer.snapshot().words)
      guard difference <= 3 else {
        Issue.record("seed \(seed), step \(step): differs by \(difference); \(moved.backend.damage)")
        return
      }
    }
    #expect(moved.backend.counters.pixelsCopied > 0)
    #expect(moved.backend.counters.pixelsDrawn < whole.backend.counters.pixelsDrawn * 3 / 4)
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
