import Foundation

/// The answers of a delegate without the methods for updates.
extension UITableViewDelegate {
  /// The offset proposed.
  public func tableView(
    _ tableView: UITableView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint { proposedContentOffset }
}
