import Foundation
import TableModel

/// Keys move through a table like through any desktop list. Arrows take the keyboard's row, which has a ring, to the
/// next one, page keys a screen on, Home and End to the ends; the selection stays, unless `selectionFollowsFocus`.
/// Space and Return do what a click on the row does. With shift, where several rows can be selected, all of these take
/// the selection along; with control they never touch it. Letters lead to the row that begins with them. The delete
/// keys delete a row, the Menu key opens its menu, Control-C copies.
///
/// A table whose rows cannot be selected has no such row: keys scroll it.
final class RowKeys: TableGuest {
  /// Letters that lead to rows, and copying rows.
  let text = RowText()

  /// The movement that a key requests.
  private enum Move {
    case row(isDown: Bool)
    case page(isDown: Bool)
    case end(isBottom: Bool)

    init?(_ key: UIKey) {
      switch key.keyCode {
      case .keyboardUpArrow: self = .row(isDown: false)
      case .keyboardDownArrow: self = .row(isDown: true)
      // With Control they change between tabs and pages around the table.
      case .keyboardPageUp where !key.modifierFlags.contains(.control): self = .page(isDown: false)
      case .keyboardPageDown where !key.modifierFlags.contains(.control): self = .page(isDown: true)
      case .keyboardHome: self = .end(isBottom: false)
      case .keyboardEnd: self = .end(isBottom: true)
      default: return nil
      }
    }
  }

  /// A key went down while the table, or something inside of it, is the first responder.
  /// - Returns: false for a key the table has no use for.
  func take(_ key: UIKey) -> Bool {
    let table = table
    if key.matches("a", .control) || key.matches("a", .command) { return selectAll() }
    if key.matches("c", .control) || key.matches("c", .command) { return text.copy() }
    if table.refreshing.take(key) { return true }
    guard key.modifierFlags.isDisjoint(with: [.command, .alternate]) else { return false }
    table.bringUpToDate()
    let (isShifted, isControlled) = (key.modifierFlags.contains(.shift), key.modifierFlags.contains(.control))
    guard let move = Move(key) else {
      return isControlled && key.keyCode != .keyboardSpacebar ? false : takeOther(key)
    }
    takeKeyboard()
    guard table.chooser.isAllowed else {
      scroll(for: move)
      return true
    }
    if isShifted, table.chooser.allowsSeveral {
      guard let next = target(of: move) else { return true }
      table.chooser.moveExtending(to: next)
      revealCursor()
      return true
    }
    self.move(move, selects: table.selectionFollowsFocus && !isControlled)
    return true
  }

  private func takeOther(_ key: UIKey) -> Bool {
    switch key.keyCode {
    case .keyboardEscape where putRowBack(): return true
    case .keyboardSpacebar where text.take(key): return true
    case .keyboardSpacebar, .keyboardReturnOrEnter, .keypadEnter: return chooseRow()
    case .keyboardDeleteOrBackspace, .keyboardDeleteForward: return deleteRow()
    default: return text.take(key)
    }
  }

  /// Ends what the user has begun with a row and not finished.
  private func putRowBack() -> Bool {
    if let borrower = table.rows.borrower {
      borrower.cancel()
      return true
    }
    guard let open = table.rows.openRow, !open.isClosing else { return false }
    open.close(animated: true)
    return true
  }

  /// Makes the table first responder for keys that lead through the rows, if a control in a row or no view has the
  /// keyboard. A text field keeps the keyboard where the selection shows the effect of the key.
  private func takeKeyboard() {
    let table = table
    guard let window = table.window, window.firstResponder !== table else { return }
    guard window.firstResponder is any UIKeyInput, table.selectionFollowsFocus else {
      _ = table.becomeFirstResponder()
      return
    }
  }

  // MARK: Rows

  private func selectAll() -> Bool {
    guard table.chooser.isAllowed, table.chooser.allowsSeveral else { return false }
    table.selectAll(nil)
    return true
  }

  /// A row that follows the keyboard was chosen when it came there.
  private func chooseRow() -> Bool {
    let chooser = table.chooser
    guard chooser.isAllowed, let row = chooser.cursorRow else { return false }
    if !table.editor.isOn, table.selectionFollowsFocus, !chooser.allowsSeveral, chooser.selection.contains(row) {
      return false
    }
    chooser.chooseByKey(row)
    return true
  }

  /// Deletes the selected row, or without a selection the one with the ring, in edit mode or not, where its control or
  /// a swipe could. Several selected rows are the app's to delete, and none while the ring is elsewhere.
  private func deleteRow() -> Bool {
    let chooser = table.chooser
    guard !table.isBusy, let row = chooser.selection.first ?? chooser.ringRow,
      chooser.cursorRow == nil || chooser.cursorRow == row,
      !chooser.allowsSeveral, table.canDelete(row)
    else { return false }
    guard chooser.showHeir() else { return true }
    chooser.start(at: row)
    table.window?.focus.show()
    table.app.commit(.delete, at: row)
    chooser.goOn(from: row)
    return true
  }

  /// Goes to a row that was found by its text.
  func go(to position: RowPosition) {
    takeKeyboard()
    // A view that had the keyboard may have changed the rows when it lost it.
    guard table.index.contains(position) else { return }
    table.chooser.moveCursor(to: position, selects: table.selectionFollowsFocus)
    revealCursor()
  }

  private func move(_ move: Move, selects: Bool) {
    let table = table
    let chooser = table.chooser
    if case .row = move {
      guard let next = target(of: move) else { return }
      chooser.moveCursor(to: next, selects: selects)
      return revealCursor()
    }
    // A page is counted from the row one looks at.
    var isCounted = chooser.keyRow != nil
    if case .page = move, let row = chooser.keyRow { isCounted = isOnScreen(row) }
    let before = table.contentOffset.y
    scroll(for: move)
    let distance = table.contentOffset.y - before
    // The delegate may have changed the rows: the row that has the keyboard has followed.
    table.bringUpToDate()
    if case .end(let isBottom) = move {
      guard let last = table.index.end(isBottom: isBottom) else { return }
      return chooser.moveCursor(to: last, selects: selects)
    }
    if isCounted, let start = chooser.keyRow, abs(distance) == pageHeight, let row = row(below: start, by: distance) {
      // Where the row before it was on screen.
      chooser.moveCursor(to: row, selects: selects)
    } else if isCounted, chooser.keyRow != nil, let goal = target(of: move) {
      chooser.moveCursor(to: goal, selects: selects)
      revealCursor()
    } else if let first = firstOnScreen {
      chooser.moveCursor(to: first, selects: selects)
    }
  }

  private func revealCursor() {
    table.bringUpToDate()
    if let row = table.chooser.cursorRow { table.scroll(to: row, at: .none, animated: false) }
  }

  /// The row a key leads to from the one that has the keyboard; the first row on screen when none has.
  private func target(of move: Move) -> RowPosition? {
    let table = table
    if case .end(let isBottom) = move { return table.index.end(isBottom: isBottom) }
    guard let start = table.chooser.keyRow else { return firstOnScreen }
    guard case .page(let isDown) = move else {
      guard case .row(let isDown) = move else { return nil }
      return table.index.neighbour(of: start, isBelow: isDown)
    }
    let band = table.index.band(ofRow: start.row, inSection: start.section)
    return table.index.row(atOrAbove: band.top + (isDown ? pageHeight : -pageHeight))
  }

  /// The first row that begins so many points below another one's upper edge, or further down.
  private func row(below start: RowPosition, by distance: Double) -> RowPosition? {
    func top(_ row: RowPosition) -> Double { table.index.band(ofRow: row.row, inSection: row.section).top }
    let y = top(start) + distance
    guard let found = table.index.row(atOrAbove: y) else { return nil }
    return top(found) < y - 0.5 ? table.index.neighbour(of: found, isBelow: true) ?? found : found
  }

  /// The part of the rows that can be seen, measured from the first section's top, in points.
  private var shownBand: ClosedRange<Double> {
    let inset = table.adjustedContentInset
    let top = table.contentOffset.y + inset.top - table.contentTop
    return top...max(top, top + table.bounds.height - inset.top - inset.bottom)
  }

  private func isOnScreen(_ row: RowPosition) -> Bool {
    guard table.index.contains(row) else { return false }
    let band = table.index.band(ofRow: row.row, inSection: row.section)
    return shownBand.overlaps(band.top...(band.top + band.height))
  }

  /// The first row that can be seen wholly, below bars and floating headers, wherever the last pass left the cells.
  var firstOnScreen: RowPosition? {
    let table = table
    let top = shownBand.lowerBound
    /// Where rows of a section are seen from, when its header floats.
    func edge(_ row: RowPosition) -> Double {
      guard table.style == .plain else { return top }
      let layout = table.index.layout(ofSection: row.section)
      return top + layout.rowsTop - layout.headerTop
    }
    func isCut(_ row: RowPosition) -> Bool {
      table.index.band(ofRow: row.row, inSection: row.section).top < edge(row)
    }
    guard let highest = table.index.row(atOrAbove: max(0, top)) else { return nil }
    guard isCut(highest), let row = table.index.row(atOrAbove: max(0, edge(highest))) else { return highest }
    return isCut(row) ? table.index.neighbour(of: row, isBelow: true) ?? row : row
  }

  // MARK: Scrolling

  /// One row of the old page stays visible as a landmark.
  private var pageHeight: Double {
    let inset = table.adjustedContentInset
    return max(
      table.bounds.height - inset.top - inset.bottom - table.loader.usualRowHeight, table.loader.usualRowHeight)
  }

  private func scroll(for move: Move) {
    switch move {
    case .row(let isDown): scroll(by: isDown ? table.loader.usualRowHeight : -table.loader.usualRowHeight)
    case .page(let isDown): scroll(by: isDown ? pageHeight : -pageHeight)
    case .end(let isBottom): scroll(by: isBottom ? table.contentSize.height : -table.contentSize.height)
    }
  }

  private func scroll(by points: Double) {
    let table = table
    // The delegate, told that a movement ends, may change the content.
    table.contentWillScroll()
    table.makeWay(animated: false)
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
