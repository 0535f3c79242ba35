import Foundation
import Pixels
import TestSupport
import Testing
import Typesetting
import UIKitCore

@Suite struct DamageTrackerTests {
  @Test("drawing only the damage gives the same picture as drawing all", arguments: 0..<30)
  func equalsFullRedraw(seed: Int) {
    var scene = ListScene(seed: seed)
    var list = DisplayList()
    var tracker = DamageTracker()
    var damage = Damage()
    var incremental = ModelCanvas(width: scene.pixelWidth, height: scene.pixelHeight)
    for step in 0..<100 {
      scene.step(into: &list)
      incremental.apply(list.textUpdates)
      var full = incremental
      full.draw(list, within: PixelGrid(scale: list.scale).pixels(of: CGRect(origin: .zero, size: list.size)))
      let before = incremental.pixels
      tracker.update(with: list, damage: &damage)
      for copy in damage.copies { incremental.copy(copy) }
      for rect in damage.redraw { incremental.draw(list, within: rect) }
      guard incremental == full else {
        Issue.record("seed \(seed), step \(step): \(damage)")
        return
      }
      #expect(
        presentsEveryChange(damage, before: before, after: incremental),
        "seed \(seed), step \(step): \(damage)")
      #expect(!overlap(damage.redraw), "seed \(seed), step \(step): \(damage)")
    }
  }

  private func presentsEveryChange(
    _ damage: Damage, before: [Int], after: ModelCanvas
  ) -> Bool {
    for index in before.indices where before[index] != after.pixels[index] {
      let x = Int32(index) % after.width
      let y = Int32(index) / after.width
      let pixel = PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
      guard damage.present.contains(where: { $0.contains(pixel) }) else { return false }
    }
    return true
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
    #expect(damage.redraw == [PixelRect(minX: 0, minY: 0, maxX: 1280, maxY: 800)])
    tracker.update(with: rows(offset: 37, updating: 13..<14), damage: &damage)
    // The column of the texts moves, and no pixel beside it.
    #expect(damage.copies.map(\.area) == [PixelRect(minX: 16, minY: 0, maxX: 216, maxY: 800)])
    #expect(damage.copies.allSatisfy { $0.dx == 0 && $0.dy == -37 })
    // The new row's text, and what came in of the one above.
    #expect(damage.redrawnArea <= 200 * 37)
    #expect(damage.presentedArea <= 200 * 800)
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
    #expect(damage.copies.isEmpty)
    #expect(damage.redrawnArea <= 1280 * 120 && damage.presentedArea <= 1280 * 120)
  }

  @Test("an unchanged list is no damage")
  func unchanged() {
    var tracker = DamageTracker()
    var damage = Damage()
    var list = rows(offset: 120, updating: 0..<99)
    tracker.update(with: list, damage: &damage)
    list.textUpdates.removeAll()
    tracker.update(with: list, damage: &damage)
    #expect(damage.isEmpty)
    tracker.invalidate()
    tracker.update(with: list, damage: &damage)
    #expect(damage.redrawnArea == 1280 * 800)
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
    #expect(damage.copies.isEmpty)
    #expect(damage.redrawnArea == 200 * 20)
  }
}
