/// A row as section and row number: an index path without Foundation, for the table's inner values.
///
/// Public as far as modules go, since the compiler (6.3) carries bodies of package declarations into no other module,
/// `@inlinable` or not, and rows are compared all the time.
public struct RowPosition: Hashable, Comparable, Sendable {
  /// Section number.
  public var section: Int
  /// Row number within the section.
  public var row: Int

  /// A row by its numbers.
  @inlinable public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether both are the same row.
  @inlinable public static func == (left: RowPosition, right: RowPosition) -> Bool {
    left.section == right.section && left.row == right.row
  }

  /// In the order of the table, from top to bottom.
  @inlinable public static func < (left: RowPosition, right: RowPosition) -> Bool {
    left.section != right.section ? left.section < right.section : left.row < right.row
  }
}

/// A section's header or footer.
package struct PartPosition: Hashable, Comparable {
  /// Section number.
  package var section: Int
  /// Which of the two.
  package var part: SectionPart

  /// A part by its section.
  @inlinable package init(section: Int, part: SectionPart) {
    self.section = section
    self.part = part
  }

  /// Whether both are the same part.
  @inlinable package static func == (left: PartPosition, right: PartPosition) -> Bool {
    left.section == right.section && left.part == right.part
  }

  /// In the order of the table, from top to bottom.
  @inlinable package static func < (left: PartPosition, right: PartPosition) -> Bool {
    left.section != right.section ? left.section < right.section : left.part == .header && right.part == .footer
  }
}

/// Anything of a table that has a view of its own.
package enum ItemPosition: Hashable, Comparable {
  case row(RowPosition)
  case part(PartPosition)

  /// The section it belongs to.
  package var section: Int {
    switch self {
    case .row(let row): row.section
    case .part(let part): part.section
    }
  }

  /// In the order of the table: the rows of a section stand between its header and its footer.
  package static func < (left: ItemPosition, right: ItemPosition) -> Bool {
    switch (left, right) {
    case (.row(let left), .row(let right)): left < right
    case (.part(let left), .part(let right)): left < right
    case (.part(let part), .row(let row)):
      part.section != row.section ? part.section < row.section : part.part == .header
    case (.row(let row), .part(let part)):
      row.section != part.section ? row.section < part.section : part.part == .footer
    }
  }
}

/// The row or part at a height of a table's content.
package enum TablePlace: Equatable {
  /// The empty stretch above a section's header.
  case padding(section: Int)
  case header(section: Int)
  case row(RowPosition)
  case footer(section: Int)
  /// Above the first section, below the last, or there is no section.
  case outside
}
