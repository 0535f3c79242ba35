/// Consecutive rows of one height, either all measured or all estimated.
package struct RowRun: Equatable {
  /// Height of every row, in points.
  package let height: Double
  /// The number of rows, with the lowest bit set when the height is measured.
  private var code: Int

  /// - Precondition: `count >= 0`; `height` is finite and not negative.
  package init(count: Int, height: Double, isMeasured: Bool) {
    // Turns -0 into 0, so that the sign is free in packed codes.
    self.height = height + 0
    code = count << 1 | (isMeasured ? 1 : 0)
  }

  /// No rows.
  package static let vacant = RowRun(count: 0, height: 0, isMeasured: false)

  /// Rows in the run.
  package var weight: Int { code >> 1 }
  /// Points of the whole run.
  package var length: ExactLength { ExactLength(points: height) * weight }
  /// False while the height is only an estimate.
  package var isMeasured: Bool { code & 1 == 1 }

  /// The same height for another number of rows.
  func with(count: Int) -> RowRun { RowRun(count: count, height: height, isMeasured: isMeasured) }

  /// Whether rows of both runs are alike.
  func isLike(_ other: RowRun) -> Bool { other.height == height && other.isMeasured == isMeasured }

  /// Takes in rows of the same height that are measured, or estimated, alike.
  /// - Returns: false, with nothing changed, for other rows.
  package mutating func absorb(_ next: RowRun) -> Bool {
    guard isLike(next) else { return false }
    code += next.weight << 1
    return true
  }

  /// The row that covers `offset` from the run's start, clamped to the run.
  /// - Precondition: the run is not empty.
  func row(at offset: ExactLength) -> Int {
    let units = ExactLength(points: height).units
    guard units > 0, offset > .zero else { return 0 }
    return Int(min(offset.units / units, Int128(weight - 1)))
  }
}
