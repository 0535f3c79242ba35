@preconcurrency import Benchmark
import TestSupport
import UIKitCore

/// One operation on a million rows of which each has its own height.
@MainActor
func makeRowHeightIndexSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Row height index, 1 M heights")
  let scene = IndexScene()
  suite.onMain("set a height") { scene.setHeight() }
  suite.onMain("insert a row, delete a row") { scene.insertAndDelete() }
  suite.onMain("move a row") { scene.move() }
  suite.onMain("row at a place") { scene.place() }
  suite.onMain("place of a row") { scene.band() }
  suite.onMain("tile plan of a screen") { scene.plan() }
  return suite
}

@MainActor
private final class IndexScene {
  private static let rows = 1_000_000
  private var index = RowHeightIndex()
  private var random = SeededRandom(seed: 1)
  private var tiles = TilePlan()

  init() {
    index.insertSection(
      RowHeightIndex.NewSection(rows: 0, rowHeight: 44), at: 0)
    index.setRows(
      (0..<Self.rows).lazy.map {
        RowRun(count: 1, height: 30 + Double($0 &* 7 % 60), isMeasured: true)
      }, ofSection: 0)
  }

  private func row() -> Int { Int.random(in: 0..<Self.rows, using: &random) }

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

  func place() { _ = index.place(at: Double.random(in: 0..<59_000_000, using: &random)) }

  func band() { _ = index.band(ofRow: row(), inSection: 0) }

  func plan() {
    let top = Double.random(in: 0..<58_000_000, using: &random)
    tiles.update(index, TilePlan.Viewport(top: top, bottom: top + 800))
  }
}
