import Expectations
import Foundation
import Pixels
import RandomSupport
import SDL
import TestSupport
import Testing
import Typesetting
import UIKitCore

@testable import Raster
@testable import UIKit

extension BackendTests {
  private func text(_ slot: Int32, _ x: CGFloat, _ y: CGFloat) -> DrawCommand {
    .text(TextSlotID(rawValue: slot), origin: CGPoint(x: x, y: y), opacity: 1)
  }

  @Test("Text is drawn in its colour at its place")
  func drawsText() throws {
    let canvas = try Canvas(width: 80, height: 40)
    let picture = try canvas.draw([text(0, 10, 8)], updates: [canvas.update(0, "Hil", color: .red)])
    expect(picture.count { $0 >> 16 > 200 } > 20)
    expectEqual(picture.count { $0 & 0xFFFF != 0 }, 0)
    expectEqual(picture.count(x: 0..<10) { $0 != 0 }, 0)
    expectEqual(picture.count(y: 0..<8) { $0 != 0 }, 0)
  }

  @Test("Opaque text on a known ground looks like blended text")
  func opaqueText() throws {
    let canvas = try Canvas(width: 80, height: 40)
    let ground = DrawColor(red: UInt8(30), green: 90, blue: 200)
    let known = try canvas.draw(
      [.fill(rect(0, 0, 80, 40), ground), text(0, 4, 4)], updates: [canvas.update(0, "Wagon")])
    // Something drawn across makes the ground unknown, then hides itself.
    let unknown = try canvas.draw(
      [
        .fill(rect(0, 0, 80, 40), ground), .fill(rect(0, 0, 30, 40), .red),
        .fill(rect(0, 0, 30, 40), ground), text(1, 4, 4),
      ], updates: [canvas.update(1, "Wagon")])
    expect(largestDifference(known.words, unknown.words) <= 3)
    expect(known.count { $0 & 0xFFFFFF > 0xF0F0F0 } > 20)
  }

  @Test("Text moved onto another ground is rasterised again and shows that ground")
  func changedGround() throws {
    let canvas = try Canvas(width: 80, height: 40)
    try canvas.draw(
      [.fill(rect(0, 0, 80, 40), .blue), text(0, 4, 4)], updates: [canvas.update(0, "Wagon")])
    let picture = try canvas.draw([.fill(rect(0, 0, 80, 40), .red), text(0, 4, 4)])
    expectEqual(picture.color(5, 5), 0xFF0000)
    expectEqual(picture.count { $0 & 255 > 128 && $0 >> 16 < 128 }, 0)
    expectEqual(canvas.backend.counters.work.textRasterized, 2)
    try canvas.draw([.fill(rect(0, 0, 80, 40), .green), text(0, 4, 4)])
    expectEqual(canvas.backend.counters.work.textRasterized, 2)
  }

  @Test("What opaque text covers is not filled first, and everything beside it is")
  func groundBesideText() throws {
    let canvas = try Canvas(width: 80, height: 40)
    let blue = DrawCommand.fill(rect(0, 0, 80, 40), .blue)
    try canvas.draw([.fill(rect(0, 0, 80, 40), .red)])
    let updates = [canvas.update(0, "Wagon"), canvas.update(1, "Hill")]
    // The second lies across the first, and half outside; the third is seen in part.
    let together = try canvas.draw(
      [blue, text(0, 10, 8), .pushClip(rect(0, 0, 40, 30)), text(1, 30, 14), .popClip], updates: updates)
    expectEqual(together.count { $0 >> 16 & 255 > 0 && $0 & 255 < 200 }, 0, "nothing of the red is left")
    let other = try Canvas(width: 80, height: 40)
    // Outside of the window's colours nothing is known, so that all is filled and blended.
    let apart = try other.draw(
      [
        blue, .fill(rect(0, 0, 80, 39), .red), .fill(rect(0, 0, 80, 39), .blue), text(0, 10, 8),
        .pushClip(rect(0, 0, 40, 30)), text(1, 30, 14), .popClip,
      ], updates: [other.update(0, "Wagon"), other.update(1, "Hill")])
    expect(largestDifference(together.words, apart.words) <= 3)
  }

  @Test("Text that enters at the window's edge is opaque on its ground, and stays so")
  func enteringText() throws {
    let canvas = try Canvas(width: 80, height: 40)
    let blue = DrawCommand.fill(rect(0, 0, 80, 40), .blue)
    try canvas.draw([blue, text(0, 4, 34)], updates: [canvas.update(0, "Wagon")])
    try canvas.draw([blue, text(0, 4, 10)])
    expectEqual(canvas.backend.slots.texture(of: TextSlotID(rawValue: 0), on: .blue)?.blends, false)
    expectEqual(canvas.backend.counters.work.textRasterized, 1)
  }

  @Test("Whatever a slot showed before, it shows the same as a new one: nothing is left and nothing is missing")
  func textAfterText() throws {
    let canvas = try Canvas(width: 300, height: 60)
    let reference = try Canvas(width: 300, height: 60)
    let colors: [DrawColor] = [.white, .red, DrawColor(red: UInt8(200), green: 220, blue: 40, alpha: 128)]
    let grounds: [DrawColor?] = [.black, .blue, nil]
    var state: UInt64 = 7
    func pick<Value>(_ values: [Value]) -> Value {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return values[Int(state >> 33) % values.count]
    }
    // Words of all widths up to some thirty pixels and more, alone and together, low and high, with and without a line.
    let words = [
      "i", "il", "1", "12", "m", "Mi", "gy", "Wag", "illicit", "Wagonload", "7,654,321", "ÅÇ", "Wagon, loaded",
    ]
    for number in 0..<300 {
      let text = (0..<pick([1, 2, 3])).map { _ in pick(words) }.joined(separator: " ")
      let (size, color) = (pick([9.0, 13, 16, 23, 34]), pick(colors))
      let ground = grounds[number / 20 % 3]
      var pictures: [Surface] = []
      for (canvas, slot) in [(canvas, Int32(0)), (reference, Int32(number))] {
        var update = canvas.update(slot, "", background: ground)
        update.frame = canvas.frame(text, pixelSize: size, color: color)
        if number % 7 == 0 { update.frame.runs[0].isUnderlined = true }
        update.frame.offsetX = Double(number % 8) / 4
        pictures.append(try canvas.draw([self.text(slot, 2, 2)], updates: [update]))
      }
      expectEqual(pictures[0].words, pictures[1].words, "\(text) at \(size)")
    }
  }

  @Test("Words that stay where they stood are kept, and the picture is the same as if all were drawn", arguments: 0..<4)
  func changedWords(seed: Int) throws {
    let canvas = try Canvas(width: 300, height: 60)
    let reference = try Canvas(width: 300, height: 60)
    var random = SeededRandom(seed: seed)
    let faces = [FontDescriptor(), FontDescriptor(isItalic: true), FontDescriptor(design: .serif, weight: 700)]
    let beginnings = ["Row", "Row number", "f", "fjord f", "12:", "", "Ångström ff"]
    let ends = ["", " ms", " of 12", " fj", ", and more", "f", " f", "_"]
    var slot = Int32(1)
    for _ in 0..<40 {
      // One look; what is shown changes in the middle, at an end, by a digit, by words without ink, and in width.
      let descriptor = faces[Int.random(in: 0..<faces.count, using: &random)]
      let size = [9.0, 13, 17, 28][Int.random(in: 0..<4, using: &random)]
      let narrowest = Int.random(in: 0..<4, using: &random) == 0 ? 20 : 400
      // So close together that ink crosses from one word to the next.
      let squeeze = [1, 1, 0.85, 0.6][Int.random(in: 0..<4, using: &random)] as Float
      // The last word in a column of its own, whatever comes before it, and over it where that is long.
      let isTabular = Bool.random(using: &random)
      let ground = Int.random(in: 0..<4, using: &random) == 0 ? nil : DrawColor.blue
      for _ in 0..<14 {
        let number = [7, 1234, 1235, 987_654][Int.random(in: 0..<4, using: &random)]
        let text =
          beginnings[Int.random(in: 0..<beginnings.count, using: &random)] + " \(number)"
          + ends[Int.random(in: 0..<ends.count, using: &random)]
        // Cut off at the right where the bitmap is narrower than its text.
        let width = Int.random(in: narrowest...420, using: &random)
        var pictures: [Surface] = []
        for (canvas, slot) in [(canvas, Int32(0)), (reference, slot)] {
          var update = canvas.update(slot, "", background: ground)
          update.frame = canvas.frame(text, pixelSize: size, face: canvas.engine.face(for: descriptor))
          for index in update.frame.words.indices { update.frame.words[index].x *= squeeze }
          update.frame.pixelWidth = min(update.frame.pixelWidth, width)
          if isTabular, let last = update.frame.words.indices.last {
            update.frame.words[last].x = Float(3 * size)
            update.frame.pixelWidth = Int(6 * size)
          }
          pictures.append(try canvas.draw([self.text(slot, 2, 2)], updates: [update]))
        }
        expectEqual(pictures[0].words, pictures[1].words, "\(text), \(size) px, \(descriptor)")
        slot += 1
      }
    }
  }

  @Test("Text over a line drawn before lets the line through")
  func textOverContent() throws {
    let canvas = try Canvas(width: 80, height: 40)
    let picture = try canvas.draw(
      [.fill(rect(0, 14, 80, 1), .green), text(0, 4, 4)], updates: [canvas.update(0, "i i")])
    expect(picture.count(y: 14..<15) { $0 == 0x00FF00 } > 70)
  }

  @Test("Text that grows by a character keeps its texture, whatever its length")
  func growingText() throws {
    let canvas = try Canvas(width: 600, height: 40)
    for count in 16..<60 {
      let slot = Int32(count)
      try canvas.draw(
        [text(slot, 0, 0)], updates: [canvas.update(slot, String(repeating: "n", count: count))])
      let creations = canvas.backend.counters.work.textureCreations
      try canvas.draw(
        [text(slot, 0, 0)], updates: [canvas.update(slot, String(repeating: "n", count: count + 1))])
      expectEqual(canvas.backend.counters.work.textureCreations, creations, "\(count) characters")
    }
  }

  @Test("A slot keeps its texture for other text, and a warm scroll creates none")
  func slotsReuseTextures() throws {
    let canvas = try Canvas(width: 200, height: 100)
    func frame(_ number: Int) throws {
      try canvas.draw(
        (0..<3).map { text($0, 0, CGFloat($0) * 30) },
        updates: (0..<3).map { canvas.update($0, "Row \(number * 37 + Int($0))") })
    }
    for number in 0..<3 { try frame(number) }
    let warm = canvas.backend.counters
    expectEqual(warm.textTextures, 3)
    for number in 3..<50 { try frame(number) }
    let after = canvas.backend.counters
    expectEqual(after.work.textureCreations, warm.work.textureCreations)
    expectEqual(after.textTextureBytes, warm.textTextureBytes)
    expectEqual(after.work.textRasterized, 150)
    canvas.backend.invalidate()
    try canvas.draw((0..<3).map { text($0, 0, CGFloat($0) * 30) })
    expectEqual(canvas.backend.counters.work.textReused, after.work.textReused + 3)
  }

  @Test("A released slot gives its texture back")
  func releasedSlots() throws {
    let canvas = try Canvas(width: 200, height: 100)
    try canvas.draw([text(0, 0, 0)], updates: [canvas.update(0, "gone")])
    expectEqual(canvas.backend.counters.textTextures, 1)
    canvas.list.removeAll()
    canvas.list.releasedSlots = [TextSlotID(rawValue: 0), TextSlotID(rawValue: 99)]
    _ = canvas.backend.draw(canvas.list)
    expectEqual(canvas.backend.counters.textTextures, 0)
    expectEqual(canvas.backend.counters.textTextureBytes, 0)
    let picture = try canvas.draw([text(0, 0, 0)])
    expectEqual(picture.count { $0 != 0 }, 0)
  }

  @Test("After a device reset one frame is refused and the next shows the same picture")
  func deviceReset() throws {
    let canvas = try Canvas(width: 80, height: 40)
    let image = ImageID(rawValue: 0)
    let commands: [DrawCommand] = [
      .fill(rect(0, 0, 80, 40), .blue),
      .fillRounded(RoundedRect(rect(40, 10, 20, 20), radius: 6), .red), text(0, 4, 4),
      .image(
        image, destination: rect(70, 0, 4, 4), source: rect(0, 0, 2, 2), tint: nil, opacity: 1),
    ]
    canvas.backend.upload(
      Bitmap(width: 2, height: 2, pixels: [UInt8](repeating: 255, count: 16)), as: image)
    let before = try canvas.draw(commands, updates: [canvas.update(0, "abc")]).words
    canvas.backend.dropTextures()
    expectEqual(canvas.backend.counters.textTextures, 0)
    canvas.list.removeAll()
    expect(!canvas.backend.draw(canvas.list))
    let after = try canvas.draw(commands).words
    expectEqual(after, before)
  }

  @Test("Size classes grow in steps, so that similar lengths share one")
  func sizeClasses() {
    let widths = [1, 128, 129, 192, 193, 256, 257, 400, 2000].map(SlotTextures.widthClass)
    expectEqual(widths, [128, 128, 144, 192, 208, 256, 288, 416, 2048])
    expectEqual([1, 4, 9, 24].map(SlotTextures.heightClass), [2, 4, 10, 24])
    expect((1...5000).allSatisfy { SlotTextures.widthClass($0) >= $0 })
  }

  @Test("Underline, strike-through and run background are painted")
  func decorations() throws {
    let canvas = try Canvas(width: 120, height: 40)
    var frame = canvas.frame("      ", color: .red)
    frame.runs[0].isUnderlined = true
    frame.runs[0].isStruckThrough = true
    frame.runs[0].fill(.blue, over: LineMetrics(canvas.engine.metrics(of: frame.runs[0].face, pixelSize: 16)))
    let update = TextSlotUpdate(slot: TextSlotID(rawValue: 0), frame: frame, background: nil)
    let picture = try canvas.draw([text(0, 0, 0)], updates: [update])
    expectEqual((0..<40).filter { picture.color(2, $0) == 0xFF0000 }.count, 2)
    expectEqual(picture.color(2, 2), 0x0000FF)
  }
}
