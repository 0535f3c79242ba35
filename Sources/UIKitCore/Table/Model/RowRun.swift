/// Consecutive rows of one height, either all measured or all estimated.
package struct RowRun: SummedElement, Equatable {
  /// Height of every row, in points.
  package let height: Double
  /// The number of rows, with the lowest bit set when the height is measured.
  private var code: Int

  /// - Precondition: `count >= 0`; `height` is finite and not negative.
  package init(count: Int, height: Double, isMeasured: Bool) {
    self.height = height
    code = count << 1 | (isMeasured ? 1 : 0)
  }

  /// No rows.
  package static let vacant = RowRun(count: 0, height: 0, isMeasured: false)

  /// Rows in the run.
  package var weight: Int { code >> 1 }
  /// Points of the whole run: one multiplication, hence rounded once however many rows there are.
  package var length: Double { Double(weight) * height }
  /// False while the height is only an estimate.
  package var isMeasured: Bool { code & 1 == 1 }

  /// The first `weight` rows and the rest, both of the same height.
  package func split(at weight: Int) -> (RowRun, RowRun) {
    (
      RowRun(count: weight, height: height, isMeasured: isMeasured),
      RowRun(count: self.weight - weight, height: height, isMeasured: isMeasured)
    )
  }

  /// Takes in rows of the same height that are measured, or estimated, alike.
  package mutating func absorb(_ next: RowRun) -> Bool {
    guard next.height == height, next.isMeasured == isMeasured else { return false }
    code += next.weight << 1
    return true
  }

  /// The row that covers `offset` points from the run's start, clamped to the run.
  /// - Precondition: the run is not empty.
  func row(at offset: Double) -> Int {
    guard height > 0 else { return 0 }
    let last = weight - 1
    var row = min(max(Int(min(offset / height, Double(last))), 0), last)
    // The quotient is rounded; the products are what positions are made of, so they decide.
    while row > 0, Double(row) * height > offset { row -= 1 }
    while row < last, Double(row + 1) * height <= offset { row += 1 }
    return row
  }
}
