import Foundation

/// The answers of a delegate without the methods for dragging rows.
extension UITableViewDelegate {
  /// The place proposed.
  public func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }
}
