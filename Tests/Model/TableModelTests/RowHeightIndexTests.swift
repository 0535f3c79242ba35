import Expectations
import Foundation
import RandomSupport
import Testing

@testable import TableModel

@Suite("RowHeightIndex")
struct RowHeightIndexTests {
  /// Scripts to run; the environment can ask for more, `HEIGHT_SCRIPTS=100000` for a long look.
  static let scripts = ProcessInfo.processInfo.environment["HEIGHT_SCRIPTS"].flatMap(Int.init) ?? 2000

  @Test("agrees with a naive model through seeded random scripts", arguments: 0..<4)
  func randomScripts(part: Int) {
    for seed in stride(from: part, to: Self.scripts, by: 4) {
      var script = HeightScript(seed: seed, capacity: 4 + seed / 4 % 3 * 2)
      for _ in 0..<8 { script.step() }
      script.compare()
    }
  }

  @Test("agrees with a naive model through long scripts on hundreds of rows", arguments: 0..<4)
  func longScripts(seed: Int) {
    var script = HeightScript(seed: 1_000_000 + seed, capacity: 4, largestInsertion: 40)
    for step in 0..<300 {
      script.step()
      if step % 100 == 99 { script.compare() }
    }
  }

  @Test("a billion rows are one run and every row lies where the exact product and sum say, rounded once")
  func billionRows() {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 1_000_000_000, rowHeight: 44.1, header: 28), at: 0)
    expectEqual(index.rowCount, 1_000_000_000)
    expectEqual(index.totalHeight, 28.0.addingProduct(44.1, 1_000_000_000))
    for row in [0, 1, 7, 123_456_789, 999_999_998, 999_999_999] {
      let band = index.band(ofRow: row, inSection: 0)
      expectEqual(band.top, 28.0.addingProduct(Double(row), 44.1))
      expectEqual(band.height, 44.1)
      expectEqual(index.place(at: band.top), .row(RowPosition(section: 0, row: row)))
      if row > 0 { expectEqual(index.place(at: band.top.nextDown), .row(RowPosition(section: 0, row: row - 1))) }
    }
  }

  @Test("one changed row in a billion splits the run in three and moves what follows by the difference")
  func changeInABillion() {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 1_000_000_000, rowHeight: 60), at: 0)
    expectEqual(index.setHeight(100, ofRow: 500_000_000, inSection: 0), 40)
    expectEqual(index.band(ofRow: 499_999_999, inSection: 0).top, 499_999_999 * 60)
    expectEqual(index.band(ofRow: 500_000_001, inSection: 0).top, 500_000_000 * 60 + 100)
    expectEqual(index.band(ofRow: 999_999_999, inSection: 0).top, 999_999_998 * 60 + 100)
    index.deleteRows(500_000_000..<500_000_001, inSection: 0)
    expectEqual(index.totalHeight, 999_999_999 * 60)
    index.checkInvariants()
  }

  @Test("estimated rows stay estimates until they are measured")
  func estimates() {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 10, rowHeight: 44, isMeasured: false), at: 0)
    expect(!index.isMeasured(row: 3, inSection: 0))
    expectEqual(index.setHeight(44, ofRow: 3, inSection: 0), 0)
    expect(index.isMeasured(row: 3, inSection: 0))
    expect(!index.isMeasured(row: 2, inSection: 0))
    expect(!index.isMeasured(row: 4, inSection: 0))
  }

  @Test("rows and parts of no height cover no point")
  func emptyParts() {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 1_000_000_000, rowHeight: 0, header: 10), at: 0)
    index.insertSection(.init(rows: 0, rowHeight: 44, footer: 5), at: 1)
    expectEqual(index.place(at: 9.5), .header(section: 0))
    expectEqual(index.place(at: 10), .footer(section: 1))
    expectEqual(index.place(at: 15), .outside)
    expectEqual(index.place(at: -0.5), .outside)
    expectEqual(RowHeightIndex().place(at: 0), .outside)
  }

  @Test("loading individual heights joins equal neighbours and keeps order")
  func loadingRuns() {
    var index = RowHeightIndex(capacity: 4)
    index.insertSection(.init(rows: 3, rowHeight: 1), at: 0)
    let heights = (0..<1000).map { (row: Int) -> Double in Double(row * 7919 % 13 + 1) / 2 }
    index.setRows(heights.map { RowRun(count: 1, height: $0, isMeasured: true) }, ofSection: 0)
    index.checkInvariants()
    expectEqual(index.rowCount, 1000)
    var top = 0.0
    for row in heights.indices {
      expect(index.band(ofRow: row, inSection: 0) == (top, heights[row]))
      top += heights[row]
    }
  }

  @Test("a copy keeps its heights when the original changes")
  func valueSemantics() {
    var index = RowHeightIndex(capacity: 4)
    index.insertSection(.init(rows: 100, rowHeight: 10), at: 0)
    for row in stride(from: 0, to: 100, by: 3) { index.setHeight(20, ofRow: row, inSection: 0) }
    let copy = index
    index.deleteRows(0..<90, inSection: 0)
    index.setHeight(1, ofRows: 0..<10, inSection: 0)
    expectEqual(copy.totalHeight, 100 * 10 + 34 * 10)
    expectEqual(copy.rowCount, 100)
    copy.checkInvariants()
  }

  @Test("ten thousand sections are inserted, moved and deleted in order")
  func manySections() {
    var index = RowHeightIndex()
    for section in 0..<10_000 {
      index.insertSection(.init(rows: section % 5, rowHeight: 10, header: Double(section % 7)), at: section)
    }
    index.checkInvariants()
    index.moveSection(9_999, to: 0)
    expectEqual(index.rowCount(inSection: 0), 4)
    expectEqual(index.rowCount(inSection: 1), 0)
    index.deleteSection(0)
    expectEqual(index.sectionCount, 9_999)
    var top = 0
    for section in 0..<9 { top += section % 5 * 10 + section % 7 }
    expectEqual(index.layout(ofSection: 9).top, Double(top))
    index.checkInvariants()
  }
}

@Suite("RowHeightIndex is exact")
struct RowHeightIndexExactnessTests {
  @Test("after many changes every place is the exact sum of what is above, rounded once")
  func noDrift() {
    var random = SeededRandom(seed: 5)
    var index = RowHeightIndex()
    var heights = (0..<300).map { _ in Double.random(in: 1...1000, using: &random) }
    index.insertSection(.init(rows: 0, rowHeight: 0), at: 0)
    index.setRows(heights.map { RowRun(count: 1, height: $0, isMeasured: true) }, ofSection: 0)
    index.insertRows(1_000_000_000, at: 0, inSection: 0, height: 33.3)
    for _ in 0..<20_000 {
      let row = Int.random(in: 0..<300, using: &random)
      heights[row] = Double.random(in: 1...1000, using: &random)
      index.setHeight(heights[row], ofRow: 1_000_000_000 + row, inSection: 0)
    }
    var top = ExactLength(points: 33.3) * 1_000_000_000
    for row in heights.indices {
      expect(index.band(ofRow: 1_000_000_000 + row, inSection: 0) == (top.points, heights[row]))
      expectEqual(index.place(at: top.points), .row(RowPosition(section: 0, row: 1_000_000_000 + row)))
      top += ExactLength(points: heights[row])
    }
    expectEqual(index.totalHeight, top.points)
    for row in heights.indices { index.setHeight(33.3, ofRow: 1_000_000_000 + row, inSection: 0) }
    expectEqual(index.totalHeight, 33.3 * 1_000_000_300)
  }
}
