import RandomSupport
import TableModelSupport
import Testing

@testable import TableModel

@Suite("Updates: plan, height index and selection against arrays of arrays")
struct UpdatePlanRandomTests {
  /// A height index that says what `table` says.
  private static func index(of table: NaiveTable) -> RowHeightIndex {
    var index = RowHeightIndex(capacity: 4)
    for (number, section) in table.sections.enumerated() {
      index.insertSection(.init(rows: 0, rowHeight: 0), at: number)
      index.setRows(
        section.rows.map { RowRun(count: 1, height: $0.height, isMeasured: $0.isMeasured) }, ofSection: number)
    }
    return index
  }

  /// What is wrong after a batch, in words; nil when all is right.
  private static func difference(
    _ batch: RandomBatch, _ plan: UpdatePlan, _ index: RowHeightIndex, _ selection: RowSelection, _ selected: Set<Int>
  ) -> String? {
    let old = batch.before.positions
    var new: Set<Int> = []
    var top = 0.0
    guard index.sectionCount == batch.after.sections.count else { return "\(index.sectionCount) sections" }
    for (section, content) in batch.after.sections.enumerated() {
      guard index.rowCount(inSection: section) == content.rows.count else { return "rows of section \(section)" }
      for (row, value) in content.rows.enumerated() {
        let position = RowPosition(section: section, row: row)
        let band = index.band(ofRow: row, inSection: section)
        guard band == (top, value.height) else { return "band of \(position): \(band), not \((top, value.height))" }
        guard index.isMeasured(row: row, inSection: section) == value.isMeasured else { return "measured \(position)" }
        guard plan.oldPosition(of: position) == old[value.id] else { return "old place of \(position)" }
        if let source = old[value.id], plan.newPosition(of: source) != position { return "new place of \(source)" }
        let isSelected = selected.contains(value.id) && !batch.reloadedIDs.contains(value.id)
        guard selection.contains(position) == isSelected else { return "selection of \(position)" }
        new.insert(value.id)
        top += value.height
      }
    }
    for (id, position) in old where !new.contains(id) && plan.newPosition(of: position) != nil {
      return "\(position) should be gone"
    }
    return nil
  }

  @Test("100,000 random batches of up to 50 operations equal a table put together row by row")
  func randomBatches() throws {
    var random = SeededRandom(seed: 0)
    var table = NaiveTable()
    var index = RowHeightIndex(capacity: 4)
    var selected: Set<Int> = []
    for step in 0..<100_000 {
      if step % 10 == 0 {
        random = SeededRandom(seed: step)
        table = NaiveTable()
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            table.makeRow(height: Double(Int.random(in: 20...60, using: &random)))
          }
          table.sections.append(table.makeSection(rows: rows))
        }
        index = Self.index(of: table)
        selected = []
      }
      let positions = table.positions
      selected = selected.filter { positions[$0] != nil }
      if let one = positions.keys.min(), Bool.random(using: &random) { selected.insert(one) }
      if let one = positions.keys.max(), Bool.random(using: &random) { selected.insert(one) }
      var selection = RowSelection()
      for id in selected { if let position = positions[id] { selection.insert(position) } }

      let limit = step % 25 == 0 ? 50 : Int.random(in: 1...4, using: &random)
      let batch = RandomBatch(on: table, limit: limit, isMeasured: step % 3 == 0, using: &random)
      let plan = try UpdatePlan(batch.changes, from: index, rowCounts: batch.after.rowCounts)
      index.apply(plan, rowHeight: RandomBatch.newHeight, isMeasured: step % 3 == 0)
      selection.apply(plan)
      index.checkInvariants()
      if let difference = Self.difference(batch, plan, index, selection, selected) {
        Issue.record("step \(step): \(difference) after \(batch.operations)")
        return
      }
      selected.subtract(batch.reloadedIDs)
      table = batch.after
    }
  }
}
