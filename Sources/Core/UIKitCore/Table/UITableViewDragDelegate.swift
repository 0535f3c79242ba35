import Foundation

/// Says what rows are to other programs when the user drags them out of the window.
///
/// A table with such a delegate lets rows be dragged with the mouse: a row is pressed and the pointer moved by 10
/// points, in any direction but sideways towards the row's swipe actions, which that brings out. Then the pointer
/// carries the row's items to the windows of other programs until the button is let go; Escape ends the drag. If the
/// row is one of several selected ones, all of these are dragged, in the table's order. Fingers, and the mouse where it
/// counts as a finger, scroll instead; in edit mode the reorder controls move rows within the table, as without a
/// delegate.
@preconcurrency @MainActor
public protocol UITableViewDragDelegate: NSObjectProtocol {
  /// The user begins to drag a row: what others get. Asked of the pressed row first, and of every other selected row if
  /// that is one of several.
  /// - Returns: the row's items; none of the pressed row means that it cannot be dragged, none of another leaves that
  ///   out.
  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem]

  /// The drag has begun: the session has all its items. Optional.
  func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession)

  /// The drag is over: another program has the items or refused them, or the user thought better of it. Called once for
  /// each `dragSessionWillBegin`, unless the table is gone. Optional.
  func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession)
}

extension UITableViewDragDelegate {
  /// Does nothing.
  public func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) {}
  /// Does nothing.
  public func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) {}
}
