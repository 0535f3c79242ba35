import Foundation

/// Decides about heights, headers, footers and selection of a table, and is told what happens. Every method is
/// optional.
@preconcurrency @MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
  /// Height of a row in points: finite and not negative, or `UITableView.automaticDimension`.
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
  /// Height of a section's header in points; asked when the table loads its data.
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat
  /// Height of a section's footer in points; asked when the table loads its data.
  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat
  /// A guess at a row's height, counted until the row comes on screen; asked for every row when the table loads its
  /// data.
  func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat
  /// A guess at a header's height, counted until the header comes on screen; asked for every section when the table
  /// loads its data.
  func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat
  /// A guess at a footer's height, counted until the footer comes on screen; asked for every section when the table
  /// loads its data.
  func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat

  /// The view above a section's rows; wins over the data source's title. It is given the table's width.
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?
  /// The view below a section's rows; wins over the data source's title.
  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView?

  /// The cell is configured and sized and about to be added to the table.
  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
  /// The cell has left the table; it may be reused from now on.
  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath)
  /// The header is about to be added to the table.
  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int)
  /// The footer is about to be added to the table.
  func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int)
  /// The header has left the table.
  func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int)
  /// The footer has left the table.
  func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int)

  /// Whether a row pressed may be highlighted and then selected.
  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  /// The row is highlighted: pressed and not yet released.
  func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath)
  /// The row is no longer highlighted.
  func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath)
  /// The user is about to select a row. Return that path, another one to select instead, or nil to select none.
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
  /// The user is about to deselect a row. Return nil to keep it selected.
  func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?
  /// The user selected a row; selecting in code calls nothing.
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  /// The user deselected a row.
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)

  /// Whether a click with shift may select all rows up to this one; asked before each. Without this method it may where
  /// several rows can be selected.
  func tableView(_ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath) -> Bool
  /// Rows are about to be selected so. The place to make several rows selectable, for example by entering edit mode.
  func tableView(_ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath)
  /// The rows are selected.
  func tableViewDidEndMultipleSelectionInteraction(_ tableView: UITableView)

  /// The detail button of a row's cell was pressed.
  func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath)
  /// The user drags a row over another place: where it is to go instead, or `proposed` itself. Asked once for every
  /// place it is dragged to; both paths beyond the old one are those after the row was taken out.
  func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath
  /// Rows came, went or moved: where the content is to be, in points, or the proposal, which keeps still what was at
  /// the upper edge. `UICollectionViewDelegate` has the same for its views.
  ///
  /// Called once in an update, before its layout pass; everything then glides to its place from where it was seen.
  /// Paths, `rectForRow(at:)`, the selection and `contentSize` are the new ones already. What is returned is not
  /// brought within the content's ends, and a scrolling or a drag under way goes on from there. Where rows have heights
  /// of their own it is called again when those that came on screen were measured, until the content stays.
  func tableView(
    _ tableView: UITableView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint
  /// The user asked for the menu of a row; nil shows none. Without this method rows that can be deleted offer that.
  /// - Parameter point: in the table's coordinates, in points.
  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration?
  /// The menu of a row is about to be shown.
  func tableView(
    _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?)
  /// The menu of a row is about to go.
  func tableView(
    _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?)
  /// Steps by which a row's content is moved to the right; 0 or more.
  func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int

  /// The action of the edit control of a row; `.delete` unless implemented. Asked for rows on screen only.
  func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle
  /// Whether an edited row without a control moves its content to the right all the same; true unless implemented.
  func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool
  /// The title of the button that confirms a row's deletion; nil is "Delete".
  func tableView(
    _ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath
  ) -> String?

  /// The actions at the left of a row, asked when the row is swiped to the right; nil or an empty configuration has it
  /// stay.
  func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration?
  /// The actions at the right of a row, asked when the row is swiped to the left. Nil is what the table does by itself:
  /// a button that deletes the row, if the data source implements `commit`. An empty configuration has the row
  /// stay.
  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration?
  /// The actions at the right of a row as older code has them; asked when there is no trailing configuration. An empty
  /// array has the row stay, nil is as if this were not implemented.
  func tableView(_ tableView: UITableView, editActionsForRowAt indexPath: IndexPath) -> [UITableViewRowAction]?
  /// The row is about to be swiped open. Not called for edit mode.
  func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath)
  /// The row that was swiped is back in its place; nil when it was deleted, or everything reloaded, meanwhile.
  func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?)
}
