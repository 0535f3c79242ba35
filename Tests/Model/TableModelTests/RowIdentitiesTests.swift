import Expectations
import RandomSupport
import TableModelSupport
import Testing

@testable import TableModel

@Suite("Numbers of rows: they stay with the rows through updates")
struct RowIdentitiesTests {
  @Test("random batches leave each row its number, and give none to another")
  func randomBatches() throws {
    for seed in 0..<300 {
      var random = SeededRandom(seed: seed)
      var table = NaiveTable()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        table.addSection(Int.random(in: 0...6, using: &random), height: 40)
      }
      var index = RowHeightIndex()
      for (number, section) in table.sections.enumerated() {
        index.insertSection(.init(rows: section.rows.count, rowHeight: 40), at: number)
      }
      var identities = RowIdentities()
      var told: [Int: Int] = [:]
      for step in 0..<12 {
        for (id, place) in table.positions where Bool.random(using: &random) {
          let number = identities.number(of: place, among: table.sections[place.section].rows.count)
          expectEqual(told[id] ?? number, number, "seed \(seed), step \(step): row \(id) has another number")
          expect(told.allSatisfy { $0.key == id || $0.value != number }, "seed \(seed), step \(step): a number twice")
          told[id] = number
        }
        let batch = RandomBatch(
          on: table, limit: Int.random(in: 1...8, using: &random), isMeasured: true, using: &random)
        let plan = try UpdatePlan(batch.changes, from: index, rowCounts: batch.after.rowCounts)
        index.apply(plan, rowHeight: RandomBatch.newHeight, isMeasured: true)
        identities.apply(plan)
        identities.checkInvariants()
        let old = table.positions
        table = batch.after
        let now = table.positions
        for (id, number) in told {
          let place = old[id].flatMap { plan.newPosition(of: $0) }
          expectEqual(identities.row(numbered: number), place, "seed \(seed), step \(step): row \(id)")
          if place == nil || now[id] != place { told[id] = nil }
        }
      }
    }
  }

  @Test("a walk over a million of a billion rows keeps one run; counts that fall take the numbers of what is gone")
  func walk() {
    var identities = RowIdentities()
    for row in 0..<1_000_000 {
      let number = identities.number(of: RowPosition(section: 0, row: row), among: 1_000_000_000)
      guard identities.row(numbered: number)?.row == row else {
        Issue.record("row \(row) is not found by its number \(number)")
        return
      }
    }
    expect(identities.byteCount < 1024)
    let last = identities.number(of: RowPosition(section: 0, row: 999_999_999), among: 1_000_000_000)
    let first = identities.number(of: RowPosition(section: 0, row: 0), among: 1_000_000_000)
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 10, rowHeight: 40), at: 0)
    identities.keep(existingIn: index)
    expect(identities.row(numbered: last) == nil)
    expectEqual(identities.row(numbered: first), RowPosition(section: 0, row: 0))
  }

  @Test("more pieces than are kept have all rows numbered anew, and old numbers name none")
  func limit() {
    var identities = RowIdentities()
    let first = identities.number(of: RowPosition(section: 0, row: 0), among: 1)
    for section in 1...RowIdentities.mostRuns {
      _ = identities.number(of: RowPosition(section: section * 2, row: 0), among: 1)
    }
    expect(identities.row(numbered: first) == nil)
    expect(identities.byteCount <= RowIdentities.mostRuns * 96)
    let again = identities.number(of: RowPosition(section: 0, row: 0), among: 1)
    expect(again != first)
    expectEqual(identities.row(numbered: again), RowPosition(section: 0, row: 0))
    identities.checkInvariants()
  }
}
