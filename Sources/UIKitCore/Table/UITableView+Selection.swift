import Foundation
import TableModel

/// Which rows are selected, as apps see and change it.
///
/// The selection is kept as ranges: it costs what its ranges cost, not its rows. `indexPathsForSelectedRows` alone makes
/// a path for every row; the table itself never asks for it.
extension UITableView {
  /// The selected row, the first one in table order if there are several; nil without selection.
  public var indexPathForSelectedRow: IndexPath? { selection.first.map { IndexPath($0) } }

  /// All selected rows in table order; nil without selection.
  /// - Complexity: O(selected rows).
  public var indexPathsForSelectedRows: [IndexPath]? {
    selection.isEmpty ? nil : selection.all.map { IndexPath($0) }
  }

  /// Selects a row in code: no delegate method is called. Without `allowsMultipleSelection` other rows are
  /// deselected; nil deselects all.
  /// - Parameter scrollPosition: where to scroll the row; `.none` does not scroll at all.
  /// - Precondition: the row exists.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    loadIfNeeded()
    guard let indexPath else {
      deselectAllRows(animated: animated)
      return
    }
    let position = require(indexPath, "selectRow(at:animated:scrollPosition:)")
    if !selectsSeveralRows { selection.removeAll() }
    selection.insert(position)
    startSelection(at: position)
    refreshSelection(animated: animated)
    if scrollPosition != .none { scroll(to: position, at: scrollPosition, animated: animated) }
  }

  /// Deselects a row in code: no delegate method is called. Does nothing for rows that are not selected.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard let position = RowPosition(indexPath), selection.contains(position) else { return }
    selection.remove(position)
    refreshSelection(animated: animated)
  }

  /// Deselects all rows in code: no delegate method is called.
  package func deselectAllRows(animated: Bool) {
    guard !selection.isEmpty else { return }
    selection.removeAll()
    refreshSelection(animated: animated)
  }

  /// Keeps only the first of several selected rows.
  func keepOneSelection() {
    guard let first = selection.first, selection.count > 1 else { return }
    selection.removeAll()
    selection.insert(first)
    refreshSelection(animated: false)
  }

  /// The keyboard goes on from `position`, and a range selected next begins there.
  func startSelection(at position: RowPosition) {
    cursor = RowCursor(row: position, anchor: position)
  }

  /// Shows the selection on the visible cells. While a row is pressed in single selection, no other row looks
  /// selected.
  func refreshSelection(animated: Bool) {
    for entry in cells.visible {
      // A cell may change the table when it is told.
      guard let position = entry.view.position, cells.view(at: position) === entry.view else { continue }
      let hides = pressedRow != nil && !selectsSeveralRows && position != pressedRow
      let isSelected = selection.contains(position) && !hides
      if entry.view.isSelected != isSelected { entry.view.setSelected(isSelected, animated: animated) }
    }
    updateSeparators()
  }
}
