import Foundation
import TableModel
import UIKitCore

/// The mouse in a grid: a click or a drag selects, with Shift extends, with Control adds or takes away; dragging the edge of a header
/// resizes its line, dragging a header moves the line where that is allowed; a double click on an edge fits the column,
/// on a cell edits it.
///
/// A drag near an edge of the grid scrolls.
@MainActor
final class GridPress: GridFacet, GridFollower {
  /// How far from an edge of a header it can be taken, in points.
  private static let grip = 4.0

  typealias Axis = GridLines.Axis

  private enum Drag {
    case selecting
    /// The edge of a line: its length when the drag began, and the pointer then.
    /// `step` is -1 where its edge in front is dragged.
    case resizing(Axis, line: Int, from: Double, pointer: Double, step: Double)
    /// A header: over which gap the pointer is; nil until it has moved.
    case moving(Axis, line: Int, gap: Int?)
  }

  private var drag: Drag?
  private var scrolling: (x: EdgeScroll, y: EdgeScroll, scroller: EdgeScroller)?
  /// The pointer in the viewport, as `GridLines.seenPlace(of:)` answers it.
  private var pointer = CGPoint.zero
  /// The line that shows where a dragged header goes.
  private lazy var gapView = UIView(frame: .zero)

  // MARK: Touches

  func touchBegan(_ touch: UITouch, _ flags: UIKeyModifierFlags) {
    guard touch.button == .primary, drag == nil else { return }
    grid.loadIfNeeded()
    guard grid.editor.end(byCommitting: true) else { return }
    _ = grid.becomeFirstResponder()
    // A load that a callback asked for may bring about the next one.
    untilSettled {
      guard grid.work.mustEnd else { return false }
      grid.loadIfNeeded()
      return true
    }
    // The delegate may have taken the grid out of its window, or the touched cell away.
    guard touch.reachesView, !grid.work.mustEnd else { return }
    pointer = grid.lines.seenPlace(of: touch.location(in: grid))
    if let (axis, line, step) = edge(at: pointer) {
      if touch.tapCount >= 2 { return fit(axis, line) }
      let length = grid.lines.length(of: line, axis)
      drag = .resizing(axis, line: line, from: length, pointer: axis == .rows ? pointer.y : pointer.x, step: step)
      return
    }
    guard grid.allowsSelection, let place = grid.lines.place(seenAt: pointer) else { return }
    if place.isCell { return pressCell(place, touch, flags) }
    pressHeader(place, touch, flags)
  }

  private func pressCell(_ place: GridPosition, _ touch: UITouch, _ flags: UIKeyModifierFlags) {
    if let cell = grid.cellForItem(at: place) as? GridTreeCell, cell.isTriangle(at: touch.location(in: cell)) {
      _ = grid.outline.toggle(place.row)
      return
    }
    if touch.tapCount == 2, flags.isEmpty { return grid.editor.begin(at: place, text: nil) }
    // A finger scrolls; it selects when it is lifted, and drags no rectangle.
    let isSelected = choose(place, .cells, flags)
    if touch.type != .direct, isSelected { beginSelecting(touch) }
  }

  private func pressHeader(_ place: GridPosition, _ touch: UITouch, _ flags: UIKeyModifierFlags) {
    let size = grid.lines.size
    let isSelected: Bool
    guard size.rows > 0, size.columns > 0 else { return }
    if place.row >= 0 {
      if flags.isEmpty, grid.app.canMove(.rows, place.row) {
        return beginMoving(.rows, place.row, touch)
      }
      isSelected = choose(GridPosition(row: place.row, column: 0), .rows, flags)
    } else if place.column >= 0 {
      guard place.row == grid.titleRow else { return }
      if flags.isEmpty, grid.app.canMove(.columns, place.column) {
        return beginMoving(.columns, place.column, touch)
      }
      let held = flags.intersection([.shift, .control, .alternate, .command])
      if grid.app.didClickHeader(ofColumn: place.column, held) || grid.columnKeeper.click(place.column, held) { return }
      isSelected = choose(GridPosition(row: 0, column: place.column), .columns, flags)
    } else {
      return grid.chooser.change { $0.select(GridPosition(row: 0, column: 0), .everything, in: $1) }
    }
    if isSelected { beginSelecting(touch) }
  }

  /// - Returns: false where the user took the place out of the selection, so that a drag does not extend it.
  @discardableResult
  private func choose(_ place: GridPosition, _ unit: GridSelection.Unit, _ flags: UIKeyModifierFlags) -> Bool {
    var isSelected = true
    grid.chooser.change { selection, size in
      if flags.contains(.shift) {
        selection.extend(to: place, in: size)
      } else {
        let adds = !flags.isDisjoint(with: [.control, .command])
        selection.select(place, unit, isAdding: adds, in: size)
      }
      isSelected = selection.contains(place)
    }
    return isSelected
  }

  /// Does what a click on a header without keys does, for a header that could have been dragged and for assistive tools.
  /// - Returns: whether there is such a header, and the user may select.
  @discardableResult
  func click(_ header: GridPosition) -> Bool {
    grid.loadIfNeeded()
    let isRow = header.row >= 0
    guard grid.allowsSelection, !grid.work.mustEnd, grid.lines.size.contains(header.cell),
      isRow || header.row == grid.titleRow
    else { return false }
    if !isRow, grid.app.didClickHeader(ofColumn: header.column, []) || grid.columnKeeper.click(header.column, []) {
      return true
    }
    grid.loadIfNeeded()
    choose(header.cell, isRow ? .rows : .columns, [])
    return true
  }

  /// Takes hold of a header, unless the delegate has taken its line or the touch away.
  private func beginMoving(_ axis: Axis, _ line: Int, _ touch: UITouch) {
    guard touch.reachesView, !grid.work.mustEnd, line < grid.lines.count(axis) else { return }
    drag = .moving(axis, line: line, gap: nil)
  }

  private func beginSelecting(_ touch: UITouch) {
    // The delegate, told of the selection, may have taken the touch away.
    guard touch.reachesView else { return }
    drag = .selecting
    scrolling = (
      EdgeScroll(pointer: pointer.x, viewport: viewport(.columns)),
      EdgeScroll(pointer: pointer.y, viewport: viewport(.rows)),
      EdgeScroller(of: grid) { [weak self] in self?.extendToPointer() }
    )
  }

  func touchMoved(_ touch: UITouch) {
    // A load ends a drag: lines have other numbers.
    grid.loadIfNeeded()
    guard let drag else { return }
    let now = grid.lines.seenPlace(of: touch.location(in: grid))
    guard now != pointer else { return }
    pointer = now
    switch drag {
    case .selecting:
      extendToPointer()
      scrollAtEdges()
    case .resizing(let axis, let line, let from, let start, let step):
      let moved = step * ((axis == .rows ? pointer.y : pointer.x) - start)
      grid.lines.drag(allowed((from + moved).rounded(), axis, line), of: line, axis)
    case .moving(let axis, let line, _):
      let gap = gap(axis, of: line)
      self.drag = .moving(axis, line: line, gap: gap)
      showGap(axis, gap)
    }
  }

  func touchEnded(_ touch: UITouch) {
    touchMoved(touch)
    let ended = drag
    cancel()
    switch ended {
    case .resizing(let axis, let line, let from, _, _):
      let length = grid.lines.length(of: line, axis)
      if length != from { didResize(axis, line, to: length) }
    case .moving(let axis, let line, let gap):
      guard let gap else {
        click(GridPosition(row: axis == .rows ? line : grid.titleRow, column: axis == .rows ? GridAxis.header : line))
        return
      }
      move(axis, line, to: gap > line ? gap - 1 : gap)
    case .selecting, nil: break
    }
  }

  // MARK: Following the lines

  func linesWereLoaded(from old: GridSize) { cancel() }

  /// A drag goes on with the line it is about, and ends with it.
  func shownLinesDidChange(_ change: GridChange) {
    func newNumber(of line: Int, _ axis: Axis) -> Int? { axis == .rows ? change.newRow(line) : change.newColumn(line) }
    switch drag {
    case .resizing(let axis, let line, let from, let pointer, let step):
      guard let new = newNumber(of: line, axis) else { return cancel() }
      drag = .resizing(axis, line: new, from: from, pointer: pointer, step: step)
    case .moving(let axis, let line, let gap):
      guard let new = newNumber(of: line, axis) else { return cancel() }
      drag = .moving(axis, line: new, gap: gap == nil ? nil : self.gap(axis, of: new))
    case .selecting, nil: break
    }
  }

  /// Ends whatever the mouse is doing, without effect.
  func cancel() {
    drag = nil
    scrolling = nil
    if gapView.superview != nil { gapView.removeFromSuperview() }
  }

  // MARK: Selecting

  private func viewport(_ axis: Axis) -> Range<Double> {
    let (lines, length) = axis == .rows ? (grid.rows, grid.bounds.height) : (grid.columns, grid.bounds.width)
    return min(lines.pinnedLength, length)..<max(length - lines.trailingLength, lines.pinnedLength)
  }

  private func extendToPointer() {
    guard let head = grid.chooser.selection.head, grid.numberOfRows > 0, grid.numberOfColumns > 0 else { return }
    func line(_ place: CGFloat, _ axis: GridAxis, _ offset: CGFloat) -> Int? {
      if let seen = axis.line(seenAt: place, offset: offset), seen >= 0 { return seen }
      return axis.line(nearest: axis.contentPlace(seenAt: place, offset: offset))
    }
    let offset = grid.lines.visible.origin
    guard let row = line(pointer.y, grid.rows, offset.y), let column = line(pointer.x, grid.columns, offset.x) else {
      return
    }
    let unit = grid.chooser.selection.unit
    let target = GridPosition(row: unit == .columns ? head.row : row, column: unit == .rows ? head.column : column)
    if target != head { grid.chooser.change { $0.extend(to: target, in: $1) } }
  }

  private func scrollAtEdges() {
    guard var edges = scrolling else { return }
    let unit = grid.chooser.selection.unit
    let x = unit == .rows ? 0 : edges.x.speed(pointer: pointer.x, viewport: viewport(.columns))
    let y = unit == .columns ? 0 : edges.y.speed(pointer: pointer.y, viewport: viewport(.rows))
    scrolling = edges
    edges.scroller.scroll(at: grid.lines.way(CGPoint(x: x, y: y)))
  }

  // MARK: Resizing

  /// The line whose edge is at a point of the viewport, in its header; of lines without length the last. The step is -1
  /// where it is the edge in front, that of a line that ends where the viewport does.
  private func edge(at point: CGPoint) -> (Axis, Int, step: Double)? {
    guard grid.allowsColumnResizing else { return nil }
    if point.y < grid.rows.band(ofLine: grid.titleRow).length, point.x >= grid.columns.headerLength - Self.grip {
      return line(withEdgeAt: point.x, grid.columns, grid.lines.visible.minX).map { (.columns, $0, $1) }
    }
    if point.x < grid.columns.headerLength, point.y >= grid.rows.headerLength - Self.grip {
      return line(withEdgeAt: point.y, grid.rows, grid.contentOffset.y).map { (.rows, $0, $1) }
    }
    return nil
  }

  private func line(withEdgeAt place: Double, _ axis: GridAxis, _ offset: Double) -> (Int, step: Double)? {
    let endsWithViewport = axis.trailingEndsWithViewport(offset: offset)
    let scrolling = axis.pinnedLength...max(axis.pinnedLength, axis.scrollEnd(offset: offset))
    func isAtEdge(_ tile: GridAxis.Tile) -> Bool {
      let edge = endsWithViewport && tile.isTrailing ? tile.start : tile.end
      let seen = axis.seenPlace(of: edge, inLine: tile.line, offset: offset)
      return abs(seen - place) <= Self.grip
        && (tile.isPinned || seen > scrolling.lowerBound && seen <= scrolling.upperBound)
    }
    guard let tile = axis.tiles.last(where: { $0.line >= 0 && isAtEdge($0) }) else { return nil }
    return (tile.line, endsWithViewport && tile.isTrailing ? -1 : 1)
  }

  /// The nearest length that the user can give a line, in points.
  private func allowed(_ length: Double, _ axis: Axis, _ line: Int) -> Double {
    let length = max(GridView.leastDraggedLength, length)
    return axis == .rows ? length : grid.columnKeeper.clamped(length, ofColumn: line)
  }

  /// Gives a line the length that the user chose, in points, and tells of it.
  func resize(_ axis: Axis, _ line: Int, to length: Double) {
    let length = allowed(length, axis, line)
    grid.lines.drag(length, of: line, axis)
    didResize(axis, line, to: length)
  }

  private func didResize(_ axis: Axis, _ line: Int, to length: Double) {
    if axis == .columns { grid.columnKeeper.didResize(line, to: length) }
    grid.app.didResize(axis, line, to: length)
  }

  /// Gives a line what its cells on screen need.
  func fit(_ axis: Axis, _ line: Int) {
    var needed = GridView.leastDraggedLength
    for entry in grid.cells.queue.visible {
      let room = CGFloat.greatestFiniteMagnitude
      switch axis {
      case .columns where entry.position.column == line:
        needed = max(needed, entry.cell.sizeThatFits(CGSize(width: room, height: entry.cell.bounds.height)).width)
      case .rows where entry.position.row == line:
        needed = max(needed, entry.cell.sizeThatFits(CGSize(width: entry.cell.bounds.width, height: room)).height)
      default: break
      }
    }
    // A cell that was asked may have taken the line away.
    guard needed.isFinite, line < grid.lines.count(axis) else { return }
    resize(axis, line, to: min(needed.rounded(.up) + 1, 2000))
  }

  // MARK: Moving

  /// The gap between lines nearest to the pointer: the number of the line behind it.
  private func gap(_ axis: Axis, of dragged: Int) -> Int {
    let (lines, place, offset) =
      axis == .rows ? (grid.rows, pointer.y, grid.contentOffset.y) : (grid.columns, pointer.x, grid.lines.visible.minX)
    let inContent = lines.contentPlace(seenAt: place, offset: offset)
    guard let line = lines.line(nearest: inContent) else { return 0 }
    let band = lines.band(ofLine: line)
    let gap = inContent > band.start + band.length / 2 ? line + 1 : line
    return axis == .rows ? gap : grid.columnKeeper.clampedGap(gap, ofColumn: dragged)
  }

  private func showGap(_ axis: Axis, _ gap: Int) {
    let lines = axis == .rows ? grid.rows : grid.columns
    let place = gap < lines.count ? lines.band(ofLine: gap).start : lines.contentLength
    let visible = grid.lines.visible
    // From the edge of the viewport at which lines begin.
    let offset = axis == .rows ? visible.minY : visible.minX
    let seen =
      place <= lines.pinnedLength
      ? place
      : min(
        lines.seenPlace(of: place, inLine: gap - 1, offset: offset),
        lines.isTrailing(gap - 1) ? .infinity : lines.scrollEnd(offset: offset))
    let bounds = grid.bounds
    let x = grid.lines.isTurned ? bounds.maxX - seen - 2 : bounds.minX + seen - 1
    gapView.backgroundColor = grid.tintColor
    gapView.isUserInteractionEnabled = false
    gapView.frame =
      axis == .rows
      ? CGRect(x: bounds.minX, y: bounds.minY + seen - 1, width: bounds.width, height: 3)
      : CGRect(x: x, y: bounds.minY, width: 3, height: bounds.height)
    if gapView.superview == nil { grid.addSubview(gapView) }
  }

  private func move(_ axis: Axis, _ line: Int, to target: Int) {
    guard target != line, grid.app.hasDataSource else { return }
    if axis == .columns, grid.columnKeeper.count != nil { return grid.columnKeeper.move(line, to: target) }
    let changes = grid.updates.count
    grid.app.reportMove(axis, line, to: target)
    // The data source changed the grid as well, so that the numbers of the move no longer hold.
    guard grid.updates.count == changes, !grid.work.mustEnd else { return grid.reloadData() }
    switch axis {
    case .rows: grid.moveRow(line, to: target)
    case .columns: grid.moveColumn(line, to: target)
    }
  }

  // MARK: The pointer

  /// The pointer is over a point of the viewport.
  /// - Returns: whether it has another shape there, so that the grid wants to hear when it leaves.
  func hover(at point: CGPoint) -> Bool {
    let shape: PointerShape =
      switch edge(at: point)?.0 {
      case .columns: .resizeSideways
      case .rows: .resizeUpAndDown
      case nil: .arrow
      }
    showPointer(shape)
    return shape != .arrow
  }

  func showPointer(_ shape: PointerShape) {
    if grid.window?.platformWindow?.pointerShape != shape { grid.window?.platformWindow?.pointerShape = shape }
  }
}
