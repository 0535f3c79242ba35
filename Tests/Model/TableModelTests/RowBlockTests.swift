import Expectations
import RandomSupport
import Testing

@testable import TableModel

@Suite("Row heights are packed without loss")
struct RowBlockTests {
  static let heights: [(format: RowFormat, heights: [Double])] = [
    (.two, [0, 44, 44.5, 43.984375, 511.984375]),
    (.four, [44 + 0x1p-20, Double(Float(44.1)), 2047.5]),
    (.seven, [44.1, 0, 4, 1023.999, 100.0 / 3]),
    (.eight, [3.9, 0x1p-30, 1024.1, 1e9]),
  ]

  @Test("a block takes the narrowest format for its heights, and gives the same doubles back", arguments: heights)
  func formats(format: RowFormat, heights: [Double]) {
    let runs = heights.enumerated().map { RowRun(count: 1, height: $1, isMeasured: $0 % 2 == 0) }
    var packer = RowPacker(limit: 512)
    for run in runs { packer.append(run) }
    let block = packer.finish()[0]
    expectEqual(block.format, format)
    for (row, run) in runs.enumerated() { expectEqual(block.run(holding: row).run, run) }
    block.checkInvariants()
  }

  @Test("a height that does not fit widens its block and changes no other")
  func widening() {
    let heights = (0..<300).map { Double($0 % 7) + 40 }
    var rows = RowRuns(heights.map { RowRun(count: 1, height: $0, isMeasured: true) }, capacity: 32)
    for (row, height) in [(100, 44.1), (200, 0.3)] {
      rows.replace(row..<row + 1, with: RowRun(count: 1, height: height, isMeasured: true))
    }
    for row in heights.indices {
      expectEqual(rows.run(holding: row).run.height, (row == 100 ? 44.1 : row == 200 ? 0.3 : heights[row]))
    }
    rows.checkInvariants()
  }

  @Test("rows behind a large gap keep their heights when the block gives memory back")
  func shrinking() {
    var heights = (0..<500).map { Double($0) }
    var rows = RowRuns(heights.map { RowRun(count: 1, height: $0, isMeasured: true) }, capacity: 32)
    let full = rows.byteCount
    rows.replace(20..<420, with: .vacant)
    heights.removeSubrange(20..<420)
    expect(rows.byteCount < full / 2)
    for row in heights.indices { expectEqual(rows.run(holding: row).run.height, heights[row]) }
    rows.checkInvariants()
  }

  @Test(
    "individual heights take at most 8 bytes a row, also after many changes",
    arguments: [(false, 3.0), (true, 8.0)])
  func bytes(isAnyDouble: Bool, most: Double) {
    var random = SeededRandom(seed: 4)
    let count = 100_000
    func height() -> Double {
      isAnyDouble ? Double.random(in: 20...90, using: &random) : Double(Int.random(in: 40...400, using: &random)) / 4
    }
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 0, rowHeight: 0), at: 0)
    index.setRows((0..<count).map { _ in RowRun(count: 1, height: height(), isMeasured: true) }, ofSection: 0)
    expect(Double(index.byteCount) / Double(count) <= most)
    for _ in 0..<count / 40 {
      func row() -> Int { Int.random(in: 0..<count - 1, using: &random) }
      index.setHeight(height(), ofRow: row(), inSection: 0)
      index.insertRows(1, at: row(), inSection: 0, height: height())
      let deleted = row()
      index.deleteRows(deleted..<deleted + 1, inSection: 0)
      index.moveRow(RowPosition(section: 0, row: row()), to: RowPosition(section: 0, row: row()))
    }
    expect(Double(index.byteCount) / Double(count) <= most)
    index.checkInvariants()
  }

  @Test("a billion rows of one height take no memory of their own")
  func uniform() {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 1_000, rowHeight: 44), at: 0)
    let thousand = index.byteCount
    index.insertRows(999_999_000, at: 500, inSection: 0, height: 44)
    expectEqual(index.byteCount, thousand)
  }
}
