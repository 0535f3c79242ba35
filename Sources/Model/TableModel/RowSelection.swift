/// The selected rows, kept as ranges: ten million neighbours cost as much as one row.
///
/// Invariant: runs ascend by section and row, none is empty, and two runs of one section have an unselected row between
/// them.
package struct RowSelection: Equatable {
  /// Neighbouring selected rows of one section.
  package struct Run: Equatable {
    /// Section number.
    package var section: Int
    /// Row numbers within the section; never empty.
    package var rows: Range<Int>
  }

  /// The selected rows in table order.
  package private(set) var runs = ContiguousArray<Run>()
  /// How many rows are selected.
  package private(set) var count = 0

  /// No row.
  package init() {}

  /// The rows of runs that do not overlap, in any order; neighbours are joined.
  /// - Complexity: O(runs) when they come in table order, else O(runs · log runs).
  init(joining pieces: ContiguousArray<Run>) {
    runs = pieces
    if !Self.ascend(runs) { runs.sort { ($0.section, $0.rows.lowerBound) < ($1.section, $1.rows.lowerBound) } }
    var kept = 0
    for run in runs where !run.rows.isEmpty {
      count += run.rows.count
      if kept > 0, runs[kept - 1].section == run.section, runs[kept - 1].rows.upperBound == run.rows.lowerBound {
        runs[kept - 1].rows = runs[kept - 1].rows.lowerBound..<run.rows.upperBound
      } else {
        runs[kept] = run
        kept += 1
      }
    }
    runs.removeLast(runs.count - kept)
  }

  private static func ascend(_ runs: ContiguousArray<Run>) -> Bool {
    for index in runs.indices.dropFirst() {
      let (before, run) = (runs[index - 1], runs[index])
      guard (before.section, before.rows.lowerBound) <= (run.section, run.rows.lowerBound) else { return false }
    }
    return true
  }

  /// Bytes of the runs, the room that stands ready included.
  package var byteCount: Int { runs.capacity * MemoryLayout<Run>.stride }

  // MARK: Questions

  /// Whether no row is selected.
  package var isEmpty: Bool { runs.isEmpty }

  /// Whether a row is selected.
  /// - Complexity: O(log runs), as all questions about one row.
  package func contains(_ position: RowPosition) -> Bool {
    let index = firstRun(endingBehind: position)
    return index < runs.count && runs[index].section == position.section && runs[index].rows.contains(position.row)
  }

  /// The first selected row in table order.
  package var first: RowPosition? { runs.first.map { RowPosition(section: $0.section, row: $0.rows.lowerBound) } }

  /// The selected row at `position`, or the next one behind it.
  package func first(from position: RowPosition) -> RowPosition? {
    let index = firstRun(endingBehind: position)
    guard index < runs.count else { return nil }
    let start = RowPosition(section: runs[index].section, row: runs[index].rows.lowerBound)
    return max(start, position)
  }

  /// The last selected row before `position`.
  package func last(before position: RowPosition) -> RowPosition? {
    let index = firstRun(endingBehind: position)
    if index < runs.count, runs[index].section == position.section, runs[index].rows.lowerBound < position.row {
      return RowPosition(section: position.section, row: position.row - 1)
    }
    guard index > 0 else { return nil }
    return RowPosition(section: runs[index - 1].section, row: runs[index - 1].rows.upperBound - 1)
  }

  /// All selected rows in table order.
  /// - Complexity: O(selected rows): only for apps that ask for them.
  package var all: [RowPosition] {
    var found: [RowPosition] = []
    found.reserveCapacity(count)
    for run in runs {
      for row in run.rows { found.append(RowPosition(section: run.section, row: row)) }
    }
    return found
  }

  // MARK: Changes

  /// Selects a row.
  /// - Complexity: O(log runs), and moving the runs behind it when it stands alone.
  package mutating func insert(_ position: RowPosition) {
    insert(position.row..<(position.row + 1), inSection: position.section)
  }

  /// Selects rows of a section.
  /// - Complexity: O(log runs), and moving the runs behind them.
  package mutating func insert(_ rows: Range<Int>, inSection section: Int) {
    guard !rows.isEmpty else { return }
    // Runs that touch the rows become one run with them.
    let start = firstRun(endingBehind: RowPosition(section: section, row: rows.lowerBound - 1))
    var end = start
    var joined = rows
    while end < runs.count, runs[end].section == section, runs[end].rows.lowerBound <= rows.upperBound {
      let run = runs[end].rows
      joined = min(joined.lowerBound, run.lowerBound)..<max(joined.upperBound, run.upperBound)
      count -= run.count
      end += 1
    }
    count += joined.count
    runs.replaceSubrange(start..<end, with: CollectionOfOne(Run(section: section, rows: joined)))
  }

  /// Deselects a row.
  /// - Complexity: as `insert(_:)`.
  package mutating func remove(_ position: RowPosition) {
    remove(position.row..<(position.row + 1), inSection: position.section)
  }

  /// Deselects rows of a section.
  /// - Complexity: as `insert(_:inSection:)`.
  package mutating func remove(_ rows: Range<Int>, inSection section: Int) {
    guard !rows.isEmpty else { return }
    let start = firstRun(endingBehind: RowPosition(section: section, row: rows.lowerBound))
    var end = start
    var left: Range<Int>?
    var right: Range<Int>?
    while end < runs.count, runs[end].section == section, runs[end].rows.lowerBound < rows.upperBound {
      let run = runs[end].rows
      if run.lowerBound < rows.lowerBound { left = run.lowerBound..<rows.lowerBound }
      if run.upperBound > rows.upperBound { right = rows.upperBound..<run.upperBound }
      count -= run.count
      end += 1
    }
    guard start < end else { return }
    var rest = ContiguousArray<Run>()
    for piece in [left, right] {
      guard let piece else { continue }
      rest.append(Run(section: section, rows: piece))
      count += piece.count
    }
    runs.replaceSubrange(start..<end, with: rest)
  }

  /// Deselects the rows of the sections that lie between two others.
  mutating func removeSections(between first: Int, and last: Int) {
    guard first + 1 < last else { return }
    let start = firstRun(endingBehind: RowPosition(section: first + 1, row: 0))
    let end = firstRun(endingBehind: RowPosition(section: last, row: 0))
    for run in runs[start..<end] { count -= run.rows.count }
    runs.removeSubrange(start..<end)
  }

  /// Deselects everything.
  package mutating func removeAll() {
    runs.removeAll()
    count = 0
  }

  /// The index of the first run that has a row at `position` or behind it.
  private func firstRun(endingBehind position: RowPosition) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      let run = runs[middle]
      let isBefore =
        run.section != position.section ? run.section < position.section : run.rows.upperBound <= position.row
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Stops at the first broken invariant; called by tests.
  package func checkInvariants() {
    precondition(runs.allSatisfy { !$0.rows.isEmpty }, "a run of selected rows is empty")
    precondition(runs.reduce(0) { $0 + $1.rows.count } == count, "the number of selected rows is wrong")
    for index in runs.indices.dropFirst() {
      let (before, run) = (runs[index - 1], runs[index])
      precondition(
        before.section < run.section
          || (before.section == run.section && before.rows.upperBound < run.rows.lowerBound),
        "selected rows \(run.rows) of section \(run.section) do not follow \(before.rows) of section \(before.section)")
    }
  }
}

/// Where selecting goes on from.
package struct RowCursor {
  /// Where the next key starts: the row chosen last.
  package var row: RowPosition?
  /// Where a range selected with shift begins.
  package var anchor: RowPosition?
  /// The row has taken the place of one that was deleted: the user has not gone to it.
  package var isHeir = false

  /// - Parameters: nil where nothing is chosen yet.
  package init(row: RowPosition? = nil, anchor: RowPosition? = nil) {
    self.row = row
    self.anchor = anchor
  }
}
