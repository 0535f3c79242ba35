/// Ranges that reach across sections.
extension RowSelection {
  /// Selects all rows there are.
  /// - Complexity: O(sections).
  package mutating func selectAll(of index: RowHeightIndex) {
    var all = ContiguousArray<Run>()
    index.forEachRowCount(from: 0) { section, count in
      if count > 0 { all.append(Run(section: section, rows: 0..<count)) }
      return true
    }
    self = RowSelection(joining: all)
  }

  /// Deselects rows that do not exist.
  /// - Complexity: O(runs · log sections).
  package mutating func keep(existingIn index: RowHeightIndex) {
    let isWithin = runs.allSatisfy {
      $0.section < index.sectionCount && $0.rows.upperBound <= index.rowCount(inSection: $0.section)
    }
    guard !isWithin else { return }
    var kept = ContiguousArray<Run>()
    for run in runs where run.section < index.sectionCount {
      let count = index.rowCount(inSection: run.section)
      kept.append(Run(section: run.section, rows: run.rows.clamped(to: 0..<count)))
    }
    self = RowSelection(joining: kept)
  }

  /// Selects all rows from one to another, both included.
  /// - Precondition: `first <= last`, and both exist in `index`.
  /// - Complexity: O(log n + sections between + runs).
  package mutating func insert(from first: RowPosition, through last: RowPosition, of index: RowHeightIndex) {
    guard first.section < last.section else { return insert(first.row..<(last.row + 1), inSection: first.section) }
    var new = ContiguousArray<Run>()
    index.forEachRowCount(from: first.section) { section, count in
      let start = section == first.section ? first.row : 0
      let end = section == last.section ? last.row + 1 : count
      if start < end { new.append(Run(section: section, rows: start..<end)) }
      return section < last.section
    }
    // Whole sections: put together at once instead of one by one.
    remove(from: first, through: last)
    self = RowSelection(joining: runs + new)
  }

  private mutating func remove(from first: RowPosition, through last: RowPosition) {
    remove(first.row..<Int.max, inSection: first.section)
    remove(0..<(last.row + 1), inSection: last.section)
    removeSections(between: first.section, and: last.section)
  }
}
