/// From row to row, across sections.
extension RowHeightIndex {
  /// Whether there is such a row.
  /// - Complexity: O(log sections).
  package func contains(_ position: RowPosition) -> Bool {
    position.section >= 0 && position.section < sectionCount && position.row >= 0
      && position.row < rowCount(inSection: position.section)
  }

  /// Visits the number of rows of each section in order until `body` returns false.
  /// - Complexity: O(log sections + visited).
  package func forEachRowCount(from section: Int, _ body: (_ section: Int, _ count: Int) -> Bool) {
    sections.walk(from: section) { record, before in body(before.weight, record.rows.count) }
  }

  /// The row below or above another one.
  /// - Parameters:
  ///   - position: need not exist itself: its row may be any number, its section any but beyond the last.
  ///   - reach: most empty sections passed over in search of it.
  /// - Returns: nil at the end of the table, and when nothing is found within reach.
  /// - Complexity: O(log sections) and as much for each empty section between.
  package func neighbour(of position: RowPosition, isBelow: Bool, reach: Int = .max) -> RowPosition? {
    guard position.section >= 0, position.section < sectionCount else { return nil }
    var section = position.section
    let count = rowCount(inSection: section)
    let row = isBelow ? max(position.row + 1, 0) : min(position.row, count) - 1
    if row >= 0, row < count { return RowPosition(section: section, row: row) }
    var passed = 0
    while passed <= reach {
      section += isBelow ? 1 : -1
      guard section >= 0, section < sectionCount else { return nil }
      let count = rowCount(inSection: section)
      if count > 0 { return RowPosition(section: section, row: isBelow ? 0 : count - 1) }
      passed += 1
    }
    return nil
  }

  /// The first row of the table, or the last one; nil without rows.
  /// - Complexity: O(log sections) and as much for each empty section passed over.
  package func end(isBottom: Bool) -> RowPosition? {
    guard sectionCount > 0 else { return nil }
    let edge = isBottom ? RowPosition(section: sectionCount - 1, row: .max) : RowPosition(section: 0, row: -1)
    return neighbour(of: edge, isBelow: !isBottom)
  }

  /// The row at `y`, or the next one above it; the first row if no row lies above `y`. Nil without rows.
  package func row(atOrAbove y: Double) -> RowPosition? {
    let above: RowPosition
    switch place(at: y) {
    case .row(let position): return position
    case .padding(let section), .header(let section): above = RowPosition(section: section, row: 0)
    case .footer(let section): above = RowPosition(section: section, row: .max)
    case .outside where y < 0: return end(isBottom: false)
    case .outside: return end(isBottom: true)
    }
    return neighbour(of: above, isBelow: false) ?? end(isBottom: false)
  }
}
