import Foundation

/// A press that has not highlighted its row yet.
struct PendingPress {
  /// The row's cell.
  let cell: UITableViewCell
  /// When the finger came down, on the frame clock.
  let start: TimeInterval
  /// Counts the time.
  let link: CADisplayLink
}

/// From a press on a row to its selection.
extension UITableView {
  /// How long a finger rests on a row before the row is highlighted, in seconds: until then it may want to scroll.
  private static let fingerDelay = 0.15

  /// A mouse button, which cannot scroll, highlights at once; a finger after a delay.
  func pressBegan(_ touch: UITouch) {
    guard !swipeTakes(touch), touch.button == .primary else { return }
    _ = becomeFirstResponder()
    guard selectsRows, pressedRow == nil, pendingPress == nil, reorder == nil, let cell = touchedCell(touch) else {
      return
    }
    guard touch.type == .direct, delaysContentTouches else { return beginPress(on: cell) }
    let link = CADisplayLink { [weak self] link in self?.pressWaited(until: link.timestamp) }
    pendingPress = PendingPress(cell: cell, start: touch.timestamp, link: link)
    link.add(to: .main, forMode: .common)
  }

  private func pressWaited(until now: TimeInterval) {
    guard let pending = pendingPress, now - pending.start >= Self.fingerDelay else { return }
    dropPendingPress()
    beginPress(on: pending.cell)
  }

  func dropPendingPress() {
    pendingPress?.link.invalidate()
    pendingPress = nil
  }

  private func beginPress(on cell: UITableViewCell) {
    guard cell.table === self, let position = cell.position else { return }
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
    if let pending = pendingPress, !pending.cell.point(inside: touch.location(in: pending.cell), with: nil) {
      dropPendingPress()
    }
    guard let pressedRow else { return }
    guard let cell = cells.view(at: pressedRow), cell.point(inside: touch.location(in: cell), with: nil) else {
      pressCancelled()
      return
    }
  }

  /// - Parameter modifiers: the keys held meanwhile.
  func pressEnded(_ touch: UITouch, _ modifiers: UIKeyModifierFlags) {
    if swipeReleases(touch) { return }
    pressMoved(touch)
    if let pending = pendingPress {
      // A quick tap: highlighted and let go at once.
      dropPendingPress()
      beginPress(on: pending.cell)
    }
    guard let position = pressedRow else { return }
    endPress(animated: false)
    if existing(IndexPath(position)) != nil { chooseRow(position, modifiers: modifiers) }
    // What looked unselected while the row was pressed, and stays selected beside it or in its place.
    refreshSelection(animated: false)
  }

  /// Scrolling or the system took the touch over.
  func pressCancelled() {
    swipe.closingTouch = nil
    dropPendingPress()
    guard pressedRow != nil else { return }
    endPress(animated: true)
    guard isBusy else { return refreshSelection(animated: true) }
    // The pressed cell left within a pass, in which others are on their way between containers.
    afterPass { [weak self] in self?.refreshSelection(animated: true) }
  }

  private func endPress(animated: Bool) {
    guard let position = pressedRow else { return }
    pressedRow = nil
    // A finger that rested has opened the row's menu.
    if position != contextMenus?.row { cells.view(at: position)?.setHighlighted(false, animated: animated) }
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
