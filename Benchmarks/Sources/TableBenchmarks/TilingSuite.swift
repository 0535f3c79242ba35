@preconcurrency import Benchmark
import TableModel
import TestSupport
import UIKitCore

/// Cutting the visible band out of the row heights, and the queue its cells come from.
@MainActor
func makeTilingSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Tiling")
  for rows in [1_000, 1_000_000_000] {
    let scene = TilingScene(rows: rows)
    suite.onMain("plan 14 rows, 37 points on, of \(rows)") { scene.scroll() }
    suite.onMain("plan 14 rows anywhere in \(rows)") { scene.jump() }
  }
  return suite
}

@MainActor
private final class TilingScene {
  private static let height = 60.0
  private let length: Double
  private var index = RowHeightIndex()
  private var plan = TilePlan()
  private var top = 0.0
  private var random = SeededRandom(seed: 1)

  init(rows: Int) {
    index.insertSection(RowHeightIndex.NewSection(rows: rows, rowHeight: Self.height), at: 0)
    length = Double(rows) * Self.height - 800
  }

  func scroll() {
    top = top + 37 > length ? 0 : top + 37
    plan.update(index, TilePlan.Viewport(top: top, bottom: top + 800))
  }

  func jump() {
    top = Double.random(in: 0..<length, using: &random)
    plan.update(index, TilePlan.Viewport(top: top, bottom: top + 800))
  }
}
