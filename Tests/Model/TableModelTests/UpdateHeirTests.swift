import Expectations
import RandomSupport
import TableModelSupport
import Testing

@testable import TableModel

@Suite("Updates: the row that takes the place of one that is gone")
struct UpdateHeirTests {
  /// The heir by a walk over all rows.
  private static func heir(of row: RowPosition, _ batch: RandomBatch, _ plan: UpdatePlan) -> RowPosition? {
    if plan.isReloaded(section: row.section), let section = plan.newSection(of: row.section) {
      let count = batch.after.sections[section].rows.count
      if count > 0 { return RowPosition(section: section, row: min(row.row, count - 1)) }
    }
    let rows = batch.before.positions.values.sorted()
    let below = rows.filter { $0 > row }
    let above = rows.filter { $0 < row }.reversed()
    // Rows that were moved are elsewhere.
    return (below + above).lazy.filter { plan.oldRows.entry(at: $0) == nil }.compactMap { plan.newPosition(of: $0) }
      .first
  }

  @Test("a row that goes is inherited by the nearest below that stays, else above; in a reloaded section by its number")
  func randomBatches() throws {
    for seed in 0..<5000 {
      var random = SeededRandom(seed: seed)
      var table = NaiveTable()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        table.addSection(Int.random(in: 0...5, using: &random), height: 40)
      }
      var index = RowHeightIndex(capacity: 4)
      for (number, section) in table.sections.enumerated() {
        index.insertSection(.init(rows: section.rows.count, rowHeight: 40), at: number)
      }
      let limit = Int.random(in: 1...20, using: &random)
      let batch = RandomBatch(on: table, limit: limit, isMeasured: true, using: &random)
      let plan = try UpdatePlan(batch.changes, from: index, rowCounts: batch.after.rowCounts)
      for row in table.positions.values where plan.newPosition(of: row) == nil {
        let found = plan.heir(of: row, in: index)
        expectEqual(found, Self.heir(of: row, batch, plan), "seed \(seed): \(row) after \(batch.operations)")
      }
    }
  }
}
