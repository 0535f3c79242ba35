@preconcurrency import Benchmark
import TableModel
import TestSupport
import UIKitCore

/// A batch of 1,000 operations on rows of which each has its own height: planned, checked, and carried out on heights
/// and on a selection of all rows. The figures are at most 3 ms at 100,000 rows, and at most three times that at
/// 10,000,000.
@MainActor
func makeUpdatesSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Updates")
  let small = Lazily { BatchScene(rows: 100_000) }
  let large = Lazily {
    let scene = BatchScene(rows: 10_000_000)
    BatchScene.printRatio(of: scene, to: small.value)
    return scene
  }
  suite.onMain("1,000 operations on 100 k rows") { small.value.run() }
  suite.onMain("1,000 operations on 10 M rows") { large.value.run() }
  return suite
}

/// Batches that end with as many rows as they began with, one after another on the same table.
@MainActor
private final class BatchScene {
  private static let batches = 64
  private static let kinds = 250

  private var index = RowHeightIndex()
  /// All rows.
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

  /// Says how the best of many batches compare.
  static func printRatio(of large: BatchScene, to small: BatchScene) {
    func best(_ scene: BatchScene) -> Double {
      let clock = ContinuousClock()
      let times = (0..<batches).map { _ in clock.measure { scene.run() } }
      return (times.min() ?? .zero) / .milliseconds(1)
    }
    let times = (small: best(small), large: best(large))
    func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
    print(
      "1,000 operations: \(rounded(times.small)) ms on 100 k rows, \(rounded(times.large)) ms on 10 M rows,"
        + " \(rounded(times.large / times.small)) times as long")
  }

  func run() {
    next = (next + 1) % Self.batches
    guard let plan = try? UpdatePlan(prepared[next], from: index, rowCounts: counts) else {
      preconditionFailure("the batch fits the rows")
    }
    index.apply(plan, rowHeight: 44, isMeasured: false)
    var followed = selection
    followed.apply(plan)
  }
}
