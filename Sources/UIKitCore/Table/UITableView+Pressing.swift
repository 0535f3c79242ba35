import Foundation

/// From a press on a row to its selection.
extension UITableView {
  func pressBegan(_ touch: UITouch) {
    guard touch.button == .primary else { return }
    _ = becomeFirstResponder()
    guard allowsSelection, pressedRow == nil, let cell = touchedCell(touch), let position = cell.position else { return }
    let path = IndexPath(position)
    if let tableDelegate, !tableDelegate.tableView(self, shouldHighlightRowAt: path) { return }
    guard cells.view(at: position) === cell else { return }
    pressedRow = position
    cell.setHighlighted(true, animated: false)
    refreshSelection(animated: false)
    tableDelegate?.tableView(self, didHighlightRowAt: path)
  }

  /// Leaving the row ends the press: letting go elsewhere selects nothing.
  func pressMoved(_ touch: UITouch) {
    guard let pressedRow else { return }
    guard let cell = cells.view(at: pressedRow), cell.point(inside: touch.location(in: cell), with: nil) else {
      pressCancelled()
      return
    }
  }

  func pressEnded(_ touch: UITouch) {
    pressMoved(touch)
    guard let position = pressedRow else { return }
    endPress(animated: false)
    if existing(IndexPath(position)) != nil { chooseRow(position) }
  }

  /// Scrolling or the system took the touch over (L5).
  func pressCancelled() {
    guard pressedRow != nil else { return }
    endPress(animated: true)
    refreshSelection(animated: true)
  }

  private func endPress(animated: Bool) {
    guard let position = pressedRow else { return }
    pressedRow = nil
    cells.view(at: position)?.setHighlighted(false, animated: animated)
    tableDelegate?.tableView(self, didUnhighlightRowAt: IndexPath(position))
  }

  /// The visible cell of this table a touch began in.
  private func touchedCell(_ touch: UITouch) -> UITableViewCell? {
    var view = touch.view
    while let current = view, current !== self {
      if let cell = current as? UITableViewCell, cell.table === self, cell.position != nil { return cell }
      view = current.superview
    }
    return nil
  }
}
