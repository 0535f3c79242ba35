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
    let path = IndexPath(position)
    guard let dataSource = table.dataSource, dataSource.tableView(table, canEditRowAt: path) else { return nil }
    if let configuration = configuration(for: path, side) {
      guard !configuration.actions.isEmpty else { return nil }
      return SwipeProposal(
        side: side, actions: configuration.actions, allowsFull: configuration.performsFirstActionWithFullSwipe)
    }
    guard side == .trailing else { return nil }
    if let actions = rowActions(for: path) {
      return actions.isEmpty ? nil : SwipeProposal(side: side, actions: actions, allowsFull: false)
    }
    return table.editing.canDelete(position) ? deletion(of: position) : nil
  }

  /// Whether the delegate has actions of its own for the right side of a row.
  func hasTrailingActions(at path: IndexPath) -> Bool {
    if let configuration = configuration(for: path, .trailing) { return !configuration.actions.isEmpty }
    return rowActions(for: path)?.isEmpty == false
  }

  /// The button tables show by themselves. The row stays unless the data source deletes it.
  func deletion(of position: RowPosition) -> SwipeProposal {
    let title = table.tableDelegate?.tableView(table, titleForDeleteConfirmationButtonForRowAt: IndexPath(position))
    let action = UIContextualAction(style: .destructive, title: title ?? "Delete") { [weak table] _, _, completion in
      guard let table, let row = table.swipe.row else { return }
      table.dataSource?.tableView(table, commit: .delete, forRowAt: IndexPath(row.position))
      completion(false)
    }
    return SwipeProposal(side: .trailing, actions: [action], allowsFull: true)
  }

  private func configuration(for path: IndexPath, _ side: SwipeSide) -> UISwipeActionsConfiguration? {
    guard let delegate = table.tableDelegate else { return nil }
    return switch side {
    case .leading: delegate.tableView(table, leadingSwipeActionsConfigurationForRowAt: path)
    case .trailing: delegate.tableView(table, trailingSwipeActionsConfigurationForRowAt: path)
    }
  }

  /// The actions of a delegate that still has the old method.
  private func rowActions(for path: IndexPath) -> [UIContextualAction]? {
    guard let old = table.tableDelegate?.tableView(table, editActionsForRowAt: path) else { return nil }
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
