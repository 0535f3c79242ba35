import TableModel
import UIKitCore

/// The names of rows and columns for callers that speak of cells from outside of the grid: assistive tools. Keeps nothing
/// before the first cell is asked for.
@MainActor
final class GridIdentityKeeper: GridFacet, GridFollower {
  private var rows = RowIdentities()
  private var columns = RowIdentities()

  /// Numbers that stay with the row and the column of a cell through updates, up to the next reload; nil for a place
  /// beyond those of the data.
  func numbers(of place: GridPosition) -> (row: Int, column: Int)? {
    let size = grid.updates.size
    guard place.isCell, size.contains(place) else { return nil }
    return (
      rows.number(of: RowPosition(section: 0, row: place.row), among: size.rows),
      columns.number(of: RowPosition(section: 0, row: place.column), among: size.columns)
    )
  }

  /// The cell whose row and column have these numbers; nil when one of them is gone.
  func place(row: Int, column: Int) -> GridPosition? {
    guard let row = rows.row(numbered: row), let column = columns.row(numbered: column) else { return nil }
    return GridPosition(row: row.row, column: column.row)
  }

  // MARK: Following the lines

  func follow(_ change: GridChange) {
    rows.apply(change.rows)
    columns.apply(change.columns)
    changed()
  }

  func linesWereLoaded(from old: GridSize) {
    rows.keep(count: grid.rows.count)
    columns.keep(count: grid.columns.count)
    changed()
  }

  func dataWillBeExchanged() {
    rows.removeAll()
    columns.removeAll()
  }

  private func changed() { grid.accessibleRowsDidChange() }

  override func checkInvariants() {
    rows.checkInvariants()
    columns.checkInvariants()
  }
}
