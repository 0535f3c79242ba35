import Foundation

extension UITableView {
  /// The selected row, the first one if there are several; nil without selection.
  public var indexPathForSelectedRow: IndexPath? { selection.first.map { IndexPath($0) } }

  /// All selected rows in order; nil without selection.
  public var indexPathsForSelectedRows: [IndexPath]? {
    selection.isEmpty ? nil : selection.all.map { IndexPath($0) }
  }

  /// Selects a row in code: no delegate method is called (L4). Without `allowsMultipleSelection` other rows are
  /// deselected; nil deselects all.
  /// - Parameter scrollPosition: where to scroll the row; `.none` does not scroll at all.
  /// - Precondition: the row exists.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    loadIfNeeded()
    guard let indexPath else {
      selection.removeAll()
      refreshSelection(animated: animated)
      return
    }
    let position = require(indexPath, "selectRow(at:animated:scrollPosition:)")
    if !selectsSeveralRows { selection.removeAll() }
    selection.insert(position)
    keyboardRow = position
    refreshSelection(animated: animated)
    if scrollPosition != .none { scroll(to: position, at: scrollPosition, animated: animated) }
  }

  /// Deselects a row in code: no delegate method is called (L4). Does nothing for rows that are not selected.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard let position = RowPosition(indexPath), selection.contains(position) else { return }
    selection.remove(position)
    refreshSelection(animated: animated)
  }

  /// Keeps only the first of several selected rows.
  func keepOneSelection() {
    guard let first = selection.first, selection.all.count > 1 else { return }
    selection.removeAll()
    selection.insert(first)
    refreshSelection(animated: false)
  }

  /// Shows the selection on the visible cells. While a row is pressed in single selection, no other row looks
  /// selected (L1).
  func refreshSelection(animated: Bool) {
    for entry in cells.visible {
      let hides = pressedRow != nil && !selectsSeveralRows && entry.position != pressedRow
      let isSelected = selection.contains(entry.position) && !hides
      if entry.view.isSelected != isSelected { entry.view.setSelected(isSelected, animated: animated) }
    }
    updateSeparators()
  }

  // MARK: By the user

  /// Selects, or in multiple selection toggles, a row the user chose, asking and telling the delegate in UIKit's
  /// order (L2, L3).
  func chooseRow(_ position: RowPosition) {
    if selectsSeveralRows, selection.contains(position) {
      if deselectByUser(position) { announceSelection() }
      return
    }
    guard let target = rowToSelect(insteadOf: position) else {
      refreshSelection(animated: true)
      return
    }
    if !selectsSeveralRows {
      for old in selection.all where old != target { _ = deselectByUser(old) }
      // An app that kept a row by returning nil from willDeselect keeps it beside the new one, as in UIKit.
    }
    selection.insert(target)
    keyboardRow = target
    refreshSelection(animated: false)
    tableDelegate?.tableView(self, didSelectRowAt: IndexPath(target))
    announceSelection()
  }

  private func rowToSelect(insteadOf position: RowPosition) -> RowPosition? {
    let path = IndexPath(position)
    guard let tableDelegate else { return position }
    guard let answer = tableDelegate.tableView(self, willSelectRowAt: path) else { return nil }
    if answer == path { return existing(path) }
    return require(answer, "tableView(_:willSelectRowAt:)")
  }

  private func deselectByUser(_ position: RowPosition) -> Bool {
    let path = IndexPath(position)
    if let tableDelegate, tableDelegate.tableView(self, willDeselectRowAt: path) == nil { return false }
    selection.remove(position)
    refreshSelection(animated: false)
    tableDelegate?.tableView(self, didDeselectRowAt: path)
    return true
  }

  private func announceSelection() {
    NotificationCenter.default.post(name: Self.selectionDidChangeNotification, object: self)
  }
}
