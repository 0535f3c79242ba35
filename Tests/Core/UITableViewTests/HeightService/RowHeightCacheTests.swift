import Expectations
import TableModel
import TableModelSupport
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Heights by row against a dictionary")
struct RowHeightCacheTests {
  /// A table's rows by number, and what is known of them.
  private struct Model {
    var table = NaiveTable()
    var heights: [Int: Double] = [:]
    var passedOver: Set<Int> = []

    /// The table's own index, which has the rows.
    var index: RowHeightIndex {
      var index = RowHeightIndex(capacity: 4)
      for (number, section) in table.sections.enumerated() {
        index.insertSection(.init(rows: section.rows.count, rowHeight: 44), at: number)
      }
      return index
    }

    /// What is wrong with the cache, in words.
    func difference(_ cache: RowHeightCache) -> String? {
      cache.checkInvariants()
      var gaps: [RowPosition] = []
      for (section, content) in table.sections.enumerated() {
        for (row, value) in content.rows.enumerated() {
          let position = RowPosition(section: section, row: row)
          guard cache.height(at: position) == heights[value.id] else {
            return "\(position) has \(String(describing: cache.height(at: position)))"
          }
          if heights[value.id] == nil, !passedOver.contains(value.id) { gaps.append(position) }
        }
      }
      guard cache.isInStep else { return nil }
      guard cache.rowCounts == Array(table.rowCounts) else { return "the rows are \(cache.rowCounts)" }
      guard cache.gapCount == gaps.count else { return "\(cache.gapCount) gaps instead of \(gaps.count)" }
      for start in [RowPosition(section: 0, row: 0)] + gaps {
        let next = gaps.first { $0 >= start } ?? gaps.first
        guard cache.gap(from: start) == next else { return "gap from \(start)" }
      }
      return nil
    }

    /// Heights of rows that are gone, new or reconfigured are not known.
    mutating func forget(after batch: RandomBatch) {
      for operation in batch.operations {
        guard case .reconfigureRow(let row) = operation else { continue }
        let id = batch.before.sections[row.section].rows[row.row].id
        heights[id] = nil
        passedOver.remove(id)
      }
      for id in batch.reloadedIDs {
        heights[id] = nil
        passedOver.remove(id)
      }
      table = batch.after
      let left = table.positions
      heights = heights.filter { left[$0.key] != nil }
      passedOver = passedOver.filter { left[$0] != nil }
    }
  }

  @Test("10,000 random batches, heights and reloads of rows and sections")
  func randomEdits() throws {
    var random = SeededRandom(seed: 0)
    var model = Model()
    var cache = RowHeightCache(capacity: 4)
    for step in 0..<10_000 {
      if step % 20 == 0 {
        random = SeededRandom(seed: step)
        model = Model()
        cache = RowHeightCache(capacity: 4)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          model.table.addSection(.random(in: 0...5, using: &random), height: 44)
        }
      }
      for (id, position) in model.table.positions.sorted(by: { $0.key < $1.key }) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
          let height = Double(Int.random(in: 0...60, using: &random)) / 2
          cache.cache(height, at: position)
          model.heights[id] = height
        case 3:
          cache.invalidate(at: position)
          model.heights[id] = nil
          model.passedOver.remove(id)
        case 4 where cache.isInStep:
          cache.passOver(position)
          model.passedOver.insert(id)
        default: break
        }
      }
      if step % 7 == 0 { cache.match(model.index) }
      if let difference = model.difference(cache) {
        Issue.record("step \(step): \(difference)")
        return
      }
      let batch = RandomBatch(
        on: model.table, limit: Int.random(in: 1...12, using: &random), isMeasured: true, using: &random)
      let plan = try UpdatePlan(batch.changes, from: model.index, rowCounts: batch.after.rowCounts)
      cache.apply(plan, from: model.index)
      model.forget(after: batch)
      if let difference = model.difference(cache) {
        Issue.record("step \(step): \(difference) after \(batch.operations)")
        return
      }
      if step % 5 == 0 { cache.fallOutOfStep() }
    }
  }

  @Test("a row that does not exist yet gets a height; the table's rows are taken over later")
  func growing() {
    var cache = RowHeightCache()
    cache.cache(70, at: RowPosition(section: 2, row: 3))
    expectEqual(cache.rowCounts, [0, 0, 4])
    expectEqual(cache.gapCount, 3)
    var index = RowHeightIndex()
    for section in 0..<3 { index.insertSection(.init(rows: 5, rowHeight: 44), at: section) }
    cache.match(index)
    expectEqual(cache.rowCounts, [5, 5, 5])
    expectEqual(cache.height(at: RowPosition(section: 2, row: 3)), 70)
    expectEqual(cache.gapCount, 14)
    index.deleteSection(2)
    index.deleteRows(3..<5, inSection: 0)
    cache.match(index)
    expectEqual(cache.rowCounts, [3, 5])
    expect(cache.height(at: RowPosition(section: 2, row: 3)) == nil)
    cache.checkInvariants()
  }

  @Test("a height of 0 is a height")
  func zero() {
    var cache = RowHeightCache()
    let row = RowPosition(section: 0, row: 0)
    cache.cache(0, at: row)
    expectEqual(cache.height(at: row), 0)
    expect(cache.gap(from: row) == nil)
  }
}
