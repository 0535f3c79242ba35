@preconcurrency import Benchmark
import TestSupport
import UIKitCore

/// A batch of 1,000 operations on rows of which each has its own height: planned, checked, and carried out on heights
/// and selection. The figures are at most 3 ms at 100,000 rows, and at most three times that at 10,000,000.
@MainActor
func makeUpdatesSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Updates")
  for (name, rows) in [("100 k", 100_000), ("10 M", 10_000_000)] {
    let scene = BatchScene(rows: rows)
    suite.onMain("1,000 operations on \(name) rows") { scene.run() }
  }
  return suite
}

/// Batches that end with as many rows as they began with, one after another on the same table.
@MainActor
private final class BatchScene {
  private static let batches = 64
  private static let kinds = 250

  private var index = RowHeightIndex()
  private var selection = RowSelection()
  private let counts: ContiguousArray<Int>
  private var prepared: [TableChanges] = []
  private var next = 0

  init(rows: Int) {
    counts = [rows]
    index.insertSection(RowHeightIndex.NewSection(rows: 0, rowHeight: 44), at: 0)
    index.setRows(
      (0..<rows).lazy.map { RowRun(count: 1, height: 30 + Double($0 &* 7 % 60), isMeasured: true) }, ofSection: 0)
    selection.insert(0..<rows, inSection: 0)
    var random = SeededRandom(seed: 1)
    prepared = (0..<Self.batches).map { _ in Self.batch(rows, &random) }
  }

  /// A quarter each of deletes, inserts, moves and reloads, anywhere.
  private static func batch(_ rows: Int, _ random: inout SeededRandom) -> TableChanges {
    func distinct(_ count: Int) -> [RowPosition] {
      var chosen: Set<Int> = []
      while chosen.count < count { chosen.insert(Int.random(in: 0..<rows, using: &random)) }
      return chosen.shuffled(using: &random).map { RowPosition(section: 0, row: $0) }
    }
    let old = distinct(3 * kinds)
    let new = distinct(2 * kinds)
    var changes = TableChanges()
    for item in 0..<kinds {
      changes.deleteRow(old[item], .fade)
      changes.insertRow(new[item], .fade)
      changes.moveRow(old[kinds + item], to: new[kinds + item])
      changes.reloadRow(old[2 * kinds + item], .fade)
    }
    return changes
  }

  func run() {
    next = (next + 1) % Self.batches
    guard let plan = try? UpdatePlan(prepared[next], from: index, rowCounts: counts) else {
      preconditionFailure("the batch fits the rows")
    }
    index.apply(plan, rowHeight: 44, isMeasured: false)
    selection.apply(plan)
  }
}
