import Foundation
import TableModel

/// The actions of one side of a row, before it moves.
@MainActor
struct SwipeProposal {
  let side: SwipeSide
  /// From the edge of the table inwards; never empty.
  let actions: [UIContextualAction]
  /// Whether pulling across about half the row performs the first one.
  let allowsFull: Bool
}

/// Which actions a row has, as delegate and data source answer.
extension RowSwipe {
  /// Asks the delegate for the actions of one side. Nil: the row is not to be swiped to that side.
  func proposal(for position: RowPosition, _ side: SwipeSide) -> SwipeProposal? {
    guard table.app.canEdit(position) else { return nil }
    if let configuration = table.app.swipeActions(of: position, side) {
      guard !configuration.actions.isEmpty else { return nil }
      return SwipeProposal(
        side: side, actions: configuration.actions, allowsFull: configuration.performsFirstActionWithFullSwipe)
    }
    guard side == .trailing else { return nil }
    if let actions = rowActions(of: position) {
      return actions.isEmpty ? nil : SwipeProposal(side: side, actions: actions, allowsFull: false)
    }
    return table.canDelete(position) ? deletion(of: position) : nil
  }

  /// Whether the delegate has actions of its own for the end of a row.
  func hasActionsOfItsOwn(at position: RowPosition) -> Bool {
    if let configuration = table.app.swipeActions(of: position, .trailing) { return !configuration.actions.isEmpty }
    return rowActions(of: position)?.isEmpty == false
  }

  /// The button tables show by themselves. The row stays unless the data source deletes it.
  func deletion(of position: RowPosition) -> SwipeProposal {
    let title = table.app.deleteTitle(of: position)
    let action = UIContextualAction(style: .destructive, title: title) { [weak table] _, _, completion in
      guard let table, let row = table.swipe.row else { return }
      table.app.commit(.delete, at: row.position)
      completion(false)
    }
    return SwipeProposal(side: .trailing, actions: [action], allowsFull: true)
  }

  /// The actions of a delegate that still has the old method.
  private func rowActions(of position: RowPosition) -> [UIContextualAction]? {
    guard let old = table.app.editActions(of: position) else { return nil }
    return old.map { action in
      let made = UIContextualAction(style: action.style == .normal ? .normal : .destructive, title: action.title) {
        [weak table] _, _, _ in
        guard let table, let row = table.swipe.row else { return }
        action.handler(action, IndexPath(row.position))
      }
      made.backgroundColor = action.backgroundColor
      return made
    }
  }
}
