import Foundation
import Pixels
import TableModel
import UIKitCore

/// The selection of a grid: its state, its look, and the keys that change it.
///
/// Keys are those of every spreadsheet: arrows move the active cell to where they point, with Control to the end; Shift
/// extends; Home and End go to the ends of the row, with Control of the grid; page keys go by screens, with Alt sideways;
/// Tab and Return go on, with Shift back. Control and A selects everything, Control and the space bar whole columns, Shift
/// and the space bar whole rows; Escape gives the selection up to one cell. Control with Tab and with page keys is the program's, which may have tabs; where it has no
/// use for them, Control and Tab leave the grid.
@MainActor
final class GridChooser: GridFacet, GridFollower {
  private(set) var selection = GridSelection()
  /// The selection is another one since lines came, went or moved, which was not told yet.
  private var owesReport = false

  private var size: GridSize { grid.data.size }

  /// Whether a place is selected; a header with some cell of its line.
  func isSelected(_ place: GridPosition) -> Bool {
    if place.isCell { return selection.contains(place) }
    if place.column >= 0 { return selection.touches(column: place.column) }
    return place.row >= 0 && selection.touches(row: place.row)
  }

  // MARK: Changes

  /// Changes the selection, and shows and tells it if it is another one.
  func change(tells: Bool = true, _ body: (inout GridSelection, GridSize) -> Void) {
    var next = selection
    body(&next, size)
    guard next != selection else { return }
    selection = next
    show()
    if let observer = UIApplication.current?.accessibilityObserver {
      observer.focusMayHaveMoved()
      observer.selectionDidChange(in: grid)
    }
    if tells { grid.app.didChangeSelection() }
  }

  /// Shows what is selected in the cells on screen.
  private func show() {
    for entry in grid.cells.queue.visible {
      let isSelected = isSelected(entry.position)
      if entry.cell.isSelected != isSelected { entry.cell.isSelected = isSelected }
    }
    grid.panes.setNeedsMarks()
  }

  // MARK: Following the lines

  /// The grid has other counts: what is left of the selection stays.
  func linesWereLoaded(from old: GridSize) {
    let new = size
    guard new != old else { return }
    change { selection, _ in selection.clamp(from: old, to: new) }
  }

  /// The selection goes by the new numbers from now on, before any callback that may change it.
  func follow(_ change: GridChange) {
    let before = selection
    selection.follow(rows: change.rows, columns: change.columns, from: change.oldSize, to: change.newSize)
    if selection != before { owesReport = true }
  }

  /// Shows the selection in the cells, and tells of it.
  func didFollow() {
    show()
    guard owesReport else { return }
    owesReport = false
    grid.app.didChangeSelection()
  }

  // MARK: Keys

  /// - Returns: false for a key the grid has no use for.
  func take(_ key: UIKey) -> Bool {
    let flags = key.modifierFlags
    let isControl = !flags.isDisjoint(with: [.control, .command])
    let isShift = flags.contains(.shift)
    // With Alt only page keys are the grid's: the program around it has the arrows.
    let isAlternate = flags.contains(.alternate)
    if isAlternate, key.keyCode != .keyboardPageUp, key.keyCode != .keyboardPageDown { return false }
    if isControl, !isShift {
      switch key.characters.lowercased() {
      case "a":
        change { $0.select(GridPosition(row: 0, column: 0), .everything, in: $1) }
        return true
      default: break
      }
    }
    if key.keyCode == .keyboardSpacebar, isControl || isShift, selection.active != nil {
      change { $0.widen(to: isControl ? isShift ? .everything : .columns : .rows, in: $1) }
      return true
    }
    if let target = target(of: key, isControl: isControl, isAlternate: isAlternate, isShift: isShift) {
      let isExtending = isShift && key.keyCode.isArrowLike
      let start = isExtending ? selection.head : selection.active
      let axes = key.axes(from: start, to: target, isControl: isControl, isTurned: grid.lines.isTurned)
      move(to: target, isExtending: isExtending, along: axes)
      return true
    }
    switch key.keyCode {
    case .keyboardEscape:
      guard let active = selection.active, selection.ranges != [GridRange(from: active, to: active)] else {
        return false
      }
      change { $0.select(active, .cells, in: $1) }
      return true
    default: return false
    }
  }

  /// Selects a cell, or extends to it, and scrolls as little as shows it.
  /// - Parameter axes: those along which a key leads there: where that is to a pinned line, the lines behind it are
  ///   shown from the first.
  func move(to target: GridPosition, isExtending: Bool, along axes: Set<GridLines.Axis>) {
    change { selection, size in
      if isExtending { selection.extend(to: target, in: size) } else { selection.select(target, .cells, in: size) }
    }
    // The delegate may have moved the cell, or taken it away.
    guard !grid.work.mustEnd, let place = isExtending ? selection.head : selection.active, size.contains(place) else {
      return
    }
    grid.lines.reveal(place, animated: false, along: axes)
  }

  /// Where a key leads; nil for a key that moves nothing.
  private func target(of key: UIKey, isControl: Bool, isAlternate: Bool, isShift: Bool) -> GridPosition? {
    guard size.rows > 0, size.columns > 0 else { return nil }
    let extends = isShift && key.keyCode.isArrowLike
    let known = extends ? selection.head : selection.active
    // With nothing selected the first cell on screen is where one begins: Control goes on from there to an end.
    guard let start = known ?? (key.keyCode.isArrowLike ? grid.lines.firstVisiblePosition : nil) else { return nil }
    if known == nil, !isControl { return start }
    var target = start
    func goRow(_ step: Int) {
      target.row = isControl ? step < 0 ? 0 : size.rows - 1 : grid.rows.line(after: start.row, step: step) ?? start.row
    }
    func goColumn(_ step: Int) {
      target.column =
        isControl
        ? step < 0 ? 0 : size.columns - 1 : grid.columns.line(after: start.column, step: step) ?? start.column
    }
    switch key.keyCode {
    case .keyboardUpArrow: goRow(-1)
    case .keyboardDownArrow: goRow(1)
    case .keyboardLeftArrow: goColumn(grid.lines.isTurned ? 1 : -1)
    case .keyboardRightArrow: goColumn(grid.lines.isTurned ? -1 : 1)
    case .keyboardTab where !isControl: goColumn(isShift ? -1 : 1)
    case .keyboardReturnOrEnter where !isControl: goRow(isShift ? -1 : 1)
    case .keyboardHome:
      target.column = 0
      if isControl { target.row = 0 }
    case .keyboardEnd:
      target.column = size.columns - 1
      if isControl { target.row = size.rows - 1 }
    case .keyboardPageUp where isAlternate && !isControl:
      target.column = grid.lines.line(aScreenFrom: start.column, step: -1, .columns)
    case .keyboardPageDown where isAlternate && !isControl:
      target.column = grid.lines.line(aScreenFrom: start.column, step: 1, .columns)
    case .keyboardPageUp where !isControl: target.row = grid.lines.line(aScreenFrom: start.row, step: -1, .rows)
    case .keyboardPageDown where !isControl: target.row = grid.lines.line(aScreenFrom: start.row, step: 1, .rows)
    default: return nil
    }
    return target
  }

  // MARK: Looks

  /// Draws what is selected over the cells of a pane.
  /// - Parameter content: where the content's place (0, 0) lies in the window.
  func appendMarks(of pane: GridPaneMarks, to builder: DisplayListBuilder, _ content: CGPoint) {
    guard !selection.ranges.isEmpty else { return }
    let tint = grid.tintColor.drawColor(in: builder.traits)
    let ground = tint.multiplyingAlpha(by: 0.13)
    let active = selection.active.map { GridRange(from: $0, to: $0) }
    let hole = active.flatMap { rect(of: $0, in: pane)?.translated(by: content) }
    for range in selection.ranges {
      guard let rect = rect(of: range, in: pane)?.translated(by: content) else { continue }
      fill(rect, without: hole, ground, builder)
    }
    guard let last = selection.ranges.last, let rect = rect(of: last, in: pane)?.translated(by: content) else { return }
    strokeEdges(of: last, rect, in: pane, width: 1, tint, builder)
    if let active, let hole { strokeEdges(of: active, hole, in: pane, width: 2, tint, builder) }
  }

  /// The part of a pane that a rectangle of cells covers, in points of the content.
  private func rect(of range: GridRange, in pane: GridPaneMarks) -> CGRect? {
    guard let rows = pane.stretch(ofRows: range.rows), let columns = pane.stretch(ofColumns: range.columns) else {
      return nil
    }
    return CGRect(
      x: columns.start, y: rows.start, width: columns.end - columns.start, height: rows.end - rows.start)
  }

  private func fill(_ rect: CGRect, without hole: CGRect?, _ color: DrawColor, _ builder: DisplayListBuilder) {
    guard let hole, rect.intersects(hole) else { return builder.fill(rect, color) }
    let rects = [
      CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: hole.minY - rect.minY),
      CGRect(x: rect.minX, y: hole.maxY, width: rect.width, height: rect.maxY - hole.maxY),
      CGRect(x: rect.minX, y: hole.minY, width: hole.minX - rect.minX, height: hole.height),
      CGRect(x: hole.maxX, y: hole.minY, width: rect.maxX - hole.maxX, height: hole.height),
    ]
    for rect in rects where rect.width > 0 && rect.height > 0 { builder.fill(rect, color) }
  }

  /// Draws the edges of a rectangle that lie in the pane: not those where it only goes on off screen.
  private func strokeEdges(
    of range: GridRange, _ rect: CGRect, in pane: GridPaneMarks, width: CGFloat, _ color: DrawColor,
    _ builder: DisplayListBuilder
  ) {
    let (first, last) = (range.rows.lowerBound, range.rows.upperBound - 1)
    let isTurned = grid.lines.isTurned
    let (begin, end) = (range.columns.lowerBound, range.columns.upperBound - 1)
    let (left, right) = isTurned ? (end, begin) : (begin, end)
    // The lines of the grid are at the lower edge of a cell and where it ends: the frame lies over those on all sides.
    let outer = CGRect(
      x: isTurned ? rect.minX : rect.minX - 1, y: rect.minY - 1, width: rect.width + 1, height: rect.height + 1)
    if pane.stretch(ofRows: first..<first + 1) != nil {
      builder.fill(CGRect(x: outer.minX, y: outer.minY, width: outer.width, height: width), color)
    }
    if pane.stretch(ofRows: last..<last + 1) != nil {
      builder.fill(CGRect(x: outer.minX, y: outer.maxY - width, width: outer.width, height: width), color)
    }
    if pane.stretch(ofColumns: left..<left + 1) != nil {
      builder.fill(CGRect(x: outer.minX, y: outer.minY, width: width, height: outer.height), color)
    }
    if pane.stretch(ofColumns: right..<right + 1) != nil {
      builder.fill(CGRect(x: outer.maxX - width, y: outer.minY, width: width, height: outer.height), color)
    }
  }

  override func checkInvariants() { selection.checkInvariants(in: size) }
}

extension UIKey {
  /// The axes along which a key led from one cell to another; with Control, and for Home, those to whose beginning it
  /// leads, also from there.
  /// - Parameter isTurned: columns go from right to left.
  fileprivate func axes(
    from start: GridPosition?, to target: GridPosition, isControl: Bool, isTurned: Bool
  ) -> Set<GridLines.Axis> {
    let toFirst = isTurned ? UIKeyboardHIDUsage.keyboardRightArrow : .keyboardLeftArrow
    var axes: Set<GridLines.Axis> = []
    if start?.row != target.row || isControl && [.keyboardUpArrow, .keyboardHome].contains(keyCode) {
      axes.insert(.rows)
    }
    if start?.column != target.column || keyCode == .keyboardHome || isControl && keyCode == toFirst {
      axes.insert(.columns)
    }
    return axes
  }
}

extension UIKeyboardHIDUsage {
  /// Keys with which Shift extends a selection.
  fileprivate var isArrowLike: Bool {
    switch self {
    case .keyboardUpArrow, .keyboardDownArrow, .keyboardLeftArrow, .keyboardRightArrow, .keyboardHome, .keyboardEnd,
      .keyboardPageUp, .keyboardPageDown:
      true
    default: false
    }
  }
}
