/// The rows that are not simply carried over, on one side of an update: the old rows that are deleted or moved away, or
/// the new rows that are inserted or moved there.
///
/// Carried rows keep their order, so the n-th carried row of an old section is the n-th carried row of the new
/// one: a row goes over by its rank. Memory is that of the entries, for any number of rows.
///
/// Invariant: positions ascend strictly.
package struct UpdateSide {
  /// A row that exists on this side only, or stands elsewhere on the other.
  package struct Entry {
    /// Its place on this side.
    package var position: RowPosition
    /// The place on the other side of a row that was moved; nil for one that exists on this side only.
    package var counterpart: RowPosition?
    /// How it is shown.
    package var animation: RowAnimation
  }

  /// By place.
  package private(set) var entries: ContiguousArray<Entry>

  /// Sorts the entries.
  /// - Complexity: O(k log k).
  init(_ unsorted: consuming ContiguousArray<Entry> = []) {
    entries = unsorted
    entries.sort { $0.position < $1.position }
  }

  /// Whether every row of this side exists on the other.
  package var isEmpty: Bool { entries.isEmpty }

  /// The first two neighbours with the same position; an update must not have any.
  var firstRepetition: (Entry, Entry)? {
    for index in entries.indices.dropFirst() where entries[index - 1].position == entries[index].position {
      return (entries[index - 1], entries[index])
    }
    return nil
  }

  /// Keeps one of several entries with the same position.
  mutating func removeRepetitions() {
    var kept = 0
    for index in entries.indices where kept == 0 || entries[kept - 1].position != entries[index].position {
      entries[kept] = entries[index]
      kept += 1
    }
    entries.removeLast(entries.count - kept)
  }

  /// The number of entries before `position`.
  /// - Complexity: O(log k).
  func count(before position: RowPosition) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The entry at `position`, if there is one.
  /// - Complexity: O(log k).
  package func entry(at position: RowPosition) -> Entry? {
    guard !entries.isEmpty else { return nil }
    let index = count(before: position)
    return index < entries.count && entries[index].position == position ? entries[index] : nil
  }

  /// Indices of the entries of some rows of a section.
  /// - Complexity: O(log k).
  package func entries(ofRows rows: Range<Int>, inSection section: Int) -> Range<Int> {
    guard !entries.isEmpty else { return 0..<0 }
    let first = count(before: RowPosition(section: section, row: rows.lowerBound))
    return first..<max(first, count(before: RowPosition(section: section, row: rows.upperBound)))
  }

  /// Indices of the entries of a section.
  /// - Complexity: O(log k).
  package func entries(inSection section: Int) -> Range<Int> { entries(ofRows: 0..<Int.max, inSection: section) }

  /// The rows of some entries, neighbours as one range.
  /// - Complexity: O(k).
  package func ranges(where isIncluded: (Entry) -> Bool) -> [(section: Int, rows: Range<Int>)] {
    var found: [(section: Int, rows: Range<Int>)] = []
    for entry in entries where isIncluded(entry) {
      let row = entry.position.row
      if let last = found.last, last.section == entry.position.section, last.rows.upperBound == row {
        found[found.count - 1].rows = last.rows.lowerBound..<(row + 1)
      } else {
        found.append((entry.position.section, row..<(row + 1)))
      }
    }
    return found
  }

  /// How many carried rows of its section come before `position`.
  /// - Complexity: O(log k).
  package func rank(of position: RowPosition) -> Int {
    position.row - entries(ofRows: 0..<position.row, inSection: position.section).count
  }

  /// The row of a section that `rank` carried rows come before.
  /// - Complexity: O(log k).
  package func row(atRank rank: Int, inSection section: Int) -> Int {
    guard !entries.isEmpty else { return rank }
    let range = entries(inSection: section)
    var low = range.lowerBound
    var high = range.upperBound
    // The entry with index i of its section has row - i carried rows before it.
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].position.row - (middle - range.lowerBound) <= rank { low = middle + 1 } else { high = middle }
    }
    return rank + (low - range.lowerBound)
  }
}

/// The sections that are not simply carried over, on one side of an update.
///
/// A section goes over by its rank among the carried ones, as a row goes over within its section; so the numbers are
/// kept as the rows of one section, a form that stays inside `TableModel`.
package struct SectionSide {
  /// The numbers as rows of section 0.
  let numbers: UpdateSide

  /// A section's number as a row.
  static func key(_ section: Int) -> RowPosition { RowPosition(section: 0, row: section) }

  /// Whether every section of this side exists on the other.
  package var isEmpty: Bool { numbers.isEmpty }

  /// How many sections are not carried over.
  package var count: Int { numbers.entries.count }

  /// Visits them in order.
  /// - Parameter body: gets the number on this side, and the one on the other of a section that was moved.
  func forEachSection(_ body: (_ section: Int, _ counterpart: Int?) -> Void) {
    for entry in numbers.entries { body(entry.position.row, entry.counterpart?.row) }
  }

  /// Whether a section exists on this side only, or stands elsewhere on the other.
  /// - Complexity: O(log k), as all questions about one section.
  package func contains(_ section: Int) -> Bool { numbers.entry(at: Self.key(section)) != nil }

  /// Whether a section exists on this side only.
  package func isAlone(_ section: Int) -> Bool {
    numbers.entry(at: Self.key(section)).map { $0.counterpart == nil } ?? false
  }

  /// The number on the other side of a section that was moved.
  package func counterpart(of section: Int) -> Int? { numbers.entry(at: Self.key(section))?.counterpart?.row }

  /// How a section of this side is shown; nil for one that is carried over.
  package func animation(of section: Int) -> RowAnimation? { numbers.entry(at: Self.key(section))?.animation }

  /// How many carried sections come before a section.
  package func rank(of section: Int) -> Int { numbers.rank(of: Self.key(section)) }

  /// The section that `rank` carried sections come before.
  package func section(atRank rank: Int) -> Int { numbers.row(atRank: rank, inSection: 0) }
}
