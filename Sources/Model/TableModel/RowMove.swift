/// One row on its way to another place: translates between the rows of the data, which do not know of it yet, and the
/// rows on screen, where a gap stands at its new place.
package struct RowMove: Equatable {
  /// Where the row is in the data.
  package var source: RowPosition
  /// Where it would be after it was taken out of its old place: where the gap is.
  package var target: RowPosition

  /// A row that goes from `source` to `target`.
  package init(source: RowPosition, target: RowPosition) {
    self.source = source
    self.target = target
  }

  /// The place on screen of a row of the data; that of the gap for the row itself.
  package func shownPosition(of row: RowPosition) -> RowPosition {
    guard row != source else { return target }
    var shown = row
    if shown.section == source.section, shown.row > source.row { shown.row -= 1 }
    if shown.section == target.section, shown.row >= target.row { shown.row += 1 }
    return shown
  }

  /// The row of the data at a place on screen; nil at the gap.
  package func position(shownAt shown: RowPosition) -> RowPosition? {
    guard shown != target else { return nil }
    var row = shown
    if row.section == target.section, row.row > target.row { row.row -= 1 }
    if row.section == source.section, row.row >= source.row { row.row += 1 }
    return row
  }

  /// The heights as they stand on screen, with the gap as high as the row.
  /// - Complexity: O(log n).
  package func shown(_ index: RowHeightIndex) -> RowHeightIndex {
    var shown = index
    if source != target { shown.moveRow(source, to: target) }
    return shown
  }
}

extension TilePlan {
  /// Turns a plan of what is shown into one of the rows of the data, which leaves out the gap.
  /// - Precondition: the plan was made of `move.shown(index)`.
  /// - Complexity: O(visible).
  package mutating func leaveGap(of move: RowMove) {
    firstEstimated = nil
    var kept = 0
    for number in rows.indices {
      guard let position = move.position(shownAt: rows[number].position) else { continue }
      rows[kept] = rows[number]
      rows[kept].position = position
      if !rows[kept].isMeasured, firstEstimated == nil { firstEstimated = rows[kept] }
      kept += 1
    }
    rows.removeLast(rows.count - kept)
  }
}
