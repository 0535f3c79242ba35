import TableModel

/// The names of rows for those who speak of them from outside of the table: assistive tools. Keeps nothing before the
/// first is asked for.
///
/// A tool knows a table by the name of it or of one of its rows. Until one is given out, an update looks at one flag; from
/// then on it tells the observer of the table's window.
final class RowIdentityKeeper: TableGuest, RowFollower {
  private var identities = RowIdentities()
  /// The flat number of each section's first row, and the number of all rows; nil until asked for.
  private var starts: ContiguousArray<Int>?
  /// Whether a tool may know the table, or something is kept.
  private var isInUse = false

  /// Called when the table itself is named to a tool, which from then on hears when its rows change.
  func tableIsNamed() { isInUse = true }

  /// A number that stays with the row through updates, up to the next reload.
  /// - Parameter index: the table's rows; has the row.
  func number(of row: RowPosition, in index: RowHeightIndex) -> Int {
    isInUse = true
    return identities.number(of: row, among: index.rowCount(inSection: row.section))
  }

  /// The row with a number; nil when it is gone.
  func row(numbered number: Int) -> RowPosition? { identities.row(numbered: number) }

  /// How many rows stand before a row, in all sections.
  /// - Complexity: O(log sections), and O(sections) the first time after rows have changed.
  func flatNumber(of row: RowPosition, in index: RowHeightIndex) -> Int {
    index.sectionCount == 1 ? row.row : sectionStarts(in: index)[row.section] + row.row
  }

  /// The row before which so many stand; nil when there are no more.
  func row(flatNumber number: Int, in index: RowHeightIndex) -> RowPosition? {
    guard number >= 0, number < index.rowCount else { return nil }
    guard index.sectionCount > 1 else { return RowPosition(section: 0, row: number) }
    let starts = sectionStarts(in: index)
    var (low, high) = (0, index.sectionCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    return RowPosition(section: low, row: number - starts[low])
  }

  private func sectionStarts(in index: RowHeightIndex) -> ContiguousArray<Int> {
    if let starts, starts.count == index.sectionCount + 1, starts.last == index.rowCount { return starts }
    var made: ContiguousArray<Int> = [0]
    made.reserveCapacity(index.sectionCount + 1)
    var (sum, section) = (0, 0)
    index.forEachRowCount(from: 0) { number, count in
      // Sections may be passed over that have no rows.
      while section < number {
        made.append(sum)
        section += 1
      }
      sum += count
      made.append(sum)
      section += 1
      return true
    }
    while made.count <= index.sectionCount { made.append(sum) }
    starts = made
    isInUse = true
    return made
  }

  // MARK: Following the rows

  func follow(_ plan: UpdatePlan) { change { $0.apply(plan) } }

  func reset() { change { $0.removeAll() } }

  func keepRows(existingIn index: RowHeightIndex) { change { $0.keep(existingIn: index) } }

  private func change(_ body: (inout RowIdentities) -> Void) {
    guard isInUse else { return }
    body(&identities)
    starts = nil
    let table = table
    if let observer = table.window?.application.accessibilityObserver {
      observer.rowsDidChange(in: table)
    } else {
      isInUse = !identities.isEmpty
    }
  }

  override func checkInvariants() { identities.checkInvariants() }
}
