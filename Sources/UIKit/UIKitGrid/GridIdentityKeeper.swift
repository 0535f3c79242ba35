import TableModel
import UIKitCore

/// The names of rows and columns for callers that speak of cells from outside of the grid: assistive tools. Keeps nothing
/// before the first cell is asked for.
@MainActor
final class GridIdentityKeeper: GridFacet, GridFollower {
  private var rows = RowIdentities()
  private var columns = RowIdentities()

  /// Numbers that stay with the row and the column of a cell or header through updates, up to the next reload; nil for a
  /// place beyond those of the data. The number of a header's other line is the line itself, which is negative.
  func numbers(of place: GridPosition) -> (row: Int, column: Int)? {
    guard let row = Self.number(of: place.row, &rows, grid.data.size.rows, columnHeaders),
      let column = Self.number(of: place.column, &columns, grid.data.size.columns, rowHeaders)
    else { return nil }
    return row < 0 && column < 0 ? nil : (row, column)
  }

  private static func number(of line: Int, _ names: inout RowIdentities, _ count: Int, _ headers: Range<Int>) -> Int? {
    guard line >= 0 else { return headers.contains(line) ? line : nil }
    return line < count ? names.number(of: RowPosition(section: 0, row: line), among: count) : nil
  }

  /// The rows of headers of columns that are shown.
  private var columnHeaders: Range<Int> { grid.titleRow + (grid.columnHeaderHeight > 0 ? 0 : 1)..<0 }
  /// The columns of headers of rows.
  private var rowHeaders: Range<Int> { grid.rowHeaderWidth > 0 ? GridAxis.header..<0 : 0..<0 }

  /// The cell or header whose row and column have these numbers; nil when one of them is gone.
  func place(row: Int, column: Int) -> GridPosition? {
    guard let row = Self.line(row, rows, columnHeaders), let column = Self.line(column, columns, rowHeaders),
      row >= 0 || column >= 0
    else { return nil }
    return GridPosition(row: row, column: column)
  }

  private static func line(_ number: Int, _ names: RowIdentities, _ headers: Range<Int>) -> Int? {
    number < 0 ? headers.contains(number) ? number : nil : names.row(numbered: number)?.row
  }

  // MARK: Following the lines

  func follow(_ change: GridChange) {
    rows.apply(change.rows)
    columns.apply(change.columns)
    changed()
  }

  func linesWereLoaded(from old: GridSize) {
    rows.keep(count: grid.data.size.rows)
    columns.keep(count: grid.data.size.columns)
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
