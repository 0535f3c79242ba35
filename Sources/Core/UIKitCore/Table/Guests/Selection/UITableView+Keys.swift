import Foundation
import TableModel

/// Besides what keys do in every list, letters lead to the row that begins with them, the delete keys delete a row,
/// Control-C copies.
extension UITableView: KeyHost {
  package final var stepsSideways: Bool { false }

  package final func takeCommand(_ key: UIKey) -> Bool {
    if key.matches("c", .control) || key.matches("c", .command) { return rowText.copy() }
    return refreshing.take(key)
  }

  package final func takeOther(_ key: UIKey) -> Bool {
    switch key.keyCode {
    case .keyboardDeleteOrBackspace, .keyboardDeleteForward: return deleteRow()
    default: return rowText.take(key)
    }
  }

  package final func putRowBack() -> Bool {
    if let borrower = rows.borrower {
      borrower.cancel()
      return true
    }
    guard let open = rows.openRow, !open.isClosing else { return false }
    open.close(animated: true)
    return true
  }

  /// Goes to a row that was found by its text, or by an assistive tool.
  final func go(to position: RowPosition) {
    takeKeyboard()
    // A view that had the keyboard may have changed the rows when it lost it.
    guard index.contains(position) else { return }
    chooser.moveCursor(to: position, selects: selectionFollowsFocus)
    revealCursor()
  }

  /// Deletes the selected row, or without a selection the one with the ring, in edit mode or not, where its control or
  /// a swipe could. Several selected rows are the app's to delete, and none while the ring is elsewhere.
  private func deleteRow() -> Bool {
    guard !isBusy, let row = chooser.selection.first ?? shownSelection.ringRow,
      chooser.cursorRow == nil || chooser.cursorRow == row, !chooser.allowsSeveral, canDelete(row)
    else { return false }
    if chooser.isAtHeir, chooser.selection.isEmpty, window?.focus.isVisible == false {
      // The user has not seen which row it is.
      chooser.showHeir()
      return true
    }
    chooser.start(at: row)
    window?.focus.show()
    app.commit(.delete, at: row)
    chooser.goOn(from: row)
    return true
  }

  package final func moveKeyboard(_ move: KeyMove, selects: Bool) {
    let chooser = chooser
    if case .step = move {
      guard let next = keyTarget(of: move) else { return }
      chooser.moveCursor(to: next, selects: selects)
      return revealCursor()
    }
    // A page is counted from the row one looks at.
    var isCounted = chooser.keyRow != nil
    if case .page = move, let row = chooser.keyRow { isCounted = isOnScreen(row) }
    let before = contentOffset.y
    scrollByKey(move)
    let distance = contentOffset.y - before
    // The delegate may have changed the rows: the row that has the keyboard has followed.
    bringUpToDate()
    if case .end(let isLast) = move {
      guard let last = index.end(isBottom: isLast) else { return }
      return chooser.moveCursor(to: last, selects: selects)
    }
    if isCounted, let start = chooser.keyRow, abs(distance) == pageHeight, let row = row(below: start, by: distance) {
      // Where the row before it was on screen.
      chooser.moveCursor(to: row, selects: selects)
    } else if isCounted, chooser.keyRow != nil, let goal = keyTarget(of: move) {
      chooser.moveCursor(to: goal, selects: selects)
      revealCursor()
    } else if let first = firstOnScreen {
      chooser.moveCursor(to: first, selects: selects)
    }
  }

  package final func revealCursor() {
    bringUpToDate()
    if let row = chooser.cursorRow { scroll(to: row, at: .none, animated: false) }
  }

  package final func keyTarget(of move: KeyMove) -> RowPosition? {
    if case .end(let isLast) = move { return index.end(isBottom: isLast) }
    guard let start = chooser.keyRow else { return firstOnScreen }
    if case .step(let way) = move { return index.neighbour(of: start, isBelow: way.y > 0) }
    guard case .page(let isForward) = move else { return nil }
    let band = index.band(ofRow: start.row, inSection: start.section)
    return index.row(atOrAbove: band.top + (isForward ? pageHeight : -pageHeight))
  }

  /// The first row that begins so many points below another one's upper edge, or further down.
  private func row(below start: RowPosition, by distance: Double) -> RowPosition? {
    func top(_ row: RowPosition) -> Double { index.band(ofRow: row.row, inSection: row.section).top }
    let y = top(start) + distance
    guard let found = index.row(atOrAbove: y) else { return nil }
    return top(found) < y - 0.5 ? index.neighbour(of: found, isBelow: true) ?? found : found
  }

  /// The part of the rows that can be seen, measured from the first section's top, in points.
  private var shownBand: ClosedRange<Double> {
    let inset = adjustedContentInset
    let top = contentOffset.y + inset.top - contentTop
    return top...max(top, top + bounds.height - inset.top - inset.bottom)
  }

  private func isOnScreen(_ row: RowPosition) -> Bool {
    guard index.contains(row) else { return false }
    let band = index.band(ofRow: row.row, inSection: row.section)
    return shownBand.overlaps(band.top...(band.top + band.height))
  }

  /// The first row that can be seen wholly, below bars and floating headers, wherever the last pass left the cells.
  final var firstOnScreen: RowPosition? {
    let top = shownBand.lowerBound
    /// Where rows of a section are seen from, when its header floats.
    func edge(_ row: RowPosition) -> Double {
      guard style == .plain else { return top }
      let layout = index.layout(ofSection: row.section)
      return top + layout.rowsTop - layout.headerTop
    }
    func isCut(_ row: RowPosition) -> Bool {
      index.band(ofRow: row.row, inSection: row.section).top < edge(row)
    }
    guard let highest = index.row(atOrAbove: max(0, top)) else { return nil }
    guard isCut(highest), let row = index.row(atOrAbove: max(0, edge(highest))) else { return highest }
    return isCut(row) ? index.neighbour(of: row, isBelow: true) ?? row : row
  }

  // MARK: Scrolling

  /// One row of the old page stays visible as a landmark.
  private var pageHeight: Double {
    let inset = adjustedContentInset
    return max(
      bounds.height - inset.top - inset.bottom - usualRowHeight, usualRowHeight)
  }

  package final func scrollByKey(_ move: KeyMove) {
    switch move {
    case .step(let way): scroll(by: way.y * usualRowHeight)
    case .page(let isForward): scroll(by: isForward ? pageHeight : -pageHeight)
    case .end(let isLast): scroll(by: isLast ? contentSize.height : -contentSize.height)
    }
  }

  private func scroll(by points: Double) {
    // The delegate, told that a movement ends, may change the content.
    contentWillScroll()
    makeWay(animated: false)
    updateContentSize()
    let inset = adjustedContentInset
    let lowest = -inset.top
    let highest = max(lowest, contentSize.height + inset.bottom - bounds.height)
    let y = min(max(contentOffset.y + points, lowest), highest)
    if y != contentOffset.y {
      setContentOffset(CGPoint(x: contentOffset.x, y: y), animated: false)
    }
  }
}
