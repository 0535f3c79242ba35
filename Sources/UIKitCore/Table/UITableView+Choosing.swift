import Foundation
import TableModel

/// Selection by the user: the delegate is asked and told in UIKit's order, and a notification is posted at the end.
///
/// Where several rows can be selected, a click turns its row's selection on or off, as a tap does. What a desktop list
/// adds: with shift, the rows from the one chosen last up to the one clicked become the selection (with control they are
/// added to it), and Control-A selects all. A range is one change: the delegate is told about the row at its end only,
/// and learns of the others from `selectionDidChangeNotification`. It is asked about each of them by
/// `shouldHighlightRowAt` and `willSelectRowAt`, if it implements these, and a row it refuses by either stays as it is.
/// Of more than `UITableView.mostRowsAsked` rows none is asked about but the last, so that ten million take no longer
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

  /// Selects, or in multiple selection toggles, a row the user chose.
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
    let ends = (min(anchor, target), max(anchor, target))
    let refused = refusedRows { position in
      position >= ends.0 && position <= ends.1 && position != target && !self.selection.contains(position)
    }
    // The delegate may have reloaded the table when it was asked.
    guard existing(IndexPath(ends.0)) != nil, existing(IndexPath(ends.1)) != nil else { return }
    if !keepsOthers { selection.removeAll() }
    selection.insert(from: ends.0, through: ends.1, of: index)
    for position in refused { selection.remove(position) }
    cursor = RowCursor(row: target, anchor: anchor)
    finishChoice(of: target)
  }

  /// Selects every row, where several can be selected; otherwise does nothing. Called by Control-A and by apps.
  ///
  /// Rows the delegate refuses, by returning false from `shouldHighlightRowAt` or another path or nil from
  /// `willSelectRowAt`, are left out; it is asked if it implements these, and if there are at most `mostRowsAsked` rows.
  /// It is not told; `selectionDidChangeNotification` is posted.
  /// - Complexity: O(sections); O(rows) when the delegate is asked.
  public func selectAll(_ sender: Any?) {
    loadIfNeeded()
    guard selectsRows, selectsSeveralRows else { return }
    let refused = refusedRows { !self.selection.contains($0) }
    selection.selectAll(of: index)
    for position in refused { selection.remove(position) }
    refreshSelection(animated: false)
    announceSelection()
  }

  /// Rows a delegate is asked about at most when many are selected at once: as many as take no more than some frames.
  static let mostRowsAsked = 100_000

  /// The rows among those a closure names that the delegate does not let the user select.
  private func refusedRows(of isMeant: (RowPosition) -> Bool) -> [RowPosition] {
    guard let tableDelegate, !missing.isSuperset(of: [.shouldHighlight, .willSelect]) else { return [] }
    var counts: [(section: Int, rows: Int)] = []
    var total = 0
    index.forEachRowCount(from: 0) { section, count in
      counts.append((section, count))
      total += count
      return total <= Self.mostRowsAsked
    }
    guard total <= Self.mostRowsAsked else { return [] }
    var refused: [RowPosition] = []
    for (section, rows) in counts {
      for row in 0..<rows {
        let position = RowPosition(section: section, row: row)
        guard isMeant(position) else { continue }
        let path = IndexPath(position)
        let isAllowed =
          (missing.contains(.shouldHighlight) || tableDelegate.tableView(self, shouldHighlightRowAt: path))
          && (missing.contains(.willSelect) || tableDelegate.tableView(self, willSelectRowAt: path) == path)
        if !isAllowed { refused.append(position) }
        if missing.isSuperset(of: [.shouldHighlight, .willSelect]) { return refused }
      }
    }
    return refused
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
