import Expectations
import Testing

@testable import TableModel
@testable import UIKitCore

@Suite("ReuseQueue")
struct ReuseQueueTests {
  private final class Item {}

  private func tiles(_ rows: Range<Int>) -> ContiguousArray<TilePlan.Tile> {
    ContiguousArray(rows.map { .init(position: .init(section: 0, row: $0), y: 0, height: 1) })
  }

  private func scroll(_ queue: inout ReuseQueue<Item, TilePlan.Tile>, to rows: Range<Int>, identifier: String? = "a") {
    queue.retain(tiles(rows))
    while let entry = queue.nextLeaving() { queue.recycle(entry.view, identifier: entry.identifier) }
    for row in rows where queue.view(at: .init(section: 0, row: row)) == nil {
      let idle = identifier.flatMap { queue.dequeue($0) }
      queue.place(idle ?? Item(), at: .init(section: 0, row: row), identifier: identifier, isNew: idle == nil)
    }
    queue.checkInvariants()
  }

  @Test("a long scroll creates no more views than fit on screen")
  func bounded() {
    var queue = ReuseQueue<Item, TilePlan.Tile>()
    for top in 0..<5_000 { scroll(&queue, to: top..<(top + 14)) }
    expectEqual(queue.createdCount, 14)
    expectEqual(queue.dequeuedCount, 4_999)
    expectEqual(queue.idleCount, 0)
  }

  @Test("a view that stays visible keeps its object")
  func identity() {
    var queue = ReuseQueue<Item, TilePlan.Tile>()
    scroll(&queue, to: 0..<5)
    let kept = queue.view(at: .init(section: 0, row: 3))
    scroll(&queue, to: 3..<8)
    expect(queue.view(at: .init(section: 0, row: 3)) === kept)
  }

  @Test("views leave for idle, and the one idle last is taken first")
  func threeContainers() {
    var queue = ReuseQueue<Item, TilePlan.Tile>()
    scroll(&queue, to: 0..<3)
    let last = queue.view(at: .init(section: 0, row: 0))
    queue.retain(tiles(1..<3))
    expectEqual(queue.leaving.count, 1)
    expectEqual(queue.idleCount(for: "a"), 0)
    let entry = queue.nextLeaving()
    expect(entry?.view === last)
    if let entry { queue.recycle(entry.view, identifier: entry.identifier) }
    expectEqual(queue.idleCount(for: "a"), 1)
    expect(queue.dequeue("b") == nil)
    expect(queue.dequeue("a") === last)
    expect(queue.dequeue("a") == nil)
  }

  @Test("views without identifier are let go")
  func noIdentifier() {
    var queue = ReuseQueue<Item, TilePlan.Tile>()
    scroll(&queue, to: 0..<5, identifier: nil)
    scroll(&queue, to: 100..<105, identifier: nil)
    expectEqual(queue.idleCount, 0)
    expectEqual(queue.createdCount, 10)
  }

  @Test("idle views are capped, at no less than twice what was visible at once")
  func cap() {
    var queue = ReuseQueue<Item, TilePlan.Tile>(screenful: 1)
    for _ in 0..<10 { queue.recycle(Item(), identifier: "a") }
    expectEqual(queue.idleCount, 2)
    scroll(&queue, to: 0..<6)
    queue.retainNone()
    while let entry = queue.nextLeaving() { queue.recycle(entry.view, identifier: entry.identifier) }
    expectEqual(queue.idleCount, 6)
    for _ in 0..<10 { queue.recycle(Item(), identifier: "a") }
    expectEqual(queue.idleCount, 12)
    queue.drain()
    expectEqual(queue.idleCount, 0)
  }

  @Test("what was visible at once counts for two epochs, then the surplus is let go and reported")
  func epochs() {
    var queue = ReuseQueue<Item, TilePlan.Tile>(screenful: 1)
    scroll(&queue, to: 0..<20)
    scroll(&queue, to: 100..<102)
    expectEqual(queue.idleCount, 18)
    var released = queue.trim()
    queue.beginEpoch(screenful: 1)
    released += queue.trim()
    expect(released.isEmpty)
    queue.beginEpoch(screenful: 1)
    released = queue.trim()
    expect(released.map(\.identifier) == ["a"] && released.map(\.count) == [14])
    expectEqual(queue.idleCount, 4)
    queue.checkInvariants()
  }

  @Test("a screen that becomes half as high, at once or in small steps, needs half the views", arguments: [1, 200])
  func shrinking(steps: Int) {
    var queue = ReuseQueue<Item, TilePlan.Tile>(screenful: 1)
    scroll(&queue, to: 0..<40)
    scroll(&queue, to: 0..<20)
    var height = 1000.0
    for step in 1...steps {
      let next = 1000 - 500 * Double(step) / Double(steps)
      queue.shrink(to: next / height, screenful: 1)
      height = next
    }
    expect((40...42).contains(queue.idleLimit))
    let surplus = queue.trim()
    expect(surplus.isEmpty, "what is left of 40 is within the limit")
    queue.shrink(to: 0.1, screenful: 1)
    _ = queue.trim()
    expect(queue.idleCount <= 6)
    queue.checkInvariants()
  }

  @Test("an identifier for every view does not keep all views; those used last stay")
  func manyIdentifiers() {
    var queue = ReuseQueue<Item, TilePlan.Tile>(screenful: 8)
    var released = 0
    for number in 0..<10_000 {
      queue.recycle(Item(), identifier: "row \(number)")
      if queue.overflows { released += queue.evict().reduce(0) { $0 + $1.count } }
    }
    expect(queue.idleCount <= queue.totalLimit && queue.idleIdentifiers.count <= queue.totalLimit)
    expectEqual(queue.idleCount + released, 10_000)
    let (last, first) = (queue.dequeue("row 9999"), queue.dequeue("row 1"))
    expect(last != nil && first == nil)
    queue.checkInvariants()
  }

  @Test("a view that waits can be withdrawn, once")
  func withdrawing() {
    var queue = ReuseQueue<Item, TilePlan.Tile>()
    let view = Item()
    queue.recycle(Item(), identifier: "a")
    queue.recycle(view, identifier: "a")
    let answers = ["a", "a", "b"].map { queue.withdraw(view, identifier: $0) }
    expectEqual(answers, [true, false, false])
    expectEqual(queue.idleCount, 1)
    let other = queue.dequeue("a")
    expect(other != nil && other !== view)
  }

  @Test("renumbering keeps objects, and rows that are gone leave")
  func remapping() {
    var queue = ReuseQueue<Item, TilePlan.Tile>()
    scroll(&queue, to: 0..<4)
    let third = queue.view(at: .init(section: 0, row: 2))
    queue.remap { $0.row == 1 ? nil : RowPosition(section: 0, row: $0.row == 0 ? 9 : $0.row - 2) }
    expectEqual(queue.visible.map(\.position.row), [0, 1, 9])
    expect(queue.view(at: .init(section: 0, row: 0)) === third)
    expectEqual(queue.leaving.count, 1)
  }
}
