import Foundation
import TableModel

/// Dragging a row to another place: lifting it, following the pointer, putting it down.
///
/// While a row is dragged the data knows nothing of it, and all paths are those of the data. Only what is seen is
/// another: the plan of visible rows is made of the heights with the row already moved, and leaves out the gap. So a
/// drag costs the same however many rows there are and however far it goes.
extension UITableView {
  /// The visible area without insets, in points below the table's upper edge.
  private var visibleBand: Range<Double> {
    let inset = adjustedContentInset
    return inset.top..<max(inset.top, bounds.height - inset.bottom)
  }

  /// The cell of a row: on screen, or dragged.
  func cell(at position: RowPosition) -> UITableViewCell? {
    if let reorder, reorder.move.source == position { return reorder.cell }
    return cells.view(at: position)
  }

  /// The cells on screen, the dragged one included, in order of their rows.
  var shownCells: ContiguousArray<ReuseQueue<UITableViewCell>.Entry> {
    guard let reorder else { return cells.visible }
    var shown = cells.visible
    let source = reorder.move.source
    shown.insert(
      .init(position: source, view: reorder.cell, identifier: reorder.identifier), at: cells.index(of: source).index)
    return shown
  }

  /// Among the subviews, the front-most cell that is not dragged.
  var topCellIndex: Int? { children.lastIndex { $0 is UITableViewCell && $0 !== reorder?.cell } }

  // MARK: Called by the reorder control

  /// A touch went down on the reorder control of `cell`: lifts it.
  /// - Returns: false when the cell stands for no row, or another row is dragged already.
  func beginReorder(of cell: UITableViewCell, _ touch: UITouch) -> Bool {
    endSwipe()
    layoutTable()
    guard reorder == nil, !isBusy, updates.depth == 0, window != nil, dataSource != nil, !mustEndPass,
      cell.table === self, let position = cell.position, cells.view(at: position) === cell,
      let entry = cells.lend(position)
    else { return false }
    _ = becomeFirstResponder()
    pressCancelled()
    stopMotion()
    let top = Double(cell.presentation?.origin.y ?? cell.origin.y)
    window?.application.animator.interrupt(cell)
    let pointer = Double(touch.location(in: self).y) - contentOffset.y
    let lifted = RowReorder(
      entry, pointer: pointer, grip: contentOffset.y + pointer - top, viewport: visibleBand)
    reorder = lifted
    cell.setNeedsUpdateConfiguration()
    lift(lifted)
    setNeedsTiling()
    return true
  }

  /// The touch moved.
  func continueReorder(of cell: UITableViewCell, _ touch: UITouch) {
    guard let reorder, reorder.cell === cell else { return }
    let pointer = Double(touch.location(in: self).y) - contentOffset.y
    guard pointer != reorder.pointer else { return }
    reorder.pointer = pointer
    scrollWhileReordering(at: reorder.edges.speed(pointer: pointer, viewport: visibleBand))
    setNeedsTiling()
  }

  /// The touch was lifted: the row goes where the gap is.
  func endReorder(of cell: UITableViewCell, _ touch: UITouch) {
    continueReorder(of: cell, touch)
    guard reorder?.cell === cell else { return }
    layoutTable()
    guard reorder?.cell === cell else { return }
    dropRow()
  }

  /// Puts the row back where it came from, telling nobody: the touch was cancelled, Escape was pressed, or edit mode
  /// ends.
  /// - Returns: whether a row was dragged.
  @discardableResult
  func cancelReorder() -> Bool {
    guard let reorder else { return false }
    guard !isBusy, updates.depth == 0 else {
      abandonReorder()
      return true
    }
    var changes = TableChanges()
    changes.moveRow(reorder.move.source, to: reorder.move.source)
    putDown(reorder)
    let counts = ContiguousArray((0..<index.sectionCount).map { index.rowCount(inSection: $0) })
    let batch = UpdateBatch(changes: changes, isDrop: true)
    updates.commit(batch) { try? UpdatePlan(changes, from: index, rowCounts: counts) }
    fadeShadow(of: reorder)
    return true
  }

  // MARK: Lifting

  private func lift(_ reorder: RowReorder) {
    let cell = reorder.cell
    if cell.backgroundColor == nil { cell.ground = backgroundColor ?? .systemBackground }
    cell.setSeparator(isShown: false, isFullWidth: false)
    cell.setTopSeparator(isShown: false)
    if style == .insetGrouped {
      cell.layer.cornerRadius = TableMetrics.cardRadius
      cell.layer.maskedCorners = .all
      cell.clipsToBounds = true
      reorder.shadow.layer.cornerRadius = TableMetrics.cardRadius
    }
    addSubview(reorder.shadow)
    bringSubviewToFront(cell)
    reorder.shadow.alpha = 0
    UIView.animate(withDuration: ReorderShadowView.fade) { reorder.shadow.alpha = 1 }
    // What is the end of a card without the row looks like one.
    updateChrome()
  }
}
