/// Neighbouring lines of an axis that went, and others that came in their place, however many.
package struct LineSplice: Equatable, Sendable {
  /// The lines that went, by old numbers.
  package let removed: Range<Int>
  /// How many lines came, the first with the number of the first that went.
  package let inserted: Int

  /// - Parameters:
  ///   - removed: by old numbers; may be empty.
  ///   - inserted: how many came where these were.
  package init(removed: Range<Int>, inserted: Int) { (self.removed, self.inserted) = (removed, inserted) }
}

/// A change of the lines of one axis: single ones by a plan, or a stretch of neighbours, which costs the same however long
/// it is.
package enum LineChange {
  case plan(UpdatePlan)
  case splice(LineSplice)

  /// No line comes, goes or moves.
  package static let none = LineChange.splice(LineSplice(removed: 0..<0, inserted: 0))

  /// The new number of an old line; nil for one that is gone.
  /// - Complexity: O(log k) of k changes.
  package func newLine(of line: Int) -> Int? {
    switch self {
    case .plan(let plan): return plan.newPosition(of: RowPosition(section: 0, row: line))?.row
    case .splice(let splice):
      guard line >= splice.removed.lowerBound else { return line }
      return splice.removed.contains(line) ? nil : line - splice.removed.count + splice.inserted
    }
  }

  /// The old number of a new line; nil for one that came.
  /// - Complexity: O(log k).
  package func oldLine(of line: Int) -> Int? {
    switch self {
    case .plan(let plan): return plan.oldPosition(of: RowPosition(section: 0, row: line))?.row
    case .splice(let splice):
      let start = splice.removed.lowerBound
      guard line >= start else { return line }
      return line < start + splice.inserted ? nil : line - splice.inserted + splice.removed.count
    }
  }

  /// Where old lines are now, in no order.
  func newRanges(of lines: Range<Int>) -> [Range<Int>] {
    switch self {
    case .plan(let plan):
      var ranges: [Range<Int>] = []
      if var carried = CarriedRows(of: 0, in: plan) { carried.forEachRange(of: lines) { ranges.append($0) } }
      for index in plan.oldRows.entries(ofRows: lines, inSection: 0) {
        if let target = plan.oldRows.entries[index].counterpart?.row { ranges.append(target..<target + 1) }
      }
      return ranges
    case .splice(let splice):
      let shift = splice.inserted - splice.removed.count
      let before = lines.clamped(to: Int.min..<splice.removed.lowerBound)
      let after = lines.clamped(to: splice.removed.upperBound..<Int.max)
      return [before, after.lowerBound + shift..<after.upperBound + shift].filter { !$0.isEmpty }
    }
  }
}
