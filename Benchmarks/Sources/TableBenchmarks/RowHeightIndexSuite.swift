@preconcurrency import Benchmark
import TableModel
import TestSupport
import UIKitCore

/// One operation on ten million rows of which each has its own height, and batches of a thousand.
@MainActor
func makeRowHeightIndexSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Row height index, 10 M heights")
  let scene = Lazily { IndexScene(rows: 10_000_000) }
  suite.onMain("set a height") { scene.value.setHeight() }
  suite.onMain("insert a row, delete a row") { scene.value.insertAndDelete() }
  suite.onMain("move a row") { scene.value.move() }
  suite.onMain("row at a place") { scene.value.place() }
  suite.onMain("place of a row") { scene.value.band() }
  suite.onMain("tile plan of a screen") { scene.value.plan() }
  suite.onMain("batch of 1000 changes") { scene.value.batch() }
  let small = Lazily { IndexScene(rows: 100_000) }
  suite.onMain("batch of 1000 changes, 100 k heights") { small.value.batch() }
  suite.onMain("open a billion rows of one height") { IndexScene.open(1_000_000_000) }
  suite.onMain("open a thousand rows of one height") { IndexScene.open(1_000) }
  return suite
}

@MainActor
private final class IndexScene {
  private var index = RowHeightIndex()
  private var random = SeededRandom(seed: 1)
  private var tiles = TilePlan()

  init(rows: Int) {
    index.insertSection(RowHeightIndex.NewSection(rows: 0, rowHeight: 44), at: 0)
    var heights = random
    index.setRows(
      (0..<rows).lazy.map { _ in
        RowRun(count: 1, height: Double(Int.random(in: 40...180, using: &heights)) / 2, isMeasured: true)
      }, ofSection: 0)
    let bytes = Double(index.byteCount) / Double(rows)
    print("\(rows) rows of individual heights: \((bytes * 100).rounded() / 100) bytes a row")
  }

  static func open(_ rows: Int) {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: rows, rowHeight: 44), at: 0)
  }

  private func row() -> Int { Int.random(in: 0..<index.rowCount - 1, using: &random) }

  func setHeight() {
    _ = index.setHeight(Double.random(in: 20...90, using: &random), ofRow: row(), inSection: 0)
  }

  func insertAndDelete() {
    index.insertRows(1, at: row(), inSection: 0, height: 50)
    let deleted = row()
    index.deleteRows(deleted..<deleted + 1, inSection: 0)
  }

  func move() {
    index.moveRow(
      RowPosition(section: 0, row: row()), to: RowPosition(section: 0, row: row()))
  }

  /// 500 rows move, 250 go, 250 come.
  func batch() {
    var changes = HeightChanges()
    let step = index.rowCount / 1000
    for slot in 0..<250 {
      let row = slot * step * 4
      changes.deletedRows.append((0, row..<row + 1))
      changes.insertedRows.append(
        (RowPosition(section: 0, row: row), RowRun(count: 1, height: 33, isMeasured: true)))
      for start in [row + step, row + 2 * step] {
        changes.movedRows.append(
          (RowPosition(section: 0, row: start), RowPosition(section: 0, row: start + step / 2)))
      }
    }
    index.apply(changes)
  }

  func place() { _ = index.place(at: Double.random(in: 0..<index.totalHeight, using: &random)) }

  func band() { _ = index.band(ofRow: row(), inSection: 0) }

  func plan() {
    let top = Double.random(in: 0..<index.totalHeight, using: &random)
    tiles.update(index, TilePlan.Viewport(top: top, bottom: top + 800))
  }
}
