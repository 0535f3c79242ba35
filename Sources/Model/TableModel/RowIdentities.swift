/// Numbers that name rows and stay with them through updates, for those who speak of rows from outside of the table.
///
/// Neighbours that came together have neighbouring numbers, so a section is one run, and an update adds a few. Rows get
/// their numbers when the first of them is asked for, together with all rows around that have none yet. Nothing is kept
/// for single rows. A number is never given to another row.
///
/// Invariant: runs ascend by section and row and do not overlap; no two name the same number.
package struct RowIdentities {
  /// Neighbouring rows with neighbouring numbers.
  private struct Run {
    var section: Int
    var rows: Range<Int>
    /// The number of the first row.
    var number: Int

    func number(of row: Int) -> Int { number + row - rows.lowerBound }
    var numbers: Range<Int> { number..<number + rows.count }
  }

  /// Most runs that are kept. With more, all rows get new numbers, and the old ones name none any more.
  package static let mostRuns = 1024

  private var runs = ContiguousArray<Run>()
  private var next = 0

  /// No row has a number yet.
  package init() {}

  /// Whether no row has a number.
  package var isEmpty: Bool { runs.isEmpty }

  /// Bytes of the runs.
  package var byteCount: Int { runs.capacity * MemoryLayout<Run>.stride }

  // MARK: Questions

  /// The number of a row.
  /// - Precondition: the row exists, among `count` rows of its section.
  /// - Complexity: O(log runs) for a row that has a number.
  package mutating func number(of row: RowPosition, among count: Int) -> Int {
    let index = firstRun(endingBehind: row)
    if index < runs.count, runs[index].section == row.section, runs[index].rows.contains(row.row) {
      return runs[index].number(of: row.row)
    }
    // All rows up to the neighbours that have numbers.
    let before = index > 0 && runs[index - 1].section == row.section ? runs[index - 1].rows.upperBound : 0
    let after = index < runs.count && runs[index].section == row.section ? runs[index].rows.lowerBound : count
    let rows = before..<max(after, row.row + 1)
    runs.insert(Run(section: row.section, rows: rows, number: next), at: index)
    next += rows.count
    let number = runs[index].number(of: row.row)
    limit()
    return isEmpty ? self.number(of: row, among: count) : number
  }

  /// The row with a number; nil when it is gone, or there was none.
  /// - Complexity: O(runs).
  package func row(numbered number: Int) -> RowPosition? {
    guard let run = runs.first(where: { $0.numbers.contains(number) }) else { return nil }
    return RowPosition(section: run.section, row: run.rows.lowerBound + number - run.number)
  }

  private func firstRun(endingBehind position: RowPosition) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      let run = runs[middle]
      if (run.section, run.rows.upperBound) <= (position.section, position.row) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  // MARK: Changes

  /// Follows the rows through a batch: carried, moved and reloaded rows keep their numbers.
  /// - Complexity: O(runs · log runs + k log k) for k operations.
  package mutating func apply(_ plan: UpdatePlan) {
    guard !runs.isEmpty else { return }
    var followed = ContiguousArray<Run>()
    var walk: (section: Int, rows: CarriedRows?)?
    for run in runs {
      if walk?.section != run.section { walk = (run.section, CarriedRows(of: run.section, in: plan)) }
      guard let section = walk?.rows?.section else { continue }
      walk?.rows?.forEachRange(of: run.rows) { rows in
        guard let old = plan.oldPosition(of: RowPosition(section: section, row: rows.lowerBound)) else { return }
        followed.append(Run(section: section, rows: rows, number: run.number(of: old.row)))
      }
    }
    func follow(_ old: RowPosition, to new: RowPosition?) {
      let index = firstRun(endingBehind: old)
      guard let new, index < runs.count, runs[index].section == old.section, runs[index].rows.contains(old.row) else {
        return
      }
      followed.append(Run(section: new.section, rows: new.row..<new.row + 1, number: runs[index].number(of: old.row)))
    }
    for entry in plan.oldRows.entries { follow(entry.position, to: entry.counterpart) }
    for entry in plan.reloadedRows.entries { follow(entry.position, to: plan.newPosition(of: entry.position)) }
    followed.sort { ($0.section, $0.rows.lowerBound) < ($1.section, $1.rows.lowerBound) }
    runs = []
    for run in followed { append(run) }
    limit()
  }

  /// Follows the lines of an axis, as rows of section 0.
  package mutating func apply(_ change: LineChange) {
    switch change {
    case .plan(let plan): apply(plan)
    case .splice(let splice): apply(splice)
    }
  }

  private mutating func apply(_ splice: LineSplice) {
    let shift = splice.inserted - splice.removed.count
    let followed = runs.flatMap { run in
      let before = run.rows.clamped(to: Int.min..<splice.removed.lowerBound)
      let after = run.rows.clamped(to: splice.removed.upperBound..<Int.max)
      return [
        Run(section: 0, rows: before, number: run.number),
        Run(
          section: 0, rows: after.lowerBound + shift..<after.upperBound + shift,
          number: run.number(of: after.lowerBound)),
      ].filter { !$0.rows.isEmpty }
    }
    runs = []
    for run in followed { append(run) }
    limit()
  }

  private mutating func append(_ run: Run) {
    if let last = runs.last, last.section == run.section, last.rows.upperBound == run.rows.lowerBound,
      last.numbers.upperBound == run.number
    {
      runs[runs.count - 1].rows = last.rows.lowerBound..<run.rows.upperBound
    } else {
      runs.append(run)
    }
  }

  private mutating func limit() { if runs.count > Self.mostRuns { runs = [] } }

  /// No row has a number any more.
  package mutating func removeAll() { runs = [] }

  /// The counts were asked anew: a row that still exists is taken to be the one it was.
  package mutating func keep(existingIn index: RowHeightIndex) {
    keep { $0 < index.sectionCount ? index.rowCount(inSection: $0) : 0 }
  }

  /// The counts were asked anew, of rows in one section.
  package mutating func keep(count: Int) { keep { $0 == 0 ? count : 0 } }

  private mutating func keep(_ rowCount: (_ section: Int) -> Int) {
    for number in runs.indices {
      let run = runs[number]
      let count = rowCount(run.section)
      runs[number].rows = min(run.rows.lowerBound, count)..<min(run.rows.upperBound, count)
    }
    runs.removeAll { $0.rows.isEmpty }
  }

  /// Stops at the first broken invariant.
  package func checkInvariants() {
    for index in runs.indices {
      let run = runs[index]
      precondition(!run.rows.isEmpty, "an empty run of rows has numbers")
      precondition(run.numbers.upperBound <= next, "a number is to be given out again")
      guard index > 0 else { continue }
      let before = runs[index - 1]
      precondition(
        (before.section, before.rows.upperBound) <= (run.section, run.rows.lowerBound), "runs of numbers overlap")
    }
    let numbers = runs.map(\.numbers).sorted { $0.lowerBound < $1.lowerBound }
    for index in numbers.indices.dropFirst() {
      precondition(numbers[index - 1].upperBound <= numbers[index].lowerBound, "two rows have the same number")
    }
  }
}
