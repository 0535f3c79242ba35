import Foundation

/// Keys move through a table like through any desktop list.
extension UITableView {
  /// - Returns: false for a key the table has no use for.
  func handleKey(_ key: UIKey) -> Bool {
    guard key.modifierFlags.isDisjoint(with: [.command, .control, .alternate]) else { return false }
    loadIfNeeded()
    switch key.keyCode {
    case .keyboardUpArrow: return moveSelection(down: false)
    case .keyboardDownArrow: return moveSelection(down: true)
    case .keyboardPageUp: return scrollPage(down: false)
    case .keyboardPageDown: return scrollPage(down: true)
    case .keyboardHome: return scrollToEnd(bottom: false)
    case .keyboardEnd: return scrollToEnd(bottom: true)
    default: return false
    }
  }

  /// Selects the neighbour of the selected row as a click would, and scrolls it into view. Without a selection the
  /// first row on screen is taken; without `allowsSelection` the table scrolls by a row.
  private func moveSelection(down: Bool) -> Bool {
    guard selectsRows else {
      scroll(by: down ? usualRowHeight : -usualRowHeight)
      return true
    }
    guard let next = neighbour(down: down) else { return true }
    if let delegate = tableDelegate, !delegate.tableView(self, shouldHighlightRowAt: IndexPath(next)) {
      keyboardRow = next
    } else {
      if selectsSeveralRows, !selection.contains(next) { selection.removeAll() }
      if !selection.contains(next) { chooseRow(next) }
      keyboardRow = next
    }
    if existing(IndexPath(next)) != nil { scroll(to: next, at: .none, animated: false) }
    return true
  }

  private func neighbour(down: Bool) -> RowPosition? {
    guard let start = keyboardRow ?? selection.first, existing(IndexPath(start)) != nil else {
      return cells.visible.first { $0.view.frame.minY >= bounds.minY }?.position ?? cells.visible.first?.position
    }
    var section = start.section
    var row = start.row + (down ? 1 : -1)
    while section >= 0, section < index.sectionCount {
      if row >= 0, row < index.rowCount(inSection: section) { return RowPosition(section: section, row: row) }
      section += down ? 1 : -1
      guard section >= 0, section < index.sectionCount else { return nil }
      row = down ? 0 : index.rowCount(inSection: section) - 1
    }
    return nil
  }

  private func scrollPage(down: Bool) -> Bool {
    let inset = adjustedContentInset
    // One row of the old page stays visible as a landmark.
    let page = max(bounds.height - inset.top - inset.bottom - usualRowHeight, usualRowHeight)
    scroll(by: down ? page : -page)
    return true
  }

  private func scrollToEnd(bottom: Bool) -> Bool {
    scroll(by: bottom ? contentSize.height : -contentSize.height)
    return true
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
