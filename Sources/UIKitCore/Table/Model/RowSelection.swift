import Foundation

/// The selected rows, kept as ranges: ten million neighbours cost as much as one row.
package struct RowSelection: Equatable {
  private var rows: [Int: IndexSet] = [:]

  /// No row.
  package init() {}

  var isEmpty: Bool { rows.isEmpty }

  func contains(_ position: RowPosition) -> Bool { rows[position.section]?.contains(position.row) ?? false }

  mutating func insert(_ position: RowPosition) { rows[position.section, default: []].insert(position.row) }

  /// Selects rows of a section.
  /// - Complexity: O(ranges).
  package mutating func insert(_ range: Range<Int>, inSection section: Int) {
    if !range.isEmpty { rows[section, default: []].insert(integersIn: range) }
  }

  /// Visits the selected rows as ranges, sections in any order.
  func forEachRange(_ body: (_ section: Int, _ rows: Range<Int>) -> Void) {
    for (section, selected) in rows {
      for range in selected.rangeView { body(section, range) }
    }
  }

  mutating func remove(_ position: RowPosition) {
    rows[position.section]?.remove(position.row)
    if rows[position.section]?.isEmpty == true { rows[position.section] = nil }
  }

  mutating func removeAll() { rows.removeAll() }

  /// The first selected row in table order.
  var first: RowPosition? {
    guard let section = rows.keys.min(), let row = rows[section]?.first else { return nil }
    return RowPosition(section: section, row: row)
  }

  /// All selected rows in table order.
  /// - Complexity: O(selected rows).
  var all: [RowPosition] {
    rows.keys.sorted().flatMap { section in
      (rows[section] ?? []).map { RowPosition(section: section, row: $0) }
    }
  }
}
