@preconcurrency import Benchmark
import TableModel
import UIKitCore

/// Passing views through the three containers of a queue, 14 of them visible.
@MainActor
func makeReuseQueueSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Reuse queue")
  let scene = ReuseScene()
  suite.onMain("a pass in which nothing comes or goes") { scene.stay() }
  suite.onMain("a pass in which one view leaves and one comes") { scene.step() }
  return suite
}

@MainActor
private final class ReuseScene {
  private final class Item {}

  private static let visible = 14
  private var queue = ReuseQueue<Item>()
  private var plan = TilePlan()
  private var index = RowHeightIndex()
  private var first = 0

  init() {
    index.insertSection(RowHeightIndex.NewSection(rows: 1_000_000_000, rowHeight: 60), at: 0)
    pass()
  }

  func stay() { queue.retain(plan.rows) }

  func step() {
    first += 1
    pass()
  }

  private func pass() {
    let top = Double(first) * 60
    plan.update(index, TilePlan.Viewport(top: top, bottom: top + Double(Self.visible) * 60))
    queue.retain(plan.rows)
    while let entry = queue.nextLeaving() { queue.recycle(entry.view, identifier: entry.identifier) }
    for tile in plan.rows where queue.view(at: tile.position) == nil {
      let old = queue.dequeue("row")
      queue.place(old ?? Item(), at: tile.position, identifier: "row", isNew: old == nil)
    }
  }
}
