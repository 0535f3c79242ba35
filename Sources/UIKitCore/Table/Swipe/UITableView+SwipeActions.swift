import Foundation
import TableModel

/// Which actions a row has, and carrying them out.
extension UITableView {
  /// Asks the delegate for the actions of one side. Nil: the row is not to be swiped to that side.
  func swipeProposal(for position: RowPosition, _ side: SwipeSide) -> SwipeProposal? {
    let path = IndexPath(position)
    guard let dataSource, dataSource.tableView(self, canEditRowAt: path) else { return nil }
    if let configuration = swipeConfiguration(for: path, side) {
      guard !configuration.actions.isEmpty else { return nil }
      return SwipeProposal(
        side: side, actions: configuration.actions, allowsFull: configuration.performsFirstActionWithFullSwipe)
    }
    guard side == .trailing else { return nil }
    if let actions = rowActions(for: path) {
      return actions.isEmpty ? nil : SwipeProposal(side: side, actions: actions, allowsFull: false)
    }
    guard canDelete(position) else { return nil }
    return deleteProposal(for: position)
  }

  /// Whether the delegate has actions of its own for the right side of a row.
  func hasTrailingActions(at path: IndexPath) -> Bool {
    if let configuration = swipeConfiguration(for: path, .trailing) { return !configuration.actions.isEmpty }
    return rowActions(for: path)?.isEmpty == false
  }

  private func swipeConfiguration(for path: IndexPath, _ side: SwipeSide) -> UISwipeActionsConfiguration? {
    guard let tableDelegate else { return nil }
    return switch side {
    case .leading: tableDelegate.tableView(self, leadingSwipeActionsConfigurationForRowAt: path)
    case .trailing: tableDelegate.tableView(self, trailingSwipeActionsConfigurationForRowAt: path)
    }
  }

  /// The actions of a delegate that still has the old method.
  private func rowActions(for path: IndexPath) -> [UIContextualAction]? {
    guard let old = tableDelegate?.tableView(self, editActionsForRowAt: path) else { return nil }
    return old.map { action in
      let made = UIContextualAction(style: action.style == .normal ? .normal : .destructive, title: action.title) {
        [weak self] _, _, _ in
        guard let self, let row = self.swipe.row else { return }
        action.handler(action, IndexPath(row.position))
      }
      made.backgroundColor = action.backgroundColor
      return made
    }
  }

  /// The button tables show by themselves. The row stays unless the data source deletes it.
  func deleteProposal(for position: RowPosition) -> SwipeProposal {
    let title = tableDelegate?.tableView(self, titleForDeleteConfirmationButtonForRowAt: IndexPath(position))
    let action = UIContextualAction(style: .destructive, title: title ?? "Delete") { [weak self] _, _, completion in
      guard let self, let row = self.swipe.row else { return }
      self.dataSource?.tableView(self, commit: .delete, forRowAt: IndexPath(row.position))
      completion(false)
    }
    return SwipeProposal(side: .trailing, actions: [action], allowsFull: true)
  }

  // MARK: Performing

  /// Runs an action of the open row.
  func perform(_ action: UIContextualAction, of row: SwipedRow, from button: SwipeActionButton) {
    guard swipe.row === row else { return }
    let receipt = SwipeReceipt(self, row, action)
    action.handler(action, button) { isDone in
      if MainQueue.isCurrent {
        MainActor.assumeIsolated { receipt.deliver(isDone) }
      } else {
        DispatchQueue.main.async { MainActor.assumeIsolated { receipt.deliver(isDone) } }
      }
    }
  }

  /// The action says how it ended.
  func actionDidEnd(_ action: UIContextualAction, of row: SwipedRow, isDone: Bool) {
    guard swipe.row === row, !row.isClosing else { return }
    guard isDone, action.style == .destructive else { return closeActions(animated: true) }
    // The row is about to be deleted: out of sight until it is.
    if row.spread == 0, let number = row.view.buttons.firstIndex(where: { $0.action === action }) {
      row.spreadButton = number
    }
    if row.rest != .full || row.isHeld {
      row.isHeld = false
      swipe.pan.giveUp()
      settleSwipe(row, to: .full, animated: true)
    }
  }
}

/// What the closure given to a handler leads back to. Only its first call counts.
@MainActor
private final class SwipeReceipt {
  private weak var table: UITableView?
  private weak var row: SwipedRow?
  private let action: UIContextualAction
  private var isDelivered = false

  init(_ table: UITableView, _ row: SwipedRow, _ action: UIContextualAction) {
    self.table = table
    self.row = row
    self.action = action
  }

  func deliver(_ isDone: Bool) {
    guard !isDelivered else { return }
    isDelivered = true
    if let table, let row { table.actionDidEnd(action, of: row, isDone: isDone) }
  }
}
