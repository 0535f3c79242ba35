import Expectations
import Foundation
import Pixels
import TestSupport
import Testing
import Typesetting
import UIKitCore

@Suite struct DamageTrackerTests {
  @Test("drawing only the damage gives the same picture as drawing all", arguments: 0..<30)
  func equalsFullRedraw(seed: Int) { compare(ListScene(seed: seed), seed) }

  @Test(
    "drawing only the damage of pages and cards on their way gives the same picture as drawing all", arguments: 0..<30)
  func cardsEqualFullRedraw(seed: Int) { compare(CardScene(seed: seed), seed) }

  private func compare(_ scene: some DamageScene, _ seed: Int) {
    var scene = scene
    var list = DisplayList()
    var tracker = DamageTracker()
    var damage = Damage()
    var incremental = ModelCanvas(width: scene.pixelWidth, height: scene.pixelHeight)
    for step in 0..<100 {
      scene.step(into: &list)
      incremental.apply(list.textUpdates)
      var full = incremental
      full.draw(list, within: PixelGrid(scale: list.scale).pixels(of: CGRect(origin: .zero, size: list.size)))
      let before = incremental
      tracker.update(with: list, damage: &damage)
      for copy in damage.copies { incremental.copy(copy) }
      for rect in damage.redraw { incremental.draw(list, within: rect) }
      guard incremental == full else {
        Issue.record("seed \(seed), step \(step): \(damage)")
        return
      }
      expect(
        incremental.equals(before, outside: Array(damage.present)),
        "seed \(seed), step \(step): \(damage)")
      expect(!overlap(damage.redraw), "seed \(seed), step \(step): \(damage)")
    }
  }

  private func overlap(_ rects: ContiguousArray<PixelRect>) -> Bool {
    rects.indices.contains { a in rects.indices.contains { b in b > a && rects[a].overlaps(rects[b]) } }
  }

  /// Rows of 60 points at a scroll offset.
  /// - Parameter updating: the rows whose text is new.
  private func rows(offset: CGFloat, updating: Range<Int>) -> DisplayList {
    let height: CGFloat = 60
    var list = DisplayList()
    list.size = CGSize(width: 1280, height: 800)
    list.background = .white
    let table = CGRect(x: 0, y: 0, width: 1280, height: 800)
    list.commands.append(.pushClip(table))
    let first = Int(offset / height)
    for row in first...Int((offset + 799) / height) {
      let y = CGFloat(row) * height - offset
      list.commands.append(
        .fill(CGRect(x: 0, y: y, width: 1280, height: height), .white))
      let slot = TextSlotID(rawValue: Int32(row % 16))
      list.commands.append(.text(slot, origin: CGPoint(x: 16, y: y + 10), opacity: 1))
      var frame = TextFrame()
      frame.pixelWidth = 200
      frame.pixelHeight = 20
      if updating.contains(row) {
        list.textUpdates.append(TextSlotUpdate(slot: slot, frame: frame, background: nil))
      }
    }
    list.commands.append(.popClip)
    return list
  }

  @Test("a scrolled list moves as a block and only the new strip is drawn")
  func scroll() {
    var tracker = DamageTracker()
    var damage = Damage()
    tracker.update(with: rows(offset: 0, updating: 0..<99), damage: &damage)
    expectEqual(damage.redraw, [PixelRect(minX: 0, minY: 0, maxX: 1280, maxY: 800)])
    tracker.update(with: rows(offset: 37, updating: 13..<14), damage: &damage)
    // The column of the texts moves, and no pixel beside it.
    expectEqual(damage.copies.map(\.area), [PixelRect(minX: 16, minY: 0, maxX: 216, maxY: 800)])
    expect(damage.copies.allSatisfy { $0.dx == 0 && $0.dy == -37 })
    // The new row's text, and what came in of the one above.
    expect(damage.redrawnArea <= 200 * 37)
    expect(damage.presentedArea <= 200 * 800)
  }

  @Test("what goes from row to row is drawn in two rows, and moves no other", arguments: [1, -1])
  func ring(step: Int) {
    var tracker = DamageTracker()
    var damage = Damage()
    func list(_ row: Int, updating: Range<Int>) -> DisplayList {
      var list = rows(offset: 0, updating: updating)
      let place = CGRect(x: 2, y: CGFloat(row) * 60 + 2, width: 1276, height: 56)
      // Each row draws its own ring, below the rows that follow.
      list.commands.insert(.strokeRounded(RoundedRect(place, radius: 4), width: 2, .black), at: 1 + 2 * (row + 1))
      return list
    }
    tracker.update(with: list(5, updating: 0..<99), damage: &damage)
    tracker.update(with: list(5 + step, updating: 0..<0), damage: &damage)
    expect(damage.copies.isEmpty)
    expect(damage.redrawnArea <= 1280 * 120 && damage.presentedArea <= 1280 * 120)
  }

  @Test("an unchanged list is no damage")
  func unchanged() {
    var tracker = DamageTracker()
    var damage = Damage()
    var list = rows(offset: 120, updating: 0..<99)
    tracker.update(with: list, damage: &damage)
    list.textUpdates.removeAll()
    tracker.update(with: list, damage: &damage)
    expect(damage.isEmpty)
    tracker.invalidate()
    tracker.update(with: list, damage: &damage)
    expectEqual(damage.redrawnArea, 1280 * 800)
  }

  @Test("one changed text is redrawn alone")
  func oneText() {
    var tracker = DamageTracker()
    var damage = Damage()
    var list = rows(offset: 120, updating: 0..<99)
    tracker.update(with: list, damage: &damage)
    list.textUpdates.removeAll()
    var frame = TextFrame()
    frame.pixelWidth = 100
    frame.pixelHeight = 20
    list.textUpdates.append(
      TextSlotUpdate(slot: TextSlotID(rawValue: 5), frame: frame, background: nil))
    tracker.update(with: list, damage: &damage)
    expect(damage.copies.isEmpty)
    expectEqual(damage.redrawnArea, 200 * 20)
  }

  private func list(_ commands: [DrawCommand], texts: Int32 = 0) -> DisplayList {
    var list = DisplayList()
    list.size = CGSize(width: 1000, height: 800)
    list.background = .white
    list.commands.append(contentsOf: commands)
    for slot in 0..<texts {
      var frame = TextFrame()
      frame.pixelWidth = 200
      frame.pixelHeight = 20
      list.textUpdates.append(TextSlotUpdate(slot: TextSlotID(rawValue: slot), frame: frame, background: nil))
    }
    return list
  }

  /// The damage from one frame to the next.
  private func damage(from first: [DrawCommand], to second: [DrawCommand], texts: Int32 = 1) -> Damage {
    var tracker = DamageTracker()
    var damage = Damage()
    tracker.update(with: list(first, texts: texts), damage: &damage)
    tracker.update(with: list(second), damage: &damage)
    return damage
  }

  private static let gray = DrawColor(red: UInt8(200), green: 200, blue: 200)

  @Test("a large ground that moves, or grows, changes where it was or is alone")
  func slidingGround() {
    func page(_ x: CGFloat, width: CGFloat = 1000) -> [DrawCommand] {
      let place = CGRect(x: x, y: 100, width: width, height: 700)
      return [
        .text(TextSlotID(rawValue: 0), origin: .zero, opacity: 1), .pushClip(place), .fill(place, Self.gray), .popClip,
      ]
    }
    expectEqual(damage(from: page(600), to: page(540)).redraw, [PixelRect(x: 540, y: 100, width: 60, height: 700)])
    expectEqual(damage(from: page(540), to: page(600)).redraw, [PixelRect(x: 540, y: 100, width: 60, height: 700)])
    let grown = damage(from: page(0, width: 500), to: page(0, width: 530))
    expectEqual(grown.redraw, [PixelRect(x: 500, y: 100, width: 30, height: 700)])
  }

  @Test("what an opaque ground hides in both frames changes nothing, what it hides in one does")
  func hiddenChanges() {
    func frame(_ x: CGFloat, _ ground: CGFloat) -> [DrawCommand] {
      [
        .text(TextSlotID(rawValue: 0), origin: CGPoint(x: x, y: 400), opacity: 1),
        .fill(CGRect(x: ground, y: 0, width: 800, height: 800), Self.gray),
      ]
    }
    expect(damage(from: frame(400, 250), to: frame(430, 250)).isEmpty)
    let shown = damage(from: frame(100, 250), to: frame(60, 250))
    expectEqual(shown.redraw, [PixelRect(x: 60, y: 400, width: 190, height: 20)])
    expect(damage(from: frame(100, 90), to: frame(100, 330)).redrawnArea >= 240 * 800)
  }

  @Test("a border changes its edges alone, and a card with round corners what changes on it, and its corners")
  func cardEdges() {
    func border(_ y: CGFloat) -> [DrawCommand] {
      [
        .text(TextSlotID(rawValue: 0), origin: .zero, opacity: 1),
        .text(TextSlotID(rawValue: 1), origin: CGPoint(x: 300, y: 0), opacity: 1),
        .strokeRounded(RoundedRect(CGRect(x: 100, y: y, width: 800, height: 600), radius: 10), width: 1, .black),
      ]
    }
    let moved = damage(from: border(100), to: border(110), texts: 2)
    expect(!moved.isEmpty && moved.redrawnArea < 800 * 60 + 600 * 10)
    func card(_ y: CGFloat, text: CGFloat) -> [DrawCommand] {
      let place = CGRect(x: 100, y: y, width: 800, height: 600)
      return [
        .beginGroup(RoundedRect(place, radius: 10), opacity: 1), .fill(place, Self.gray),
        .text(TextSlotID(rawValue: 0), origin: CGPoint(x: 200, y: text), opacity: 1), .endGroup,
      ]
    }
    let text = damage(from: card(100, text: 300), to: card(100, text: 320))
    expectEqual(text.redraw, [PixelRect(x: 200, y: 300, width: 200, height: 40)])
    let slid = damage(from: card(100, text: 300), to: card(130, text: 330))
    expect(slid.redrawnArea < 2 * 800 * 30 + 200 * 50 + 8 * 10 * 10 + 4000)
    // Where the shadow of a card is the same from row to row, moving up or down changes nothing, or from column to column.
    func shadow(_ x: CGFloat, _ y: CGFloat) -> [DrawCommand] {
      [
        .text(TextSlotID(rawValue: 0), origin: .zero, opacity: 1),
        .shadow(RoundedRect(CGRect(x: x, y: y, width: 600, height: 500), radius: 10), blur: 12, .black),
      ]
    }
    let (wide, high) = (600 + 2 * 38, 500 + 2 * 38)
    expect(damage(from: shadow(100, 100), to: shadow(100, 106)).redrawnArea <= 2 * wide * (2 * 38 + 10 + 6))
    expect(damage(from: shadow(100, 100), to: shadow(94, 100)).redrawnArea <= 2 * high * (2 * 38 + 10 + 6))
    expect(damage(from: shadow(100, 100), to: shadow(94, 106)).redrawnArea >= wide * high)
    // A group that lets something through is one picture.
    func inside(_ x: CGFloat) -> [DrawCommand] {
      [
        .beginGroup(RoundedRect(CGRect(x: 0, y: 0, width: 900, height: 700), radius: 0), opacity: 0.5),
        .fill(CGRect(x: x, y: 10, width: 20, height: 20), Self.gray), .endGroup,
      ]
    }
    expectEqual(damage(from: inside(10), to: inside(20)).redrawnArea, 900 * 700)
  }
}
