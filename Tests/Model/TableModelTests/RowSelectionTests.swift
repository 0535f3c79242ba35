import Expectations
import RandomSupport
import TableModelSupport
import Testing

@testable import TableModel

@Suite("RowSelection")
struct RowSelectionTests {
  /// Rows of each section; one of them is empty.
  private static let counts = [40, 0, 25, 60]

  private static func index(_ counts: [Int]) -> RowHeightIndex {
    var index = RowHeightIndex(capacity: 4)
    for (section, rows) in counts.enumerated() {
      index.insertSection(.init(rows: rows, rowHeight: 44), at: section)
    }
    return index
  }

  private static func row(_ random: inout SeededRandom) -> RowPosition {
    let section = [0, 2, 3].randomElement(using: &random) ?? 0
    return RowPosition(section: section, row: Int.random(in: 0..<counts[section], using: &random))
  }

  private static func rows(from first: RowPosition, through last: RowPosition) -> [RowPosition] {
    counts.indices.flatMap { section in (0..<counts[section]).map { RowPosition(section: section, row: $0) } }
      .filter { $0 >= first && $0 <= last }
  }

  /// One random change, made to both.
  private static func change(
    _ selection: inout RowSelection, _ naive: inout Set<RowPosition>, _ index: RowHeightIndex,
    _ random: inout SeededRandom
  ) {
    let one = row(&random)
    let other = row(&random)
    let end = min(one.row + Int.random(in: 0...8, using: &random), counts[one.section])
    let range = (one.row..<end).map { RowPosition(section: one.section, row: $0) }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<30:
      selection.insert(one)
      naive.insert(one)
    case ..<60:
      selection.remove(one)
      naive.remove(one)
    case ..<75:
      selection.insert(one.row..<end, inSection: one.section)
      naive.formUnion(range)
    case ..<93:
      selection.remove(one.row..<end, inSection: one.section)
      naive.subtract(range)
    case ..<98:
      selection.insert(from: min(one, other), through: max(one, other), of: index)
      naive.formUnion(rows(from: min(one, other), through: max(one, other)))
    case 98:
      selection.removeAll()
      naive = []
    default:
      selection.selectAll(of: index)
      naive = Set(rows(from: RowPosition(section: 0, row: 0), through: RowPosition(section: 9, row: 0)))
    }
  }

  @Test("100,000 random changes equal a set of rows")
  func randomChanges() {
    var random = SeededRandom(seed: 1)
    let index = Self.index(Self.counts)
    var selection = RowSelection()
    var naive: Set<RowPosition> = []
    for step in 0..<100_000 {
      Self.change(&selection, &naive, index, &random)
      let asked = Self.row(&random)
      guard selection.count == naive.count, selection.contains(asked) == naive.contains(asked) else {
        Issue.record("step \(step): \(selection)")
        return
      }
      guard step % 25 == 0 else { continue }
      selection.checkInvariants()
      let all = naive.sorted()
      guard selection.all == all, selection.first == all.first,
        selection.first(from: asked) == all.first(where: { $0 >= asked }),
        selection.last(before: asked) == all.last(where: { $0 < asked })
      else {
        Issue.record("step \(step): \(selection) for \(all), asked \(asked)")
        return
      }
    }
  }

  @Test("2,000 random batches of up to 50 inserts, deletes, moves and reloads carry every second row's selection along")
  func randomBatches() throws {
    for seed in 0..<200 {
      var random = SeededRandom(seed: seed)
      var table = NaiveTable()
      for _ in 0..<3 { table.addSection(Int.random(in: 0...30, using: &random), height: 44) }
      var selected = Set(table.positions.keys.filter { _ in Bool.random(using: &random) })
      var selection = RowSelection()
      for id in selected.sorted() { if let position = table.positions[id] { selection.insert(position) } }
      for step in 0..<10 {
        let batch = RandomBatch(on: table, limit: 50, isMeasured: true, using: &random)
        let index = Self.index(table.sections.map(\.rows.count))
        let plan = try UpdatePlan(batch.changes, from: index, rowCounts: batch.after.rowCounts)
        selection.apply(plan)
        selection.checkInvariants()
        table = batch.after
        let positions = table.positions
        selected = selected.filter { positions[$0] != nil && !batch.reloadedIDs.contains($0) }
        guard selection.all == selected.compactMap({ positions[$0] }).sorted() else {
          Issue.record("seed \(seed), step \(step): \(selection.all) after \(batch.operations)")
          return
        }
        if let new = positions.keys.sorted().randomElement(using: &random), let position = positions[new] {
          selected.insert(new)
          selection.insert(position)
        }
      }
    }
  }

  @Test("selecting all of 10,000,000 rows takes less than 1 ms and 1 KB")
  func selectAll() {
    let index = Self.index([10_000_000])
    let sections = Self.index(Array(repeating: 1_000_000, count: 10))
    let clock = ContinuousClock()
    for index in [index, sections] {
      var selection = RowSelection()
      let times = (0..<5).map { _ in clock.measure { selection.selectAll(of: index) } }
      expect(times.min() ?? .seconds(1) < .milliseconds(1))
      expect(selection.byteCount < 1024)
      expectEqual(selection.count, 10_000_000)
      let section = index.sectionCount - 1
      let last = RowPosition(section: section, row: index.rowCount(inSection: section) - 1)
      expect(selection.contains(last) && selection.last(before: last)?.row == last.row - 1)
    }
  }

  @Test("a range over two ends of the table joins with what it touches")
  func joining() {
    let index = Self.index(Self.counts)
    var selection = RowSelection()
    selection.insert(RowPosition(section: 0, row: 30))
    selection.insert(RowPosition(section: 2, row: 20))
    selection.insert(RowPosition(section: 3, row: 6))
    selection.insert(
      from: RowPosition(section: 0, row: 31), through: RowPosition(section: 3, row: 5), of: index)
    expectEqual(selection.runs.map(\.rows), [30..<40, 0..<25, 0..<7])
    expectEqual(selection.runs.map(\.section), [0, 2, 3])
  }
}
