import Expectations
import RandomSupport
import Testing

@testable import TableModel

@Suite("Reorder: the model")
struct ReorderModelTests {
  @Test("10,000 random drags agree with a list of all places, and leave the heights in the order of a plain array")
  func randomDrags() {
    for seed in 0..<500 {
      var random = SeededRandom(seed: seed)
      var naive = NaiveHeights.random(shortest: 1, using: &random)
      var index = naive.index
      for step in 0..<20 {
        let source = naive.randomRow(using: &random)
        let all = NaiveSlots(naive, without: source)
        let slots = ReorderSlots(index, without: source)
        let top = Double(Int.random(in: -20...(Int(naive.totalHeight) * 2 + 20), using: &random)) / 2
        let target = slots.slot(nearestTo: top)
        guard target == all.slot(nearestTo: top), slots.contains(target) else {
          Issue.record("seed \(seed), step \(step): \(target) at \(top), not \(all.slot(nearestTo: top))")
          return
        }
        let move = RowMove(source: source, target: target)
        let shown = move.shown(index)
        naive.move(source, to: target)
        let gap = shown.band(ofRow: target.row, inSection: target.section)
        let expected = naive.band(ofRow: target.row, inSection: target.section)
        index.moveRow(source, to: target)
        index.checkInvariants()
        guard gap == expected, shown.totalHeight == naive.totalHeight else {
          Issue.record("seed \(seed), step \(step): the gap is \(gap), not \(expected)")
          return
        }
      }
    }
  }

  @Test("the place found is the nearest also among rows of no height")
  func hiddenRows() {
    for seed in 0..<500 {
      var random = SeededRandom(seed: seed)
      let naive = NaiveHeights.random(shortest: 0, using: &random)
      let source = naive.randomRow(using: &random)
      let slots = ReorderSlots(naive.index, without: source)
      let all = NaiveSlots(naive, without: source)
      let top = Double(Int.random(in: 0...max(1, Int(naive.totalHeight)), using: &random))
      let target = slots.slot(nearestTo: top)
      guard let edge = all.edges.first(where: { $0.slots.contains(target) }) else {
        Issue.record("seed \(seed): \(target) is no place")
        continue
      }
      let nearest = all.edge(nearestTo: min(top, all.edges.last?.y ?? 0))
      expectEqual(abs(edge.y - top), abs(nearest.y - top), "seed \(seed), \(top)")
    }
  }

  @Test("a row goes to any place there is: each is found somewhere")
  func everyPlaceIsReached() {
    for seed in 0..<120 { expectEveryPlaceIsReached(seed) }
  }

  private func expectEveryPlaceIsReached(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    let naive = NaiveHeights.random(shortest: 1, using: &random)
    let source = naive.randomRow(using: &random)
    let slots = ReorderSlots(naive.index, without: source)
    var found: Set<RowPosition> = []
    for step in -20...(Int(naive.totalHeight) + 20) { found.insert(slots.slot(nearestTo: Double(step))) }
    let all = Set(NaiveSlots(naive, without: source).edges.flatMap(\.slots))
    expectEqual(found, all, "seed \(seed), from \(source)")
  }

  @Test("rows of the data and rows on screen are translated into each other, the gap into none")
  func translation() {
    for seed in 0..<300 {
      var random = SeededRandom(seed: seed)
      let naive = NaiveHeights.random(shortest: 1, using: &random)
      let source = naive.randomRow(using: &random)
      let slots = ReorderSlots(naive.index, without: source)
      let section = Int.random(in: naive.sections.indices, using: &random)
      let row = Int.random(in: 0..<slots.count(inSection: section), using: &random)
      let move = RowMove(source: source, target: RowPosition(section: section, row: row))
      var order: [[RowPosition]] = naive.sections.indices.map { section in
        naive.sections[section].rows.indices.map { RowPosition(section: section, row: $0) }
      }
      order[source.section].remove(at: source.row)
      order[section].insert(source, at: row)
      for (section, rows) in order.enumerated() {
        for (row, original) in rows.enumerated() {
          let shown = RowPosition(section: section, row: row)
          let back = move.position(shownAt: shown)
          guard move.shownPosition(of: original) == shown, back == (original == source ? nil : original) else {
            Issue.record("seed \(seed): \(original) at \(shown)")
            return
          }
        }
      }
      var plan = TilePlan()
      plan.update(move.shown(naive.index), .init(top: 0, bottom: naive.totalHeight))
      plan.leaveGap(of: move)
      expectEqual(plan.rows.map(\.position), order.joined().filter { $0 != source }.sorted(), "seed \(seed)")
      expectEqual(plan.firstEstimated, plan.rows.first { !$0.isMeasured }, "seed \(seed)")
    }
  }

  @Test("a long way through ten million rows costs no more than a short one")
  func longDrag() {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 10_000_000, rowHeight: 44), at: 0)
    let slots = ReorderSlots(index, without: RowPosition(section: 0, row: 3))
    for row in stride(from: 0, to: 9_999_999, by: 999_983) {
      expectEqual(slots.slot(nearestTo: Double(row) * 44 + 21), RowPosition(section: 0, row: row))
      expectEqual(slots.slot(nearestTo: Double(row) * 44 + 22), RowPosition(section: 0, row: row + 1))
    }
    let move = RowMove(source: RowPosition(section: 0, row: 3), target: RowPosition(section: 0, row: 9_000_000))
    expectEqual(move.shown(index).totalHeight, index.totalHeight)
    expect(move.shown(index).byteCount < 100_000)
  }
}
