import Foundation
import TableModel

/// Keys move through a table like through any desktop list: arrows select the next row, page keys scroll by a screen,
/// home and end to the ends. With shift, where several rows can be selected, they take the selection along.
extension UITableView {
  /// - Returns: false for a key the table has no use for.
  func handleKey(_ key: UIKey) -> Bool {
    if key.keyCode == .keyboardA { return selectAllByKey(key) }
    if refreshesByKey(key) { return true }
    guard key.modifierFlags.isDisjoint(with: [.command, .control, .alternate]) else { return false }
    loadIfNeeded()
    guard let move = KeyMove(key.keyCode) else { return handleOtherKey(key) }
    if key.modifierFlags.contains(.shift), selectsRows, selectsSeveralRows {
      extendSelection(by: move)
      return true
    }
    switch move {
    case .row(let isDown): moveSelection(down: isDown)
    case .page(let isDown): scroll(by: isDown ? pageHeight : -pageHeight)
    case .end(let isBottom): scroll(by: isBottom ? contentSize.height : -contentSize.height)
    }
    return true
  }

  private func handleOtherKey(_ key: UIKey) -> Bool {
    switch key.keyCode {
    case .keyboardEscape where reorder != nil: return cancelReorder()
    case .keyboardEscape where swipe.row?.isClosing == false:
      closeActions(animated: true)
      return true
    case .keyboardApplication: return openMenuByKey()
    case .keyboardF10: return key.modifierFlags.contains(.shift) && openMenuByKey()
    default: return handleEditingKey(key)
    }
  }

  /// What a key asks for.
  private enum KeyMove {
    case row(isDown: Bool)
    case page(isDown: Bool)
    case end(isBottom: Bool)

    init?(_ code: UIKeyboardHIDUsage) {
      switch code {
      case .keyboardUpArrow: self = .row(isDown: false)
      case .keyboardDownArrow: self = .row(isDown: true)
      case .keyboardPageUp: self = .page(isDown: false)
      case .keyboardPageDown: self = .page(isDown: true)
      case .keyboardHome: self = .end(isBottom: false)
      case .keyboardEnd: self = .end(isBottom: true)
      default: return nil
      }
    }
  }

  private func selectAllByKey(_ key: UIKey) -> Bool {
    let held = key.modifierFlags.intersection([.command, .control, .alternate, .shift])
    guard held == .control || held == .command, selectsRows, selectsSeveralRows else { return false }
    selectAll(nil)
    return true
  }

  // MARK: The selection

  /// Selects the neighbour of the selected row as a click would, and scrolls it into view. Without a selection the
  /// first row on screen is taken; without `allowsSelection` the table scrolls by a row.
  private func moveSelection(down: Bool) {
    guard selectsRows else { return scroll(by: down ? usualRowHeight : -usualRowHeight) }
    guard let next = keyboardTarget(of: .row(isDown: down)) else { return }
    if allowsHighlight(of: next) {
      let isOnlyOne = selection.count == 1 && selection.contains(next)
      if selectsSeveralRows, !isOnlyOne { selection.removeAll() }
      if !selection.contains(next) { chooseRow(next) }
    }
    startSelection(at: next)
    reveal(next)
  }

  private func extendSelection(by move: KeyMove) {
    guard let next = keyboardTarget(of: move) else { return }
    if allowsHighlight(of: next) { extendSelection(to: next, keepsOthers: false) }
    cursor.row = next
    reveal(next)
  }

  private func allowsHighlight(of position: RowPosition) -> Bool {
    tableDelegate?.tableView(self, shouldHighlightRowAt: IndexPath(position)) ?? true
  }

  private func reveal(_ position: RowPosition) {
    if existing(IndexPath(position)) != nil { scroll(to: position, at: .none, animated: false) }
  }

  /// The row a key leads to from the one chosen last; the first row on screen when none was.
  private func keyboardTarget(of move: KeyMove) -> RowPosition? {
    if case .end(let isBottom) = move { return index.end(isBottom: isBottom) }
    guard let start = cursor.row ?? selection.first, existing(IndexPath(start)) != nil else {
      return cells.visible.first { $0.view.frame.minY >= bounds.minY }?.position ?? cells.visible.first?.position
    }
    guard case .page(let isDown) = move else {
      guard case .row(let isDown) = move else { return nil }
      return index.neighbour(of: start, isBelow: isDown)
    }
    let band = index.band(ofRow: start.row, inSection: start.section)
    return index.row(atOrAbove: band.top + (isDown ? pageHeight : -pageHeight))
  }

  // MARK: Scrolling

  /// One row of the old page stays visible as a landmark.
  private var pageHeight: Double {
    let inset = adjustedContentInset
    return max(bounds.height - inset.top - inset.bottom - usualRowHeight, usualRowHeight)
  }

  private func scroll(by points: Double) {
    updateContentSize()
    let inset = adjustedContentInset
    let lowest = -inset.top
    let highest = max(lowest, contentSize.height + inset.bottom - bounds.height)
    let y = min(max(contentOffset.y + points, lowest), highest)
    if y != contentOffset.y { setContentOffset(CGPoint(x: contentOffset.x, y: y), animated: false) }
  }
}
