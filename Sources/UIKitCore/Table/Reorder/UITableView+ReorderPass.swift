import Foundation
import TableModel

/// A dragged row in the layout pass.
extension UITableView {
  /// Seconds the other rows take to make room.
  private static let gapDuration = 0.25

  /// Puts the cell under the pointer and asks where the row belongs there. Called before tiling.
  func followReorder() {
    guard let reorder, !reorder.isAsking else { return }
    placeDraggedCell(reorder)
    let slots = ReorderSlots(index, without: reorder.move.source)
    let proposal = slots.slot(nearestTo: reorder.cell.origin.y - contentTop)
    guard proposal != reorder.proposal else { return }
    reorder.proposal = proposal
    guard let target = target(of: reorder, slots) else { return }
    guard target != reorder.move.target else { return }
    noteNeighbours(reorder)
    reorder.move.target = target
    setNeedsTiling()
  }

  /// What the delegate makes of a proposed place; nil when the drag is over.
  private func target(of reorder: RowReorder, _ slots: ReorderSlots) -> RowPosition? {
    guard let delegate = tableDelegate else { return reorder.proposal }
    let source = IndexPath(reorder.move.source)
    let proposal = IndexPath(reorder.proposal)
    // Whatever the delegate asks for waits until the pass has its answer.
    let outer = work.begin(.reporting)
    reorder.isAsking = true
    let answer = delegate.tableView(
      self, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposal)
    reorder.isAsking = false
    work.end(outer)
    if work.isDue(.reload) { reload() }
    guard self.reorder === reorder, !needsLoad else { return nil }
    guard let target = RowPosition(answer), slots.contains(target) else {
      let call = "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)"
      let section = answer.isEmpty ? 0 : answer[0]
      let limit =
        section >= 0 && section < index.sectionCount
        ? "section \(section) takes rows 0 to \(slots.count(inSection: section) - 1) then"
        : "there are \(index.sectionCount) sections"
      tableMisuse(
        """
        \(call) returned \(Array(answer)) for the row at \(Array(source)) and the proposed place \(Array(proposal)), \
        but \(limit); return a section and a row that exist after the row was taken out, or the proposed path
        """)
    }
    return target
  }

  /// Ends a pass: the offset may have been corrected in it.
  func settleReorder() {
    guard let reorder else { return }
    placeDraggedCell(reorder)
    animateNeighbours(reorder)
  }

  /// The cell follows the pointer up and down, no further than half out of the visible area.
  private func placeDraggedCell(_ reorder: RowReorder) {
    let size = CGSize(width: bounds.width - 2 * sectionInset, height: height(of: reorder))
    let lowest = bounds.minY - size.height / 2
    let y = min(max(bounds.minY + reorder.pointer - reorder.grip, lowest), bounds.maxY - size.height / 2)
    let frame = CGRect(origin: CGPoint(x: sectionInset, y: y), size: size)
    guard reorder.cell.frame != frame else { return }
    reorder.cell.frame = frame
    reorder.shadow.applyGeometry(origin: frame.origin, bounds: CGRect(origin: .zero, size: size))
  }

  private func height(of reorder: RowReorder) -> Double {
    index.band(ofRow: reorder.move.source.row, inSection: reorder.move.source.section).height
  }

  /// The plan of what is seen around the gap. Rows that the gap, when it goes elsewhere, would bring on screen or take
  /// from it are part of it, so that they slide over the edge.
  func planAround(_ reorder: RowReorder, _ viewport: TilePlan.Viewport) {
    let margin = min(height(of: reorder), bounds.height)
    var wide = viewport
    wide.top -= margin
    wide.bottom += margin
    plan.update(reorder.move.shown(index), wide)
    plan.leaveGap(of: reorder.move)
  }

  // MARK: Making room

  /// Remembers what is seen before the gap goes elsewhere.
  private func noteNeighbours(_ reorder: RowReorder) {
    guard reorder.neighbours.isEmpty, window?.application.animator.isAllowed == true else { return }
    func note(_ view: UIView) {
      reorder.neighbours.append(
        .init(view: view, seen: view.presentation ?? view.modelPresentation, origin: view.origin))
    }
    for entry in cells.visible { note(entry.view) }
    for (entry, tile) in zip(parts.visible, partTiles) where !tile.isPinned { note(entry.view) }
  }

  /// Has everything that was given another place since slide there.
  private func animateNeighbours(_ reorder: RowReorder) {
    guard !reorder.neighbours.isEmpty, let animator = window?.application.animator else { return }
    let moved = reorder.neighbours.filter { $0.view.superview === self && $0.view.origin != $0.origin }
    reorder.neighbours.removeAll()
    guard !moved.isEmpty else { return }
    animator.run(
      AnimationParameters(duration: Self.gapDuration, delay: 0, curve: .easeOut),
      from: moved.map { ($0.view, $0.seen) }, completion: { _ in })
  }

  // MARK: Updates during a drag

  /// An update is about to be carried out: a dragged row that it deletes or reloads is let go.
  func letGoOfReorder(_ plan: UpdatePlan) {
    guard let source = reorder?.move.source else { return }
    if plan.newPosition(of: source) == nil || plan.isReloaded(source) { abandonReorder() }
  }

  /// The heights are those after an update: the row is dragged on from its new place.
  func followReorder(_ plan: UpdatePlan) {
    guard let reorder, let source = plan.newPosition(of: reorder.move.source) else { return }
    reorder.move = RowMove(source: source, target: source)
    // No place at all: the next pass asks where the row belongs among the new rows.
    reorder.proposal = RowPosition(section: -1, row: -1)
    reorder.cell.position = source
  }
}
