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
  /// A box filled by its number's colour: text whose pixels need no font.
  static func block(_ number: Int, _ width: Int, _ height: Int) -> TextFrame {
    var frame = ListScene.emptyText(number, width, height)
    var run = TextRun(
      text: " ", face: FontFaceID(rawValue: 0), pixelSize: Double(height), shaping: TextShaping(),
      x: 0, baseline: Double(height) * 0.8, width: Double(width), color: .white)
    let line = FontMetrics(
      ascent: Double(height), descent: 0, lineHeight: Double(height), capHeight: 0, xHeight: 0)
    run.baseline = Double(height)
    run.fill(
      DrawColor(
        red: UInt8(truncatingIfNeeded: number &* 37), green: UInt8(truncatingIfNeeded: number &* 91),
        blue: UInt8(truncatingIfNeeded: number &* 11)), over: LineMetrics(line))
    frame.runs = [run]
    return frame
  }

  static func image(_ seed: Int) -> Bitmap {
    var random = SeededRandom(seed: seed)
    return Bitmap(
      width: 5, height: 4, pixels: (0..<80).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// 10,000 frames in all, of every kind of view that makes damage hard.
  @Test("Frames drawn by their damage equal frames drawn as a whole, pixel for pixel", arguments: 0..<50)
  func damageEqualsWhole(seed: Int) throws {
    guard let (moved, whole) = try compare(ListScene(seed: seed, text: Self.block), seed) else { return }
    expect(moved.pixelsCopied > 0)
    expect(moved.pixelsDrawn < whole.pixelsDrawn * 3 / 4)
  }

  /// The whole frames have nothing that hides others: plain rectangles come as ones with round corners of no radius.
  @Test(
    "Pages and cards drawn by their damage, less what they hide, equal whole frames, pixel for pixel",
    arguments: 0..<25)
  func cardsEqualWhole(seed: Int) throws {
    let work = try compare(CardScene(seed: seed, text: Self.block), seed) { list in
      for index in list.commands.indices {
        guard case .fill(let rect, let color) = list.commands[index] else { continue }
        list.commands[index] = .fillRounded(RoundedRect(rect, radius: 0), color)
      }
    }
    if let (moved, whole) = work { expect(moved.pixelsDrawn < whole.pixelsDrawn * 3 / 4) }
  }

  /// - Parameter changeWhole: is given each list before it is drawn as a whole.
  /// - Returns: the work of both; nil after a difference.
  private func compare(
    _ scene: some DamageScene, _ seed: Int, whole changeWhole: (inout DisplayList) -> Void = { _ in }
  ) throws -> (moved: RenderWork, whole: RenderWork)? {
    var scene = scene
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
      var wholeList = list
      changeWhole(&wholeList)
      expect(moved.backend.draw(list) && whole.backend.draw(wholeList))
      for canvas in [moved, whole] { canvas.backend.present() }
      let difference = try differences(moved, whole)
      guard difference.isEmpty else {
        Issue.record("seed \(seed), step \(step): \(difference); \(moved.backend.damage)")
        return nil
      }
    }
    return (moved.backend.counters.work, whole.backend.counters.work)
  }

  /// Levels by which OpenGL's frames may differ from those in memory. Mesa's softpipe rounds a layer once, as memory does
  /// and graphics processors do; llvmpipe rounds both products of a sum, which two layers above each other add up.
  static let mostLevels = ProcessInfo.processInfo.environment["GALLIUM_DRIVER"] == "softpipe" ? 1 : 2

  /// 10,000 frames in all, on OpenGL.
  @Test(
    "Frames kept in a texture and drawn by their damage equal whole ones, and those in memory within a level",
    .enabled(if: Canvas.acceleratedDriver != nil, "needs ANOLE_RENDER_DRIVER: run scripts/test"), arguments: 0..<50)
  func textureEqualsMemory(seed: Int) throws {
    var scene = ListScene(seed: seed, text: Self.block)
    let (width, height) = (Int(scene.pixelWidth), Int(scene.pixelHeight))
    let kept = try Canvas(width: width, height: height, kind: .accelerated)
    let whole = try Canvas(width: width, height: height, kind: .accelerated)
    let memory = try Canvas(width: width, height: height)
    kept.backend.tracker = DamageTracker(rectangleCost: [0, 20, 60, 800][seed / 4 % 4])
    for canvas in [kept, whole, memory] {
      _ = canvas.engine.face(for: FontDescriptor())
      canvas.backend.upload(Self.image(seed), as: ImageID(rawValue: 0))
    }
    var list = DisplayList()
    for step in 0..<200 {
      scene.step(into: &list)
      whole.backend.invalidate()
      for canvas in [kept, whole, memory] {
        expect(canvas.backend.draw(list))
        canvas.backend.present()
      }
      // Pixels beyond the edge of a window that became narrower are not compared.
      let columns = Int((list.size.width * scene.scale).rounded())
      let pictures = try [kept, whole, memory].map { try $0.backend.snapshot().words }
      func levels(from other: [UInt32]) -> Int {
        (0..<height).reduce(0) { largest, row in
          max(largest, largestDifference(pictures[0], other, in: row * width..<row * width + columns))
        }
      }
      let levels = (levels(from: pictures[1]), levels(from: pictures[2]))
      guard levels.0 <= 1, levels.1 <= Self.mostLevels else {
        let place = zip(pictures[0], pictures[2]).enumerated().first { largestDifference([$1.0], [$1.1]) > 1 }
        Issue.record(
          """
          seed \(seed), step \(step): \(levels) levels from a whole frame and from memory, first at \
          \(place.map { ($0.offset % width, $0.offset / width, $0.element) } as Any); \(kept.backend.damage)
          """)
        return
      }
    }
    expect(kept.backend.counters.work.pixelsCopied > 0)
    expect(kept.backend.counters.work.pixelsDrawn < whole.backend.counters.work.pixelsDrawn * 3 / 4)
  }

  @Test("A list that scrolls is moved in a texture as in memory, also after the texture was lost")
  func scrolledInTexture() throws {
    let canvases = [try Canvas(width: 60, height: 80, kind: .accelerated), try Canvas(width: 60, height: 80)]
    for canvas in canvases {
      canvas.backend.tracker = DamageTracker(rectangleCost: 20)
      _ = canvas.engine.face(for: FontDescriptor())
    }
    for step in 0..<60 {
      let offset = Double(step * 7 % 150)
      var commands: [DrawCommand] = []
      var updates: [TextSlotUpdate] = []
      for row in Int(offset / 16)...Int((offset + 80) / 16) {
        let slot = TextSlotID(rawValue: Int32(row % 8))
        if step == 0 || step == 30 || row == Int((offset + 80) / 16) {
          updates.append(TextSlotUpdate(slot: slot, frame: Self.block(row, 20, 10), background: nil))
        }
        commands.append(.text(slot, origin: CGPoint(x: 5, y: Double(row) * 16 - offset + 3), opacity: 1))
        commands.append(.fill(rect(0, Double(row) * 16 - offset + 15, 60, 1), .halfWhite))
      }
      if step == 30 {
        canvases[0].backend.dropTextures()
        try canvases[0].draw(commands, updates: updates)
      }
      let pictures = try canvases.map { try $0.draw(commands, updates: updates).words }
      expect(largestDifference(pictures[0], pictures[1]) <= 1, "step \(step)")
    }
    expect(canvases[0].backend.counters.work.pixelsCopied > 0)
    expect(canvases[0].backend.counters.work.pixelsCopied >= canvases[1].backend.counters.work.pixelsCopied / 2)
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

  @Test("What lies below a shade is drawn once while the shade deepens, and anew when it has changed")
  func shaded() throws {
    let canvas = try Canvas()
    func commands(
      _ alpha: UInt8, _ below: DrawColor = .red, cardTop: CGFloat = 10, underCard: DrawColor = .blue
    ) -> [DrawCommand] {
      [
        .fill(rect(5, 5, 10, 10), below), .fillRounded(RoundedRect(rect(18, 3, 20, 12), radius: 4), .green),
        .fill(rect(14, 16, 4, 4), underCard),
        .fill(rect(0, 0, 40, 30), DrawColor(red: UInt8(9), green: 0, blue: 90, alpha: alpha)),
        .fill(rect(10, cardTop, 20, 20), .white), .fill(rect(12, cardTop + 2, 4, 4), .red),
      ]
    }
    /// - Returns: the pixels painted from the picture of what lies below.
    func painted(_ commands: [DrawCommand]) throws -> Int {
      let before = canvas.backend.backdrop.pixelsPainted
      let picture = try canvas.draw(commands).words
      try expectEqual(picture, Canvas().draw(commands).words)
      return canvas.backend.backdrop.pixelsPainted - before
    }
    try expectEqual(painted(commands(0)), 0)
    // The frame in which the shade comes takes the picture, and paints it; a card hides what lies below it.
    try expectEqual(painted(commands(20)), 40 * 30 - 20 * 20)
    try expectEqual(painted(commands(90)), 40 * 30 - 20 * 20)
    try expectEqual(painted(commands(140, cardTop: 12)), 40 * 30 - 20 * 18)
    try expectEqual(painted(commands(140, cardTop: 20)), 20 * 8)
    // Below something changes.
    try expectEqual(painted(commands(140, .blue, cardTop: 20)), 0)
    try expectEqual(painted(commands(150, .blue, cardTop: 20)), 40 * 30 - 20 * 10)
    try expectEqual(painted(commands(160, .blue)), 40 * 30 - 20 * 20)
    // It changes where the card hides it, and is uncovered.
    try expectEqual(painted(commands(160, .blue, underCard: .green)), 0)
    try expectEqual(painted(commands(160, .blue, cardTop: 20, underCard: .green)), 0)
    // The picture is lost.
    try expectEqual(painted(commands(170, .blue)), 0)
    canvas.backend.invalidate()
    try expectEqual(painted(commands(180, .blue)), 40 * 30 - 20 * 20)
    try expectEqual(painted(commands(190, .blue)), 40 * 30 - 20 * 20)
    try expectEqual(painted(commands(0, .blue)), 0)
  }

  @Test("of a picture below a shade only the pixels near others of another colour are kept, and blended one by one")
  func evenBackdrop() throws {
    let canvas = try Canvas(width: 200, height: 50)
    func commands(_ alpha: UInt8) -> [DrawCommand] {
      [
        .fill(rect(0, 0, 200, 50), .white), .fill(rect(20, 10, 30, 5), .red),
        .fillRounded(RoundedRect(rect(150, 30, 20, 10), radius: 5), .blue),
        .fill(rect(0, 0, 200, 50), DrawColor(red: UInt8(9), green: 0, blue: 90, alpha: alpha)),
      ]
    }
    for alpha: UInt8 in [30, 60, 90] {
      let before = canvas.backend.backdrop.pixelsBlended
      let picture = try canvas.draw(commands(alpha)).words
      try expectEqual(picture, Canvas(width: 200, height: 50).draw(commands(alpha)).words)
      let blended = canvas.backend.backdrop.pixelsBlended - before
      expect(blended > 0 && blended < 200 * 50 / 8, "\(blended)")
    }
  }

  @Test("pictures of runs show any part as their pixels do, each under the colour", arguments: 0..<40)
  func runs(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let (width, height) = (Int.random(in: 8...150, using: &random), 6)
    let canvas = try Canvas(width: width, height: height)
    try canvas.draw([.fill(rect(0, 0, CGFloat(width), 6), .white)])
    let pixels = try #require(canvas.backend.renderer.windowPixels())
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let row = pixels.base + Int.random(in: 0..<height, using: &random) * pixels.stride
      let start = Int.random(in: 0..<width, using: &random)
      for x in start..<min(width, start + Int.random(in: 1...70, using: &random)) {
        row[x] = seed % 2 == 0 ? 0xFF12_3456 : 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
      }
    }
    func words() -> [[UInt32]] {
      (0..<height).map { y in (0..<width).map { pixels.base[y * pixels.stride + $0] } }
    }
    let before = words()
    let picture = RunPicture(of: pixels, width: width, height: height)
    // What the window shows now is not looked at.
    for y in 0..<height { (pixels.base + y * pixels.stride).update(repeating: 0xFF77_7777, count: width) }
    let color = DrawColor(red: 90, green: 9, blue: 0, alpha: UInt8.random(in: 0...254, using: &random))
    let left = Int.random(in: 0..<width, using: &random)
    let right = Int.random(in: left + 1...width, using: &random)
    let blended = picture.paint(
      PixelRect(x: Int32(left), y: 1, width: Int32(right - left), height: 4), into: pixels, under: color)
    var expected = [[UInt32]](repeating: [UInt32](repeating: 0xFF77_7777, count: width), count: height)
    for y in 1..<5 {
      for x in left..<right { expected[y][x] = PixelBlend.over(color.argb, UInt32(color.alpha), before[y][x]) }
    }
    expectEqual(words(), expected)
    expect(blended <= min(picture.pixelsKept, (right - left) * 4))
  }

  @Test("A frame that changed nothing draws nothing")
  func nothingChanged() throws {
    let canvas = try Canvas()
    try canvas.draw([.fill(rect(5, 5, 10, 10), .red)])
    let drawn = canvas.backend.counters.work.pixelsDrawn
    let picture = try canvas.draw([.fill(rect(5, 5, 10, 10), .red)])
    expectEqual(canvas.backend.counters.work.pixelsDrawn, drawn)
    expectEqual(picture.color(6, 6), 0xFF0000)
  }

  @Test("After the window was uncovered all of it is drawn and shown")
  func invalidated() throws {
    let canvas = try Canvas()
    try canvas.draw([.fill(rect(5, 5, 10, 10), .red)])
    let drawn = canvas.backend.counters.work.pixelsDrawn
    canvas.backend.invalidate()
    try canvas.draw([.fill(rect(5, 5, 10, 10), .red)])
    expectEqual(canvas.backend.counters.work.pixelsDrawn, drawn + 40 * 30)
  }
}
