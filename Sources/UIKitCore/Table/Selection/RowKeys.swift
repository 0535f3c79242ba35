import Foundation
import TableModel

/// Keys move through a table like through any desktop list: arrows select the next row, page keys scroll by a screen,
/// home and end to the ends. With shift, where several rows can be selected, they take the selection along. Space and
/// Return choose the keyboard's row in edit mode, the delete keys delete the selected row, the Menu key opens its menu.
final class RowKeys: TableFacet {
  /// What a key asks for.
  private enum Move {
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

  /// A key went down while the table is the first responder.
  /// - Returns: false for a key the table has no use for.
  func take(_ key: UIKey) -> Bool {
    let table = table
    if key.keyCode == .keyboardA { return selectAll(key) }
    if table.refreshing.take(key) { return true }
    guard key.modifierFlags.isDisjoint(with: [.command, .control, .alternate]) else { return false }
    table.bringUpToDate()
    guard let move = Move(key.keyCode) else { return takeOther(key) }
    if key.modifierFlags.contains(.shift), table.chooser.isAllowed, table.chooser.allowsSeveral {
      guard let next = target(of: move) else { return true }
      table.chooser.moveExtending(to: next)
      revealCursor()
      return true
    }
    switch move {
    case .row(let isDown): goToNextRow(isDown: isDown)
    case .page(let isDown): scroll(by: isDown ? pageHeight : -pageHeight)
    case .end(let isBottom): scroll(by: isBottom ? table.contentSize.height : -table.contentSize.height)
    }
    return true
  }

  private func takeOther(_ key: UIKey) -> Bool {
    let table = table
    switch key.keyCode {
    case .keyboardEscape where table.reorder.drag != nil:
      table.reorder.cancel()
      return true
    case .keyboardEscape where table.swipe.row?.isClosing == false:
      table.swipe.close(animated: true)
      return true
    case .keyboardApplication: return table.menus.openByKey()
    case .keyboardF10: return key.modifierFlags.contains(.shift) && table.menus.openByKey()
    case .keyboardSpacebar, .keyboardReturnOrEnter: return chooseRow()
    case .keyboardDeleteOrBackspace, .keyboardDeleteForward: return deleteRow()
    default: return false
    }
  }

  // MARK: Rows

  private func selectAll(_ key: UIKey) -> Bool {
    let held = key.modifierFlags.intersection([.command, .control, .alternate, .shift])
    guard held == .control || held == .command, table.chooser.isAllowed, table.chooser.allowsSeveral else {
      return false
    }
    table.selectAll(nil)
    return true
  }

  private func chooseRow() -> Bool {
    let chooser = table.chooser
    guard table.editing.isOn, chooser.isAllowed, let row = chooser.cursorRow else { return false }
    chooser.choose(row)
    return true
  }

  /// Deletes the selected row, in edit mode or not, where its control or a swipe could. Several selected rows are the
  /// app's to delete.
  private func deleteRow() -> Bool {
    let chooser = table.chooser
    guard !table.isBusy, let row = chooser.selection.first, chooser.cursorRow == nil || chooser.cursorRow == row,
      !chooser.allowsSeveral, table.editing.canDelete(row)
    else { return false }
    table.editing.commit(.delete, at: row)
    return true
  }

  /// Selects the neighbour of the selected row as a click would, and scrolls it into view. Without a selection the
  /// first row on screen is taken; without `allowsSelection` the table scrolls by a row.
  private func goToNextRow(isDown: Bool) {
    guard table.chooser.isAllowed else {
      return scroll(by: isDown ? table.loader.usualRowHeight : -table.loader.usualRowHeight)
    }
    guard let next = target(of: .row(isDown: isDown)) else { return }
    table.chooser.move(to: next)
    revealCursor()
  }

  private func revealCursor() {
    table.bringUpToDate()
    if let row = table.chooser.cursorRow { table.scroll(to: row, at: .none, animated: false) }
  }

  /// The row a key leads to from the one chosen last; the first row on screen when none was.
  private func target(of move: Move) -> RowPosition? {
    let table = table
    if case .end(let isBottom) = move { return table.index.end(isBottom: isBottom) }
    guard let start = table.chooser.cursorRow ?? table.chooser.selection.first else {
      let visible = table.cells.visible
      return visible.first { $0.view.frame.minY >= table.bounds.minY }?.position ?? visible.first?.position
    }
    guard case .page(let isDown) = move else {
      guard case .row(let isDown) = move else { return nil }
      return table.index.neighbour(of: start, isBelow: isDown)
    }
    let band = table.index.band(ofRow: start.row, inSection: start.section)
    return table.index.row(atOrAbove: band.top + (isDown ? pageHeight : -pageHeight))
  }

  // MARK: Scrolling

  /// One row of the old page stays visible as a landmark.
  private var pageHeight: Double {
    let inset = table.adjustedContentInset
    return max(
      table.bounds.height - inset.top - inset.bottom - table.loader.usualRowHeight, table.loader.usualRowHeight)
  }

  private func scroll(by points: Double) {
    let table = table
    // Whoever is told that a movement ends may change what there is to scroll.
    table.contentWillScroll()
    table.mover.makeWay(animated: false)
    table.updateContentSize()
    let inset = table.adjustedContentInset
    let lowest = -inset.top
    let highest = max(lowest, table.contentSize.height + inset.bottom - table.bounds.height)
    let y = min(max(table.contentOffset.y + points, lowest), highest)
    if y != table.contentOffset.y {
      table.setContentOffset(CGPoint(x: table.contentOffset.x, y: y), animated: false)
    }
  }
}
