import TableModel

/// Heights of rows by their places, of the rows that were measured, which follow every change of the table's rows.
///
/// The heights are kept in an index as the table's own are: neighbours of one height are one run, and the cost of a batch
/// update depends on its operations, not on the number of rows. A second index, `gaps`, finds the next row without a
/// height: in it such a row is 1 high and every other row 0, so that a search by place skips all rows that have heights.
///
/// Invariants: both indexes have the same sections and rows; a row with a height is 0 high in `gaps`, every other one 1
/// unless it is passed over.
package struct RowHeightCache {
  /// Measured where a height is cached.
  private var heights: RowHeightIndex
  private var gaps: RowHeightIndex
  /// The rows are those of the table. Otherwise some of the table's may be missing, or some be too many.
  package private(set) var isInStep = false

  /// No rows.
  /// - Parameter capacity: entries in a tree node; tests pass small numbers to make small inputs deep.
  package init(capacity: Int = 32) {
    heights = RowHeightIndex(capacity: capacity)
    gaps = RowHeightIndex(capacity: capacity)
  }

  // MARK: Heights

  /// The cached height of a row; nil before it is measured.
  /// - Complexity: O(log n).
  package func height(at row: RowPosition) -> Double? { heights.measuredHeight(of: row) }

  /// Keeps the height of a row, which need not exist yet.
  /// - Precondition: section and row are not negative; the height is from 0 to `RowHeightIndex.tallest`.
  /// - Complexity: O(log n).
  package mutating func cache(_ height: Double, at row: RowPosition) {
    grow(to: row)
    heights.setHeight(height, ofRow: row.row, inSection: row.section)
    gaps.setHeight(0, ofRow: row.row, inSection: row.section)
  }

  /// Forgets the height of a row, if there is one.
  /// - Complexity: O(log n).
  package mutating func invalidate(at row: RowPosition) {
    guard heights.contains(row) else { return }
    heights.setHeight(0, ofRows: row.row..<(row.row + 1), inSection: row.section, isMeasured: false)
    gaps.setHeight(1, ofRow: row.row, inSection: row.section)
  }

  // MARK: Gaps

  /// Rows without a height that were not passed over.
  package var gapCount: Int { Int(gaps.totalHeight) }

  /// The first such row from `start` on, else the first of all.
  /// - Complexity: O(log n).
  package func gap(from start: RowPosition) -> RowPosition? {
    let before = gaps.contains(start) ? gaps.band(ofRow: start.row, inSection: start.section).top : 0
    if case .row(let row) = gaps.place(at: before) { return row }
    if case .row(let row) = gaps.place(at: 0) { return row }
    return nil
  }

  /// Has a row not be named as a gap any more though it stays without a height.
  package mutating func passOver(_ row: RowPosition) {
    guard gaps.contains(row) else { return }
    gaps.setHeight(0, ofRow: row.row, inSection: row.section)
  }

  // MARK: Rows

  /// Takes over the sections and row counts of the table; rows come and go at the end of their sections.
  /// - Complexity: O(sections log sections).
  package mutating func match(_ index: RowHeightIndex) {
    while heights.sectionCount > index.sectionCount { deleteLastSection() }
    for section in 0..<index.sectionCount {
      if section == heights.sectionCount { appendSection() }
      let count = index.rowCount(inSection: section)
      let own = heights.rowCount(inSection: section)
      if own < count { append(count - own, to: section) }
      if own > count {
        heights.deleteRows(count..<own, inSection: section)
        gaps.deleteRows(count..<own, inSection: section)
      }
    }
    isInStep = true
  }

  /// The rows were loaded anew, and may be others.
  package mutating func fallOutOfStep() { isInStep = false }

  /// Carries out a batch: heights go with their rows; those that came, or were reloaded or reconfigured, have none.
  /// - Parameter index: the table before the update.
  /// - Complexity: O(k log n) for k operations; O(sections) besides if the rows are not in step.
  package mutating func apply(_ plan: UpdatePlan, from index: RowHeightIndex) {
    if !isInStep { match(index) }
    for row in plan.reconfiguredRows { invalidate(at: row) }
    heights.apply(plan, rowHeight: 0, isMeasured: false)
    gaps.apply(plan, rowHeight: 1, isMeasured: true)
  }

  private mutating func grow(to row: RowPosition) {
    guard !heights.contains(row) else { return }
    isInStep = false
    while heights.sectionCount <= row.section { appendSection() }
    let count = heights.rowCount(inSection: row.section)
    if count <= row.row { append(row.row + 1 - count, to: row.section) }
  }

  private mutating func append(_ count: Int, to section: Int) {
    let end = heights.rowCount(inSection: section)
    heights.insertRows(count, at: end, inSection: section, height: 0, isMeasured: false)
    gaps.insertRows(count, at: end, inSection: section, height: 1)
  }

  private mutating func appendSection() {
    let end = heights.sectionCount
    heights.insertSection(.init(rows: 0, rowHeight: 0), at: end)
    gaps.insertSection(.init(rows: 0, rowHeight: 0), at: end)
  }

  private mutating func deleteLastSection() {
    heights.deleteSection(heights.sectionCount - 1)
    gaps.deleteSection(gaps.sectionCount - 1)
  }

  // MARK: Checking

  /// Rows of each section that the cache knows of.
  package var rowCounts: [Int] { (0..<heights.sectionCount).map(heights.rowCount(inSection:)) }

  /// Walks everything and stops at the first broken invariant; called by tests.
  /// - Complexity: O(n log n).
  package func checkInvariants() {
    heights.checkInvariants()
    gaps.checkInvariants()
    precondition(gaps.sectionCount == heights.sectionCount, "the gaps have other sections")
    for section in 0..<heights.sectionCount {
      let count = heights.rowCount(inSection: section)
      precondition(gaps.rowCount(inSection: section) == count, "the gaps have other rows in section \(section)")
      for row in 0..<count {
        let gap = gaps.band(ofRow: row, inSection: section).height
        precondition(gap == 0 || gap == 1, "a gap is \(gap) high")
        precondition(
          gap == 0 || heights.measuredHeight(of: RowPosition(section: section, row: row)) == nil,
          "row \(row) of section \(section) has a height and is a gap")
      }
    }
  }
}
