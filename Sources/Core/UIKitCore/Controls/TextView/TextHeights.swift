import TableModel

/// The heights of a text's rows in lines of one width, measured or estimated, and how wide the measured ones are. In
/// points; the first row begins at 0.
struct TextHeights {
  /// The width of the lines.
  let width: Double
  private var index = RowHeightIndex()
  /// The width of the longest line of each row; negative for one that was not measured.
  private var widths: [Double]

  /// - Parameter rows: the height of each row, and the width of its longest line if it is measured.
  init(width: Double, rows: some Sequence<(height: Double, width: Double?)>) {
    self.width = width
    widths = []
    index.insertSection(.init(rows: 0, rowHeight: 0), at: 0)
    index.setRows(
      rows.map { row in
        widths.append(row.width ?? -1)
        return RowRun(count: 1, height: row.height, isMeasured: row.width != nil)
      }, ofSection: 0)
  }

  /// Rows.
  var rowCount: Int { widths.count }
  /// The height of all rows.
  var total: Double { index.totalHeight }
  /// The width of the longest measured line.
  /// - Complexity: O(n), a comparison each.
  var widest: Double { widths.reduce(0, max) }

  func isMeasured(_ row: Int) -> Bool { widths[row] >= 0 }

  /// The first row at or behind another one that was not measured; nil for none.
  func unmeasured(from row: Int) -> Int? { widths[row...].firstIndex { $0 < 0 } }

  /// A row's upper edge and height.
  func band(of row: Int) -> (top: Double, height: Double) { index.band(ofRow: row, inSection: 0) }

  /// The row at a height, or the nearest one.
  func row(at y: Double) -> Int {
    let y = max(0, min(y, total.nextDown))
    return index.rows(inSection: 0, overlapping: y..<y.nextUp).first ?? rowCount - 1
  }

  /// The rows that overlap a band.
  func rows(in band: Range<Double>) -> Range<Int> { index.rows(inSection: 0, overlapping: band) }

  /// Tells the height of a row, and the width of its longest line.
  /// - Returns: by how much the rows below move down.
  mutating func measured(_ row: Int, height: Double, width: Double) -> Double {
    widths[row] = width
    return index.setHeight(height, ofRow: row, inSection: 0)
  }

  /// Exchanges rows for others of estimated heights.
  /// - Complexity: O(k log n) for k rows, and moving the widths behind them.
  mutating func replace(_ rows: Range<Int>, with heights: [Double]) {
    widths.replaceSubrange(rows, with: heights.map { _ in -1 })
    if rows.count == 1, heights.count == 1 {
      index.setHeight(heights[0], ofRows: rows, inSection: 0, isMeasured: false)
      return
    }
    index.deleteRows(rows, inSection: 0)
    for (offset, height) in heights.enumerated() {
      index.insertRows(1, at: rows.lowerBound + offset, inSection: 0, height: height, isMeasured: false)
    }
  }

  /// Has all rows measured again; their heights count as estimates.
  mutating func forget() {
    index.forgetMeasurements()
    for row in widths.indices { widths[row] = -1 }
  }
}
