import Testing

@testable import UIKitCore

@Suite("ReuseQueue")
struct ReuseQueueTests {
  private final class Item {}

  private func tiles(_ rows: Range<Int>) -> ContiguousArray<TilePlan.Tile> {
    ContiguousArray(rows.map { .init(position: .init(section: 0, row: $0), y: 0, height: 1, isPinned: false) })
  }

  private func scroll(_ queue: inout ReuseQueue<Item>, to rows: Range<Int>, identifier: String? = "a") {
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
    var queue = ReuseQueue<Item>()
    for top in 0..<5_000 { scroll(&queue, to: top..<(top + 14)) }
    #expect(queue.createdCount == 14)
    #expect(queue.dequeuedCount == 4_999)
    #expect(queue.idleCount == 0)
  }

  @Test("a view that stays visible keeps its object")
  func identity() {
    var queue = ReuseQueue<Item>()
    scroll(&queue, to: 0..<5)
    let kept = queue.view(at: .init(section: 0, row: 3))
    scroll(&queue, to: 3..<8)
    #expect(queue.view(at: .init(section: 0, row: 3)) === kept)
  }

  @Test("views leave for idle, and the one idle last is taken first")
  func threeContainers() {
    var queue = ReuseQueue<Item>()
    scroll(&queue, to: 0..<3)
    let last = queue.view(at: .init(section: 0, row: 0))
    queue.retain(tiles(1..<3))
    #expect(queue.leaving.count == 1)
    #expect(queue.idleCount(for: "a") == 0)
    let entry = queue.nextLeaving()
    #expect(entry?.view === last)
    if let entry { queue.recycle(entry.view, identifier: entry.identifier) }
    #expect(queue.idleCount(for: "a") == 1)
    #expect(queue.dequeue("b") == nil)
    #expect(queue.dequeue("a") === last)
    #expect(queue.dequeue("a") == nil)
  }

  @Test("views without identifier are let go")
  func noIdentifier() {
    var queue = ReuseQueue<Item>()
    scroll(&queue, to: 0..<5, identifier: nil)
    scroll(&queue, to: 100..<105, identifier: nil)
    #expect(queue.idleCount == 0)
    #expect(queue.createdCount == 10)
  }

  @Test("idle views are capped, at no less than were visible at once")
  func cap() {
    var queue = ReuseQueue<Item>(idleLimit: 2)
    for _ in 0..<10 { queue.recycle(Item(), identifier: "a") }
    #expect(queue.idleCount == 2)
    scroll(&queue, to: 0..<6)
    queue.retainNone()
    while let entry = queue.nextLeaving() { queue.recycle(entry.view, identifier: entry.identifier) }
    #expect(queue.idleCount == 6)
    queue.drain()
    #expect(queue.idleCount == 0)
    #expect(queue.dequeue("a") == nil)
  }

  @Test("renumbering keeps objects, and rows that are gone leave")
  func remapping() {
    var queue = ReuseQueue<Item>()
    scroll(&queue, to: 0..<4)
    let third = queue.view(at: .init(section: 0, row: 2))
    queue.remap { $0.row == 1 ? nil : RowPosition(section: 0, row: $0.row == 0 ? 9 : $0.row - 2) }
    #expect(queue.visible.map(\.position.row) == [0, 1, 9])
    #expect(queue.view(at: .init(section: 0, row: 0)) === third)
    #expect(queue.leaving.count == 1)
  }
}
