import Foundation
import TableModel

extension IndexPath {
  /// The path of a row in a table.
  public init(row: Int, section: Int) { self = IndexPath(index: section).appending(row) }

  /// The path of an item; the same as a row's.
  public init(item: Int, section: Int) { self.init(row: item, section: section) }

  /// The section number.
  /// - Precondition: the path has a section.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }

  /// The row number within the section.
  /// - Precondition: the path has a section and a row.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  /// Another name of `row`.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  package init(_ position: RowPosition) { self.init(row: position.row, section: position.section) }
}

extension NSIndexPath {
  /// The path of a row in a table.
  public convenience init(row: Int, section: Int) { self.init(indexes: [section, row], length: 2) }
  /// The path of an item; the same as a row's.
  public convenience init(item: Int, section: Int) { self.init(row: item, section: section) }

  /// The section number.
  public var section: Int { index(atPosition: 0) }
  /// The row number within the section.
  public var row: Int { index(atPosition: 1) }
  /// Another name of `row`.
  public var item: Int { index(atPosition: 1) }
}

extension RowPosition {
  /// The row `path` names; nil when it does not have exactly a section and a row.
  package init?(_ path: IndexPath) {
    guard path.count == 2 else { return nil }
    self.init(section: path[0], row: path[1])
  }
}
