import Foundation

/// Selection by the user: the delegate is asked and told in UIKit's order, and a notification is posted at the end.
///
/// Where several rows can be selected, a click turns its row's selection on or off, as a tap does. What a desktop list
/// adds: with shift, the rows from the one chosen last up to the one clicked become the selection (with control they are
/// added to it), and Control-A selects all. A range is one change: the delegate is asked and told about the row at its
/// end only, and learns of the others from `selectionDidChangeNotification`, so that ten million rows take no longer
/// than one.
extension UITableView {
  /// A row was clicked, or reached by a key.
  func chooseRow(_ position: RowPosition, modifiers: UIKeyModifierFlags) {
    guard modifiers.contains(.shift), beginsRange(at: position) else { return chooseRow(position) }
    extendSelection(to: position, keepsOthers: !modifiers.isDisjoint(with: [.control, .command]))
    tableDelegate?.tableViewDidEndMultipleSelectionInteraction(self)
  }

  /// Asks the delegate whether a range may be selected, which it may make possible only now.
  private func beginsRange(at position: RowPosition) -> Bool {
    let path = IndexPath(position)
    guard let tableDelegate, !missing.contains(.multipleSelection) else { return selectsSeveralRows }
    let mayBegin = tableDelegate.tableView(self, shouldBeginMultipleSelectionInteractionAt: path)
    guard !missing.contains(.multipleSelection) else { return selectsSeveralRows }
    guard mayBegin else { return false }
    tableDelegate.tableView(self, didBeginMultipleSelectionInteractionAt: path)
    return selectsSeveralRows && existing(path) != nil
  }

  /// Selects, or in multiple selection toggles, a row the user chose (L2, L3).
  func chooseRow(_ position: RowPosition) {
    if selectsSeveralRows, selection.contains(position) {
      startSelection(at: position)
      if deselectByUser(position) { announceSelection() }
      return
    }
    guard let target = rowToSelect(insteadOf: position) else {
      refreshSelection(animated: true)
      return
    }
    if !selectsSeveralRows {
      // A few at most: an app that returned nil from willDeselect keeps a row beside the new one, as in UIKit.
      for old in selection.all where old != target { _ = deselectByUser(old) }
    }
    select(target)
    startSelection(at: target)
    finishChoice(of: target)
  }

  /// Makes the rows between the one chosen last and `position` the selection.
  /// - Parameter keepsOthers: rows outside of that range stay selected.
  func extendSelection(to position: RowPosition, keepsOthers: Bool) {
    guard let target = rowToSelect(insteadOf: position) else {
      refreshSelection(animated: true)
      return
    }
    let anchor = [cursor.anchor, selection.first].lazy.compactMap { $0 }
      .first { self.existing(IndexPath($0)) != nil } ?? target
    if !keepsOthers { selection.removeAll() }
    selection.insert(from: min(anchor, target), through: max(anchor, target), of: index)
    cursor = RowCursor(row: target, anchor: anchor)
    finishChoice(of: target)
  }

  /// Selects every row, where several can be selected; otherwise does nothing. Called by Control-A and by apps. No
  /// delegate method is called; `selectionDidChangeNotification` is posted.
  /// - Complexity: O(sections).
  public func selectAll(_ sender: Any?) {
    loadIfNeeded()
    guard selectsRows, selectsSeveralRows else { return }
    selection.selectAll(of: index)
    refreshSelection(animated: false)
    announceSelection()
  }

  private func rowToSelect(insteadOf position: RowPosition) -> RowPosition? {
    let path = IndexPath(position)
    guard let tableDelegate else { return position }
    guard let answer = tableDelegate.tableView(self, willSelectRowAt: path) else { return nil }
    if answer == path { return existing(path) }
    return require(answer, "tableView(_:willSelectRowAt:)")
  }

  /// `willDeselect` may have reloaded the table.
  private func select(_ position: RowPosition) {
    if existing(IndexPath(position)) != nil { selection.insert(position) }
  }

  private func finishChoice(of target: RowPosition) {
    refreshSelection(animated: false)
    if selection.contains(target) { tableDelegate?.tableView(self, didSelectRowAt: IndexPath(target)) }
    announceSelection()
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
