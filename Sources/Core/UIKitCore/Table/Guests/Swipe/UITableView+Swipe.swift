import Foundation
import TableModel

extension UITableView: SwipeHost {
  package final var admitsSwipe: Bool { !isBusy && rows.borrower == nil }

  package final var isEdited: Bool { editor.isOn }

  package final var cardGround: UIColor? { sectionInset > 0 && backgroundView == nil ? backgroundColor : nil }

  package final func swipeRow(at point: CGPoint) -> RowPosition? {
    guard point.x >= 0, point.x < bounds.width, case .row(let position) = index.place(at: point.y - contentTop),
      cells.view(at: position) != nil
    else { return nil }
    return position
  }

  package final func swipeView(at row: RowPosition) -> (any SwipeView)? { cells.view(at: row) }

  package final func swipeFrame(of row: RowPosition) -> CGRect? {
    guard index.contains(row) else { return nil }
    let band = index.band(ofRow: row.row, inSection: row.section)
    return rowFrame(y: contentTop + band.top, height: band.height)
  }

  package final func swipeProposal(for row: RowPosition, _ side: SwipeSide) -> SwipeProposal? {
    guard app.canEdit(row) else { return nil }
    if let configuration = app.swipeActions(of: row, side) { return SwipeProposal(configuration, side) }
    guard side == .trailing else { return nil }
    if let actions = rowActions(of: row) {
      return actions.isEmpty ? nil : SwipeProposal(side: side, actions: actions, allowsFull: false)
    }
    return canDelete(row) ? deletion(of: row) : nil
  }

  package final func ownProposal(for row: RowPosition) -> SwipeProposal? {
    app.implementsCommit(probingAt: row) ? deletion(of: row) : nil
  }

  package final func hasTrailingActions(for row: RowPosition) -> Bool {
    if let configuration = app.swipeActions(of: row, .trailing) { return !configuration.actions.isEmpty }
    return rowActions(of: row)?.isEmpty == false
  }

  package final func swipeWillBegin(at row: RowPosition) -> Bool {
    cancelPress()
    // The delegate knows of rows that open in edit mode.
    guard !isEdited else { return false }
    app.willBeginEditing(row)
    return true
  }

  package final func swipeDidEnd(at row: RowPosition?) {
    let path = row.map { IndexPath($0) }
    whenWhole { [weak self] in
      guard let self else { return }
      app.didEndEditing(path)
    }
  }

  package final func noteOpen(_ row: (any OpenRow)?) { rows.noteOpen(row) }

  // MARK: Actions of tables alone

  /// The button tables show by themselves. The row stays unless the data source deletes it.
  private func deletion(of position: RowPosition) -> SwipeProposal {
    let title = app.deleteTitle(of: position)
    let action = UIContextualAction(style: .destructive, title: title) { [weak self] _, _, completion in
      guard let self, let row = swipe.row else { return }
      app.commit(.delete, at: row.position)
      completion(false)
    }
    return SwipeProposal(side: .trailing, actions: [action], allowsFull: true)
  }

  /// The actions of a delegate that still has the old method.
  private func rowActions(of position: RowPosition) -> [UIContextualAction]? {
    guard let old = app.editActions(of: position) else { return nil }
    return old.map { action in
      let made = UIContextualAction(style: action.style == .normal ? .normal : .destructive, title: action.title) {
        [weak self] _, _, _ in
        guard let self, let row = swipe.row else { return }
        action.handler(action, IndexPath(row.position))
      }
      made.backgroundColor = action.backgroundColor
      return made
    }
  }
}

extension UITableViewCell: SwipeView {
  package final func swipeWillChange(isOpen: Bool) { edges.swipeWillChange(isOpen: isOpen) }

  package final func swipeDidChange() { edges.swipeDidChange() }

  /// The buttons the cell took along.
  final var keptSwipe: SwipeActionsView? { aside.kept as? SwipeActionsView }
}

extension RowSwipe: RowFollower {
  func keepRows(existingIn index: RowHeightIndex) {}
}
