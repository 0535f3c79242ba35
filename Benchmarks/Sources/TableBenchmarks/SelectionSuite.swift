@preconcurrency import Benchmark
import TableModel
import TestSupport
import UIKitCore

/// The selection of a table of 10,000,000 rows. Selecting all takes at most 1 ms, one row or a hundred sections of them;
/// a batch of 1,000 operations on 10,000 ranges at most 1 ms on top of the batch itself.
@MainActor
func makeSelectionSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Selection")
  let one = Lazily { SelectionScene(sections: 1) }
  let many = Lazily { SelectionScene(sections: 10_000) }
  suite.onMain("select all of 10 M rows") { one.value.selectAll() }
  suite.onMain("select all of 10 M rows in 10 k sections") { many.value.selectAll() }
  suite.onMain("turn a row on and off, 10 k ranges") { one.value.toggle() }
  suite.onMain("1,000 operations, 10 k ranges") { one.value.follow() }
  return suite
}

@MainActor
private final class SelectionScene {
  private static let rows = 10_000_000

  private var index = RowHeightIndex()
  /// Every thousandth row and its neighbour.
  private var ranges = RowSelection()
  private var plan: UpdatePlan?
  private var next = 0

  init(sections: Int) {
    for section in 0..<sections {
      index.insertSection(RowHeightIndex.NewSection(rows: Self.rows / sections, rowHeight: 44), at: section)
    }
    guard sections == 1 else { return }
    for row in stride(from: 0, to: Self.rows, by: 1000) { ranges.insert(row..<(row + 2), inSection: 0) }
    plan = try? UpdatePlan(Self.batch(), from: index, rowCounts: [Self.rows])
  }

  /// As many rows come as go, and as many move; anywhere.
  private static func batch() -> TableChanges {
    var random = SeededRandom(seed: 1)
    func distinct(_ count: Int) -> [RowPosition] {
      var chosen: Set<Int> = []
      while chosen.count < count { chosen.insert(Int.random(in: 0..<rows, using: &random)) }
      return chosen.shuffled(using: &random).map { RowPosition(section: 0, row: $0) }
    }
    let (old, new) = (distinct(666), distinct(667))
    var changes = TableChanges()
    for item in 0..<333 {
      changes.deleteRow(old[item], .fade)
      changes.insertRow(new[item], .fade)
      changes.moveRow(old[333 + item], to: new[333 + item])
    }
    return changes
  }

  func selectAll() {
    var selection = RowSelection()
    selection.selectAll(of: index)
    precondition(selection.count == Self.rows, "all rows are selected")
  }

  func toggle() {
    next = (next + 777_001) % Self.rows
    let position = RowPosition(section: 0, row: next)
    if ranges.contains(position) { ranges.remove(position) } else { ranges.insert(position) }
    if ranges.contains(position) { ranges.remove(position) } else { ranges.insert(position) }
  }

  func follow() {
    guard let plan else { preconditionFailure("the batch fits the rows") }
    var followed = ranges
    followed.apply(plan)
  }
}
