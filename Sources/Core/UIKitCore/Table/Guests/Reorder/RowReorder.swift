import Foundation
import TableModel

/// Dragging a row to another place: lifting it, following the pointer, scrolling near the edges, putting it down.
///
/// While a row is dragged the data does not change, and all paths are those of the data. Only the picture differs: the
/// plan of visible rows is made of the heights with the row already moved, and leaves out the gap. So a drag costs the
/// same for any number of rows and any distance.
final class RowReorder: TableGuest, RowFollower, RowBorrower {
  /// The row on the user's finger.
  private(set) var drag: RowDrag?
  /// The delegate is being asked about a place.
  private var isAsking = false
  /// Scrolls the table near its edges; nil while nothing is dragged.
  private var scroller: EdgeScroller?

  /// The visible area without insets, in points below the table's upper edge.
  private var visibleBand: Range<Double> {
    let inset = table.adjustedContentInset
    return inset.top..<max(inset.top, table.bounds.height - inset.bottom)
  }

  // MARK: Called by the reorder control

  /// A touch went down on the reorder control of `cell`: lifts it, unless the cell stands for no row or another row is
  /// dragged already.
  func touchBegan(_ touch: UITouch, on cell: UITableViewCell) {
    let table = table
    table.rows.openRow?.end()
    table.layoutTable()
    guard liftable(cell) != nil else { return }
    _ = table.becomeFirstResponder()
    table.cancelPress()
    let lands = table.mover.landsInRange
    table.mover.stop()
    if lands { table.mover.landInRange() }
    table.layoutTable()
    // Where it is seen, before its own animation ends.
    let top = Double(cell.presentation?.origin.y ?? cell.origin.y) - table.contentOffset.y
    table.window?.application.animator.interrupt(cell)
    // The delegate, told of the end, may have changed the rows: the cell may now show another row or no row, or be on
    // its way again. A cell that was reused has lost the touch.
    table.layoutTable()
    guard touch.reachesView, cell.presentation == nil, let position = liftable(cell),
      let entry = table.rows.lend(position, to: self)
    else { return }
    table.lentRowDidChange()
    let offset = Double(table.contentOffset.y)
    let lifted = RowDrag(
      entry, pointer: Double(touch.location(in: table).y) - offset, top: top, viewport: visibleBand)
    drag = lifted
    scroller = EdgeScroller(of: table)
    cell.setNeedsUpdateConfiguration()
    lifted.lift(
      in: table, ground: table.backgroundColor ?? .systemBackground, isCard: table.style == .insetGrouped)
    points.insert(.passEnd)
    table.setNeedsTiling()
  }

  /// The row of a cell that may be lifted; nil for one that may not.
  private func liftable(_ cell: UITableViewCell) -> RowPosition? {
    let table = table
    guard drag == nil, !table.isBusy, !table.isCollecting, table.window != nil, table.app.hasDataSource,
      !table.mustEndPass, cell.table === table, let position = cell.position, table.cells.view(at: position) === cell
    else { return nil }
    return position
  }

  /// The touch moved.
  func touchMoved(_ touch: UITouch, on cell: UITableViewCell) {
    let table = table
    guard let drag, drag.cell === cell,
      let speed = drag.follow(Double(touch.location(in: table).y) - table.contentOffset.y, in: visibleBand)
    else { return }
    scroller?.scroll(at: CGPoint(x: 0, y: speed))
    table.setNeedsTiling()
  }

  /// The touch was lifted: the row goes where the gap is.
  func touchEnded(_ touch: UITouch, on cell: UITableViewCell) {
    touchMoved(touch, on: cell)
    guard drag?.cell === cell else { return }
    table.layoutTable()
    guard drag?.cell === cell else { return }
    drop()
  }

  /// The touch was cancelled.
  func touchCancelled(on cell: UITableViewCell) {
    if drag?.cell === cell { cancel() }
  }

  // MARK: Putting down

  /// Puts the row back where it came from without telling the delegate: the touch was cancelled, Escape was pressed, or
  /// edit mode ends.
  func cancel() {
    guard let drag else { return }
    let table = table
    guard !table.isBusy, !table.isCollecting else { return abandon() }
    var changes = TableChanges()
    changes.moveRow(drag.move.source, to: drag.move.source)
    putDown(drag)
    let counts = ContiguousArray((0..<table.index.sectionCount).map { table.index.rowCount(inSection: $0) })
    let batch = UpdateBatch(changes: changes, isDrop: true)
    table.updates.commit(batch) { try? UpdatePlan(changes, from: table.index, rowCounts: counts) }
    drag.fadeShadow(in: table, duration: Departures.duration)
  }

  /// Has the data source move the row to the gap, and follows. A row dropped where it came from is not moved.
  private func drop() {
    let table = table
    guard let drag, !table.isBusy, !table.isCollecting else { return }
    let move = drag.move
    guard move.source != move.target, table.app.hasDataSource else { return cancel() }
    putDown(drag)
    defer { drag.fadeShadow(in: table, duration: Departures.duration) }
    let outer = table.work.begin(.reporting)
    defer { table.work.end(outer) }
    table.app.reportMove(from: move.source, to: move.target)
    table.work.becomeWhole()
    table.updates.drop(move)
  }

  /// Ends the drag at once without telling the delegate: the data is loaded anew, the row is gone, or the table leaves
  /// its window.
  func abandon() {
    guard let drag else { return }
    putDown(drag)
    drag.dropShadow()
  }

  /// Gives the cell back to its row; where it is seen is not changed yet.
  private func putDown(_ drag: RowDrag) {
    let table = table
    self.drag = nil
    drag.cell.setNeedsUpdateConfiguration()
    scroller = nil
    // The animation of an update gives it one again.
    drag.cell.setGround(nil)
    table.rows.takeBack()
    table.lentRowDidChange()
    points.remove(.passEnd)
    // Below headers and footers again.
    if let top = table.topCellIndex, table.children[top] === drag.cell,
      let below = table.children.lastIndex(where: { $0 is UITableViewCell && $0 !== drag.cell })
    {
      table.insertSubview(drag.cell, at: below + 1)
    }
    table.setNeedsTiling()
    table.work.note(.placing)
  }

  // MARK: Following the rows

  /// An update is about to be carried out: a dragged row that it deletes or reloads is let go.
  func prepare(for plan: UpdatePlan, from index: RowHeightIndex) {
    guard let source = drag?.move.source else { return }
    if plan.newPosition(of: source) == nil || plan.isReloaded(source) { abandon() }
  }

  /// The row is dragged on from its new place.
  func follow(_ plan: UpdatePlan) {
    guard let drag, let source = plan.newPosition(of: drag.move.source) else { return }
    drag.restart(at: source)
  }

  func reset() { abandon() }

  /// After a reload the dragged row cannot be identified, so the drag ends.
  func keepRows(existingIn index: RowHeightIndex) { abandon() }

  func leave() { abandon() }

  // MARK: The layout pass

  /// Puts the cell under the pointer and asks where the row belongs there.
  func passWillBegin() {
    guard let drag, !isAsking else { return }
    place(drag)
    let table = table
    let slots = ReorderSlots(table.index, without: drag.move.source)
    let proposal = slots.slot(nearestTo: drag.cell.origin.y - table.contentTop)
    guard drag.isOverOther(proposal) else { return }
    drag.noteProposal(proposal)
    guard let target = target(of: drag, at: proposal, slots), target != drag.move.target else { return }
    if table.window?.application.animator.isAllowed == true {
      drag.noteNeighbours(table.movingViews)
    }
    drag.openGap(at: target)
    table.setNeedsTiling()
  }

  /// The offset may have been corrected in the pass.
  override func passDidEnd(of table: UITableView) {
    guard let drag else { return }
    place(drag)
    drag.slideNeighbours(in: table)
  }

  /// Plans what is seen around the gap. Rows that the gap, when it goes elsewhere, would bring on screen or take from
  /// it are part of it, so that they slide over the edge.
  func plan(into plan: inout TilePlan, of index: RowHeightIndex, _ viewport: TilePlan.Viewport) {
    guard let drag else { return plan.update(index, viewport) }
    let margin = min(height(of: drag), table.bounds.height)
    var wide = viewport
    wide.top -= margin
    wide.bottom += margin
    plan.update(drag.move.shown(index), wide)
    plan.leaveGap(of: drag.move)
  }

  func shownIndex(of index: RowHeightIndex) -> RowHeightIndex { drag?.move.shown(index) ?? index }

  func shownPosition(of position: RowPosition) -> RowPosition { drag?.move.shownPosition(of: position) ?? position }

  private func place(_ drag: RowDrag) {
    drag.place(in: table.bounds, inset: table.sectionInset, height: height(of: drag))
  }

  private func height(of drag: RowDrag) -> Double {
    table.index.band(ofRow: drag.move.source.row, inSection: drag.move.source.section).height
  }

  /// The target that the delegate chooses for a proposed place; nil when the drag is over.
  private func target(of drag: RowDrag, at proposal: RowPosition, _ slots: ReorderSlots) -> RowPosition? {
    let table = table
    guard table.app.hasDelegate else { return proposal }
    // Whatever the delegate asks for waits until the pass has its answer.
    let outer = table.work.begin(.reporting)
    isAsking = true
    let answer = table.app.targetOfMove(from: drag.move.source, proposed: proposal)
    isAsking = false
    table.work.end(outer)
    if table.work.isDue(.reload) { table.loader.reload() }
    guard self.drag === drag, !table.needsLoad else { return nil }
    guard let answer else { return proposal }
    guard let target = RowPosition(answer), slots.contains(target) else {
      let section = answer.isEmpty ? 0 : answer[0]
      let limit =
        section >= 0 && section < table.index.sectionCount
        ? "section \(section) takes rows 0 to \(slots.count(inSection: section) - 1) then"
        : "there are \(table.index.sectionCount) sections"
      tableMisuse(
        """
        tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:) returned \(Array(answer)) for the row at \
        \(Array(IndexPath(drag.move.source))) and the proposed place \(Array(IndexPath(proposal))), but \(limit); return a section and a row that exist \
        after the row was taken out, or the proposed path
        """)
    }
    return target
  }

  override func checkInvariants() {
    precondition(!isAsking, "the table asks where a dragged row may go, outside of any call")
    guard let drag else { return precondition(scroller == nil, "the table scrolls for a drag that is over") }
    let index = table.index
    let source = drag.move.source
    precondition(index.contains(source), "the dragged row does not exist: \(source)")
    precondition(
      ReorderSlots(index, without: source).contains(drag.move.target),
      "the gap is at \(drag.move.target), where the dragged row cannot be")
    precondition(
      drag.cell.superview === table && drag.cell.position == source, "the dragged cell is not in the table")
    precondition(
      !table.cells.visible.contains { $0.view === drag.cell }, "the dragged cell stands for a row besides")
    precondition(table.children.last === drag.cell, "the dragged cell is not in front")
  }
}
