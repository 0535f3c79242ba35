import Foundation
import TableModel

/// Menus of rows: by the right mouse button, a finger that rests, the Menu key or Shift with F10.
extension UITableView {
  /// What opens the menus of rows; nil until the table was in a window.
  public final var contextMenuInteraction: UIContextMenuInteraction? { contextMenus?.interaction }

  /// Called when the table enters a window.
  func attachContextMenus() {
    guard contextMenus == nil else { return }
    let menus = TableContextMenu(self)
    contextMenus = menus
    addInteraction(menus.interaction)
  }

  /// The delegate's menu for a row; without such a method one that deletes the row, if the user may.
  func contextMenu(ofRowAt path: IndexPath, point: CGPoint) -> UIContextMenuConfiguration? {
    if let delegate = tableDelegate, !missing.contains(.contextMenu) {
      let made = delegate.tableView(self, contextMenuConfigurationForRowAt: path, point: point)
      if !missing.contains(.contextMenu) { return made }
    }
    guard let title = deletionTitle(ofRowAt: path) else { return nil }
    let delete = UIAction(title: title, image: UIImage(systemName: "trash"), attributes: .destructive) {
      [weak self] _ in self?.deleteByMenu()
    }
    return UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: [delete]) })
  }

  /// What deleting a row is called; nil for a row the user may not delete.
  private func deletionTitle(ofRowAt path: IndexPath) -> String? {
    guard let position = RowPosition(path), canDelete(position) else { return nil }
    return tableDelegate?.tableView(self, titleForDeleteConfirmationButtonForRowAt: path) ?? "Delete"
  }

  private func deleteByMenu() {
    guard let row = contextMenus?.deletedRow, existing(IndexPath(row)) != nil else { return }
    contextMenus?.deletedRow = nil
    commitEditing(.delete, at: row)
  }

  /// The Menu key: the menu of the row selected last, which is brought into view, at its left.
  /// - Returns: whether a menu was opened.
  func openMenuByKey() -> Bool {
    guard let contextMenus, let position = cursor.row ?? selection.first, existing(IndexPath(position)) != nil else {
      return false
    }
    scroll(to: position, at: .none, animated: false)
    layoutTable()
    guard let cell = cells.view(at: position) else { return false }
    let visible = cell.convert(cell.bounds, to: nil).intersection(convert(bounds, to: nil))
    guard !visible.isEmpty else { return false }
    let place = CGPoint(x: visible.minX + TableMetrics.cellMargin, y: visible.midY)
    return contextMenus.interaction.showMenu(.point(place), .pointer)
  }
}
