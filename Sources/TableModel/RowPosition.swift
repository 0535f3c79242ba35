/// A row as section and row number: an index path without Foundation, for the table's inner values.
package struct RowPosition: Hashable, Comparable {
  /// Section number.
  package var section: Int
  /// Row number within the section.
  package var row: Int

  /// A row by its numbers.
  @inlinable package init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether both are the same row.
  @inlinable package static func == (left: RowPosition, right: RowPosition) -> Bool {
    left.section == right.section && left.row == right.row
  }

  /// In the order of the table, from top to bottom.
  @inlinable package static func < (left: RowPosition, right: RowPosition) -> Bool {
    left.section != right.section ? left.section < right.section : left.row < right.row
  }
}

/// What lies at a height of a table's content.
package enum TablePlace: Equatable {
  /// The empty stretch above a section's header.
  case padding(section: Int)
  case header(section: Int)
  case row(RowPosition)
  case footer(section: Int)
  /// Above the first section, below the last, or there is no section.
  case outside
}
