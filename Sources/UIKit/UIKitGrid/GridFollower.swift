import TableModel
import UIKitCore

/// Changes of a grid's rows and columns: the new numbers of the lines that stay.
struct GridChange {
  let rows: LineChange
  let columns: LineChange
  /// The counts before and after the change.
  let oldSize, newSize: GridSize

  /// The new number of a row; nil for one that is gone. A negative number, which stands for headers, stays.
  func newRow(_ row: Int) -> Int? { Self.newLine(row, rows) }

  /// The same of a column.
  func newColumn(_ column: Int) -> Int? { Self.newLine(column, columns) }

  /// Where a cell or header is afterwards; nil for one that is gone.
  func newPlace(_ place: GridPosition) -> GridPosition? {
    guard let row = newRow(place.row), let column = newColumn(place.column) else { return nil }
    return GridPosition(row: row, column: column)
  }

  private static func newLine(_ line: Int, _ change: LineChange) -> Int? {
    line >= 0 ? change.newLine(of: line) : line
  }
}

/// A facet of a grid that keeps the number of a row or column.
///
/// The grid tells its followers whenever numbers change their meaning, in the order of `GridView.followers`, so that no
/// follower has to check whether its line still exists, and neither lines nor updates name one.
@MainActor
protocol GridFollower: AnyObject {
  /// The data is another one, of which the present lines tell nothing. A load is about to ask for its counts.
  func dataWillBeExchanged()

  /// The counts were asked anew: a line that still exists is taken to be the one it was.
  /// - Parameter old: the counts that were known of the data before.
  func linesWereLoaded(from old: GridSize)

  /// An update changed the lines that are shown. Called before any callback, which may end what the user is doing with a
  /// line.
  func shownLinesDidChange(_ change: GridChange)

  /// Lines of the data came, went or moved: numbers mean the new ones from here on. Called for each update, of which the
  /// lines that are shown may hear later, by a load.
  func follow(_ change: GridChange)

  /// All followers have the new numbers, and cells their new places, if the update changed what is shown.
  func didFollow()
}

extension GridFollower {
  func dataWillBeExchanged() {}
  func linesWereLoaded(from old: GridSize) {}
  func shownLinesDidChange(_ change: GridChange) {}
  func follow(_ change: GridChange) {}
  func didFollow() {}
}
