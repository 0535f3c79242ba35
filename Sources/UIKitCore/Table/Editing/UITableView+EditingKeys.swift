import Foundation
import TableModel

/// Keys by which rows are chosen and deleted.
extension UITableView {
  /// Space and Return choose the keyboard's row in edit mode; the delete keys delete the selected row, in edit mode
  /// or not, where its control or a swipe could.
  /// - Returns: false for a key without a use here. Several selected rows are the app's to delete.
  func handleEditingKey(_ key: UIKey) -> Bool {
    switch key.keyCode {
    case .keyboardSpacebar, .keyboardReturnOrEnter:
      guard editing.isOn, selectsRows, let row = cursor.row, existing(IndexPath(row)) != nil else { return false }
      chooseRow(row)
      return true
    case .keyboardDeleteOrBackspace, .keyboardDeleteForward: return deleteSelectedRow()
    default: return false
    }
  }

  private func deleteSelectedRow() -> Bool {
    guard !isBusy, let row = selection.first, cursor.row == nil || cursor.row == row, !selectsSeveralRows,
      canDelete(row)
    else { return false }
    commitEditing(.delete, at: row)
    return true
  }

  /// Whether the user may delete a row by other means than its control.
  func canDelete(_ position: RowPosition) -> Bool {
    let path = IndexPath(position)
    guard let dataSource, existing(path) != nil, dataSource.tableView(self, canEditRowAt: path),
      implementsCommit(probingAt: path)
    else { return false }
    return (tableDelegate?.tableView(self, editingStyleForRowAt: path) ?? .delete) == .delete
  }
}
