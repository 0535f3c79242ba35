/// A batch of changes, checked against the row counts before and after it: tells where every row and section went.
///
/// Nothing is kept for rows that no operation names, so a plan costs what its operations cost, however long the table
/// is. All questions are answered in O(log k) of k operations.
///
/// A reloaded row or section keeps its place among its neighbours and has a new place like a carried one; see
/// `isReloaded(_:)` and `isReloaded(section:)` for what becomes of its contents.
package struct UpdatePlan {
  /// Old rows deleted or moved, by old place; none of deleted or reloaded sections, except moved ones.
  package let oldRows: UpdateSide
  /// New rows inserted or moved, by new place; none of inserted or reloaded sections, except moved ones.
  package let newRows: UpdateSide
  /// The same for sections.
  package let oldSections, newSections: SectionSide
  /// Reloaded rows by old place, outside of deleted and reloaded sections.
  package let reloadedRows: UpdateSide
  /// Reloaded sections by old number.
  package let reloadedSections: SectionSide
  /// Rows whose cells are configured again, by old place, each once.
  package let reconfiguredRows: ContiguousArray<RowPosition>
  /// Sections before.
  package let oldSectionCount: Int
  /// Rows of every section afterwards.
  package let rowCounts: ContiguousArray<Int>

  /// Checks and sorts `changes`.
  /// - Parameters:
  ///   - index: the table before the update.
  ///   - rowCounts: rows of every section after the update.
  /// - Throws: what the app got wrong, in UIKit's words.
  /// - Complexity: O(k log k + sections).
  package init(
    _ changes: TableChanges, from index: RowHeightIndex, rowCounts: ContiguousArray<Int>
  ) throws(UpdateMistake) {
    let check = UpdateCheck(index: index, rowCounts: rowCounts)
    try check.requireExistence(of: changes)
    oldSections = try check.oldSections(changes)
    newSections = try check.newSections(changes)
    reloadedSections = try check.reloadedSections(changes, leaving: oldSections)
    oldSectionCount = index.sectionCount
    self.rowCounts = rowCounts
    try check.requireSectionCount(oldSections, newSections)

    let (from, to, reloaded) = (oldSections, newSections, reloadedSections)
    func goes(_ section: Int) -> Bool {
      reloaded.contains(section) || from.isAlone(section)
    }
    func comes(_ section: Int) -> Bool {
      if to.contains(section) { return to.isAlone(section) }
      return !reloaded.isEmpty && reloaded.contains(from.section(atRank: to.rank(of: section)))
    }
    oldRows = try check.oldRows(changes, ignoring: goes)
    newRows = try check.newRows(changes, ignoring: comes)
    reloadedRows = try check.reloadedRows(changes, leaving: oldRows, ignoring: goes)
    // A row may move out of a section that goes, and then its cell stays.
    let moved = oldRows
    reconfiguredRows = ContiguousArray(
      Set(changes.reconfiguredRows.filter { !goes($0.section) || moved.entry(at: $0)?.counterpart != nil }).sorted())
    try check.requireRowCounts(of: self)
  }

  // MARK: Sections

  /// The new number of an old section; nil if it was deleted.
  /// - Complexity: O(log k).
  package func newSection(of section: Int) -> Int? {
    Self.section(section, from: oldSections, to: newSections)
  }

  /// The old number of a new section; nil if it was inserted.
  /// - Complexity: O(log k).
  package func oldSection(of section: Int) -> Int? {
    Self.section(section, from: newSections, to: oldSections)
  }

  private static func section(_ section: Int, from: SectionSide, to: SectionSide) -> Int? {
    from.contains(section) ? from.counterpart(of: section) : to.section(atRank: from.rank(of: section))
  }

  /// Whether the old section was reloaded: none of its rows is carried over.
  package func isReloaded(section: Int) -> Bool { reloadedSections.contains(section) }

  /// Whether the rows of a new section came with it: it was inserted or reloaded.
  package func isFresh(section: Int) -> Bool { oldSection(of: section).map(isReloaded(section:)) ?? true }

  /// The new place of an old header or footer; nil if its section was deleted or reloaded.
  /// - Complexity: O(log k).
  package func newPosition(of part: PartPosition) -> PartPosition? {
    guard !isReloaded(section: part.section) else { return nil }
    return newSection(of: part.section).map { PartPosition(section: $0, part: part.part) }
  }

  // MARK: Rows

  /// The new place of an old row; nil if it is gone, alone or with its section.
  /// - Complexity: O(log k).
  package func newPosition(of row: RowPosition) -> RowPosition? {
    if let entry = oldRows.entry(at: row) { return entry.counterpart }
    guard let section = newSection(of: row.section), !isReloaded(section: row.section) else { return nil }
    return RowPosition(section: section, row: newRows.row(atRank: oldRows.rank(of: row), inSection: section))
  }

  /// The old place of a new row; nil if it was not there, alone or with its section.
  /// - Complexity: O(log k).
  package func oldPosition(of row: RowPosition) -> RowPosition? {
    if let entry = newRows.entry(at: row) { return entry.counterpart }
    guard let section = oldSection(of: row.section), !isReloaded(section: section) else { return nil }
    return RowPosition(section: section, row: oldRows.row(atRank: newRows.rank(of: row), inSection: section))
  }

  /// Whether the old row was reloaded by itself.
  package func isReloaded(_ row: RowPosition) -> Bool { reloadedRows.entry(at: row) != nil }
}

extension UpdatePlan {
  /// The new place of the row that follows an old one which is gone, else of the row before it: the nearest one that stays
  /// among its neighbours, and is not moved. In a reloaded section it is the row of the same number, or the last one. Nil
  /// where no row stays.
  /// - Parameter index: the table before the update.
  /// - Complexity: O(log k) for each row and section that is gone with it.
  package func heir(of row: RowPosition, in index: RowHeightIndex) -> RowPosition? {
    if isReloaded(section: row.section), let section = newSection(of: row.section), rowCounts[section] > 0 {
      return RowPosition(section: section, row: min(row.row, rowCounts[section] - 1))
    }
    return staying(from: row, isBelow: true, in: index) ?? staying(from: row, isBelow: false, in: index)
  }

  private func staying(from row: RowPosition, isBelow: Bool, in index: RowHeightIndex) -> RowPosition? {
    var next = index.neighbour(of: row, isBelow: isBelow)
    while let place = next {
      if oldRows.entry(at: place) == nil, let found = newPosition(of: place) { return found }
      // Rows of a section that is gone are not asked one by one.
      let isGone = newSection(of: place.section) == nil || isReloaded(section: place.section)
      let end = isBelow ? index.rowCount(inSection: place.section) - 1 : 0
      next = index.neighbour(
        of: isGone ? RowPosition(section: place.section, row: end) : place, isBelow: isBelow)
    }
    return nil
  }
}
