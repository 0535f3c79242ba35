/// How rows and sections come and go in an update.
public enum RowAnimation: Int, Sendable {
  /// Fading in or out at their place.
  case fade = 0
  /// In from the right edge, or out to it.
  case right
  /// In from the left edge, or out to it.
  case left
  /// Down from under what is above, or up under it.
  case top
  /// Up from under what is below, or down under it.
  case bottom
  /// At once; only the neighbours move.
  case none
  /// Centred in the space that opens or closes.
  case middle
  /// The table's own choice; here the same as `fade`.
  case automatic = 100
}

/// The changes an app requested between `beginUpdates` and `endUpdates`, in the order of the calls, which has no
/// meaning.
///
/// Deleted, reloaded and reconfigured rows and sections go by their old numbers, inserted ones by their new numbers;
/// moves name both.
package struct TableChanges: Sendable {
  /// A row with the way it comes or goes.
  package struct Row: Sendable {
    /// Old or new place.
    package var position: RowPosition
    /// How it is shown.
    package var animation: RowAnimation
  }

  /// A section with the way it comes or goes.
  package struct Section: Sendable {
    /// Old or new number.
    package var number: Int
    /// How it is shown.
    package var animation: RowAnimation
  }

  /// A row or section that stands elsewhere afterwards.
  package struct Move<Place: Sendable>: Sendable {
    /// Old place.
    package var source: Place
    /// New place.
    package var target: Place
  }

  /// Rows by old places.
  package private(set) var deletedRows = ContiguousArray<Row>()
  /// Rows by old places.
  package private(set) var reloadedRows = ContiguousArray<Row>()
  /// Rows by old places.
  package private(set) var reconfiguredRows = ContiguousArray<RowPosition>()
  /// Rows by new places.
  package private(set) var insertedRows = ContiguousArray<Row>()
  /// Rows from old to new places.
  package private(set) var movedRows = ContiguousArray<Move<RowPosition>>()
  /// Sections by old numbers.
  package private(set) var deletedSections = ContiguousArray<Section>()
  /// Sections by old numbers.
  package private(set) var reloadedSections = ContiguousArray<Section>()
  /// Sections by new numbers.
  package private(set) var insertedSections = ContiguousArray<Section>()
  /// Sections from old to new numbers.
  package private(set) var movedSections = ContiguousArray<Move<Int>>()

  /// Nothing asked for.
  package init() {}

  /// Whether nothing was asked for.
  package var isEmpty: Bool {
    deletedRows.isEmpty && reloadedRows.isEmpty && reconfiguredRows.isEmpty && insertedRows.isEmpty
      && movedRows.isEmpty && deletedSections.isEmpty && reloadedSections.isEmpty && insertedSections.isEmpty
      && movedSections.isEmpty
  }

  /// Adds the operations of another block.
  package mutating func append(_ other: TableChanges) {
    guard !isEmpty else {
      self = other
      return
    }
    deletedRows += other.deletedRows
    reloadedRows += other.reloadedRows
    reconfiguredRows += other.reconfiguredRows
    insertedRows += other.insertedRows
    movedRows += other.movedRows
    deletedSections += other.deletedSections
    reloadedSections += other.reloadedSections
    insertedSections += other.insertedSections
    movedSections += other.movedSections
  }

  /// Makes room for that many rows besides those there are.
  package mutating func reserveRows(deleted: Int, inserted: Int, moved: Int) {
    deletedRows.reserveCapacity(deletedRows.count + deleted)
    insertedRows.reserveCapacity(insertedRows.count + inserted)
    movedRows.reserveCapacity(movedRows.count + moved)
  }

  /// A row goes; `row` is its old place.
  package mutating func deleteRow(_ row: RowPosition, _ animation: RowAnimation) {
    deletedRows.append(Row(position: row, animation: animation))
  }

  /// A row comes; `row` is its new place.
  package mutating func insertRow(_ row: RowPosition, _ animation: RowAnimation) {
    insertedRows.append(Row(position: row, animation: animation))
  }

  /// A row gets another cell; `row` is its old place.
  package mutating func reloadRow(_ row: RowPosition, _ animation: RowAnimation) {
    reloadedRows.append(Row(position: row, animation: animation))
  }

  /// A row's cell is configured again; `row` is its old place.
  package mutating func reconfigureRow(_ row: RowPosition) { reconfiguredRows.append(row) }

  /// A row goes from an old to a new place.
  package mutating func moveRow(_ source: RowPosition, to target: RowPosition) {
    movedRows.append(Move(source: source, target: target))
  }

  /// A section goes with its rows; `section` is its old number.
  package mutating func deleteSection(_ section: Int, _ animation: RowAnimation) {
    deletedSections.append(Section(number: section, animation: animation))
  }

  /// A section comes with its rows; `section` is its new number.
  package mutating func insertSection(_ section: Int, _ animation: RowAnimation) {
    insertedSections.append(Section(number: section, animation: animation))
  }

  /// A section gets other rows; `section` is its old number.
  package mutating func reloadSection(_ section: Int, _ animation: RowAnimation) {
    reloadedSections.append(Section(number: section, animation: animation))
  }

  /// A section goes with its rows from an old to a new number.
  package mutating func moveSection(_ source: Int, to target: Int) {
    movedSections.append(Move(source: source, target: target))
  }
}
