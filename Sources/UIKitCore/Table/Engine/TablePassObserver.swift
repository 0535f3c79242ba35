import Foundation

/// In which order a layout pass takes cells from rows that left and gives cells to rows that came.
public enum TableReuseOrder: Sendable {
  /// Cells that left are idle before the data source is asked for new rows, which can use them at once: no more cells
  /// are ever made than rows fit on the screen.
  case collectFirst
  /// The data source is asked first, and the cells that left become idle at the end of the pass: for each row that
  /// comes while one leaves, a cell more is made than are shown, and waits.
  ///
  /// Many descriptions of table views have it so; a table in the middle of an update collects first all the same.
  case askFirst
}

/// A step of a table's way from a new offset to cells in their places. Not UIKit's.
///
/// The steps of a pass come in the order of the cases; those between `planned` and `passEnded` repeat, cell by cell, in
/// the order that `UITableView.reuseOrder` says.
public enum TablePassStep {
  /// `contentOffset` changed, by the user or by the program, and the table has marked itself with `setNeedsLayout()`.
  /// Nothing else has happened: the run loop calls `layoutSubviews` before it draws the next frame.
  case offsetChanged
  /// `layoutSubviews` was called, and the pass begins.
  case passBegan
  /// The data source was asked for its counts, because something marked the table for that.
  case loaded
  /// The rows that the visible rectangle meets are known.
  case planned(rows: [IndexPath])
  /// The row of a cell is not among them: the cell is leaving.
  case left(UITableViewCell, IndexPath)
  /// The data source asked for a cell, and one that waited was handed out after its `prepareForReuse()`.
  case dequeued(UITableViewCell)
  /// The data source answered with a cell that was never shown before.
  case made(UITableViewCell)
  /// A cell is visible at a row now.
  case placed(UITableViewCell, IndexPath)
  /// A cell that was leaving is off the table and reported; it waits to be used again, or was let go.
  case collected(UITableViewCell, IndexPath, isIdle: Bool)
  /// The pass is over: the table is laid out.
  case passEnded
}

/// Watches a table at work; see `UITableView.passObserver`. Not UIKit's.
@preconcurrency @MainActor
public protocol TablePassObserver: AnyObject {
  /// Called on the spot for every step; `tableView.diagnostics` tells what the table keeps at this moment. What is done
  /// to the table here takes effect as in `tableView(_:cellForRowAt:)`.
  func tableView(_ tableView: UITableView, passDidReach step: TablePassStep)
}
