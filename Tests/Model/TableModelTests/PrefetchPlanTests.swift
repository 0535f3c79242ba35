import Expectations
import RandomSupport
import Testing

@testable import TableModel

@Suite("PrefetchPlan")
struct PrefetchPlanTests {
  private static func index(_ counts: [Int]) -> RowHeightIndex {
    var index = RowHeightIndex(capacity: 4)
    for (section, rows) in counts.enumerated() {
      index.insertSection(.init(rows: rows, rowHeight: 44), at: section)
    }
    return index
  }

  private static func rows(_ numbers: some Sequence<Int>, _ section: Int = 0) -> ContiguousArray<RowPosition> {
    ContiguousArray(numbers.map { RowPosition(section: section, row: $0) })
  }

  private static func row(_ number: Int, _ section: Int = 0) -> RowPosition {
    RowPosition(section: section, row: number)
  }

  /// A plan, and the calls it leads to.
  private final class Walk {
    typealias Calls = (announced: ContiguousArray<RowPosition>, calledOff: ContiguousArray<RowPosition>)

    var plan = PrefetchPlan()
    var index: RowHeightIndex

    init(_ counts: [Int]) { index = PrefetchPlanTests.index(counts) }

    func show(_ rows: ClosedRange<Int>, section: Int = 0, ahead: Int = 5) -> Calls {
      plan.update(
        first: RowPosition(section: section, row: rows.lowerBound),
        last: RowPosition(section: section, row: rows.upperBound), ahead: ahead, in: index)
      return calls()
    }

    func calls() -> Calls { (plan.takeAnnounced(), plan.takeCalledOff()) }
  }

  @Test("rows ahead are announced nearest first, and then only those that come into reach")
  func forward() {
    let walk = Walk([100])
    expectEqual(walk.show(0...9).announced, Self.rows(10...14))
    expectEqual(walk.show(1...10).announced, Self.rows([15]))
    expect(!walk.plan.needsUpdate(first: Self.row(1), last: Self.row(10)))
    expect(walk.show(1...10).announced.isEmpty)
    expectEqual(walk.show(3...12, ahead: 8).announced, Self.rows(16...20))
    let slower = walk.show(4...13, ahead: 2)
    expect(slower.announced.isEmpty && slower.calledOff.isEmpty, "announced rows stay announced")
  }

  @Test("turning back calls all off and announces upwards; rows that only leave do not turn it")
  func turning() {
    let walk = Walk([100])
    _ = walk.show(40...49)
    _ = walk.show(41...50)
    let smaller = walk.show(42...49)
    expect(smaller.announced.isEmpty && smaller.calledOff.isEmpty)
    let back = walk.show(39...48)
    expectEqual(back.calledOff, Self.rows(51...55))
    expectEqual(back.announced, Self.rows((34...38).reversed()))
    expect(!walk.plan.isDown)
    let forth = walk.show(45...54)
    expectEqual(forth.calledOff, Self.rows((34...38).reversed()))
    expectEqual(forth.announced, Self.rows(55...59))
  }

  @Test("a jump calls off what was announced; rows passed without being shown are called off too")
  func jumping() {
    let walk = Walk([1000])
    _ = walk.show(0...9)
    let jump = walk.show(500...509)
    expectEqual(jump.calledOff, Self.rows(10...14))
    expectEqual(jump.announced, Self.rows(510...514))
    let passed = walk.show(512...521)
    expectEqual(passed.calledOff, Self.rows([510, 511]))
    expectEqual(passed.announced, Self.rows(522...526))
    let up = walk.show(100...109)
    expectEqual(up.calledOff, Self.rows(522...526))
    expectEqual(up.announced, Self.rows((95...99).reversed()))
  }

  @Test("empty sections are passed over, up to a limit; the ends of the table announce nothing")
  func sections() {
    let walk = Walk([3, 0, 0, 2, 4])
    expectEqual(walk.show(0...1).announced, Self.rows([2]) + Self.rows(0...1, 3) + Self.rows(0...1, 4))
    let end = walk.show(1...3, section: 4)
    expect(end.announced.isEmpty)
    expectEqual(end.calledOff, Self.rows([2]) + Self.rows(0...1, 3) + Self.rows([0], 4))
    let far = Walk([2] + Array(repeating: 0, count: 10_000) + [2])
    expectEqual(far.show(0...0).announced, Self.rows([1]))
  }

  @Test("never more than the limit, however small the rows")
  func limited() {
    let walk = Walk([1_000_000])
    expectEqual(walk.show(0...2000, ahead: 6000).announced.count, PrefetchPlan.limit)
  }

  @Test("after a reload the rows announced before are called off where they still exist, unless they are shown")
  func reloading() {
    let walk = Walk([100])
    _ = walk.show(0...9, ahead: 10)
    walk.plan.reset()
    walk.index = Self.index([15])
    let again = walk.show(0...11, ahead: 10)
    expectEqual(again.calledOff, Self.rows(12...14))
    expectEqual(again.announced, Self.rows(12...14))
  }

  @Test("rows not announced yet are forgotten when the table changes in between")
  func untold() {
    let walk = Walk([100])
    walk.plan.update(first: Self.row(0), last: Self.row(9), ahead: 5, in: walk.index)
    walk.plan.renumber { $0 }
    expect(walk.calls().announced.isEmpty)
    expectEqual(walk.show(0...9).announced, Self.rows(10...14))
    walk.plan.stop()
    expectEqual(walk.calls().calledOff, Self.rows(10...14))
    expect(walk.plan.outstanding.isEmpty)
  }

  /// The random table: rows have numbers of their own, and each is in one of three states.
  private struct Naive {
    var rows: [[Int]]
    var announced: Set<Int> = []

    func id(_ position: RowPosition) -> Int { rows[position.section][position.row] }

    func positions() -> [RowPosition] {
      rows.indices.flatMap { section in rows[section].indices.map { RowPosition(section: section, row: $0) } }
    }
  }

  @Test("over random scrolls, jumps, batches and reloads no row is announced twice, on screen, or called off in vain")
  func random() {
    for seed in 0..<120 {
      var random = SeededRandom(seed: seed)
      var next = 0
      func fresh(_ count: Int) -> [Int] {
        defer { next += count }
        return Array(next..<(next + count))
      }
      var naive = Naive(rows: (0..<4).map { _ in fresh(Int.random(in: 0...40, using: &random)) })
      var plan = PrefetchPlan()
      var first = 0
      for step in 0..<80 {
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
          plan.reset()
          let kept = Set(naive.positions())
          naive.rows = naive.rows.map { _ in fresh(Int.random(in: 0...40, using: &random)) }
          // The plan goes by paths after a reload.
          naive.announced = Set(
            plan.stale.filter { kept.contains($0) && naive.positions().contains($0) }.map(naive.id))
        case 1, 2:
          let old = naive
          for section in naive.rows.indices {
            naive.rows[section].removeAll { _ in Int.random(in: 0..<6, using: &random) == 0 }
            let place = Int.random(in: 0...naive.rows[section].count, using: &random)
            naive.rows[section].insert(contentsOf: fresh(Int.random(in: 0...3, using: &random)), at: place)
          }
          naive.rows.swapAt(0, Int.random(in: 0..<4, using: &random))
          let places = Dictionary(uniqueKeysWithValues: naive.positions().map { (naive.id($0), $0) })
          plan.renumber { places[old.id($0)] }
          naive.announced.formIntersection(places.keys)
        case 3: first = Int.random(in: 0..<150, using: &random)
        case ..<12: first += Int.random(in: 0...4, using: &random)
        default: first -= Int.random(in: 0...4, using: &random)
        }
        let all = naive.positions()
        guard !all.isEmpty else { continue }
        first = min(max(first, 0), all.count - 1)
        let shown = Array(all[first..<min(first + Int.random(in: 5...8, using: &random), all.count)])
        let index = Self.index(naive.rows.map(\.count))
        plan.update(
          first: shown[0], last: shown[shown.count - 1], ahead: Int.random(in: 1...12, using: &random), in: index)
        for row in plan.takeCalledOff() {
          let wasAnnounced = naive.announced.remove(naive.id(row)) != nil
          expect(wasAnnounced, "seed \(seed), step \(step): \(row) was not announced")
          expect(!shown.contains(row), "seed \(seed), step \(step): \(row) is on screen")
        }
        naive.announced.subtract(shown.map(naive.id))
        let announced = plan.takeAnnounced()
        for row in announced {
          let isNew = naive.announced.insert(naive.id(row)).inserted
          expect(isNew, "seed \(seed), step \(step): \(row) again")
          expect(!shown.contains(row), "seed \(seed), step \(step): \(row) is on screen")
        }
        let near = announced.map { plan.isDown ? $0 : RowPosition(section: -$0.section, row: -$0.row) }
        expectEqual(near, near.sorted(), "seed \(seed), step \(step): the nearest come first")
        expectEqual(naive.announced, Set(plan.outstanding.map(naive.id)), "seed \(seed), step \(step)")
      }
    }
  }
}
