import Foundation
import TableModel

/// Carrying out a batch: counts, plan, heights, selection, cells, offset, layout, animation.
extension UITableView {
  func commit(_ batch: UpdateBatch) {
    commit(batch) { makePlan(batch.changes) }
  }

  /// - Parameter plan: made while the table is locked; nil has the data loaded anew.
  func commit(_ batch: UpdateBatch, plan: () -> UpdatePlan?) {
    work.begin()
    defer { work.end(self) }
    updates.isCommitting = true
    updates.isLocked = true
    if let plan = plan() {
      perform(plan, batch)
    } else {
      updates.isLocked = false
      setNeedsLoad()
      whenWhole { batch.complete(true) }
    }
    updates.isCommitting = false
    // A batch that a callback closed meanwhile is carried out by the next pass: callbacks that always close another
    // one cost frames, not a hang.
    if isReloadRequested { reload() }
  }

  /// - Returns: nil without data source.
  private func makePlan(_ changes: TableChanges) -> UpdatePlan? {
    guard let dataSource else { return nil }
    let counts = askCounts(dataSource)
    do {
      return try UpdatePlan(changes, from: index, rowCounts: counts)
    } catch {
      tableMisuse("\(error.message). The table: \(self)")
    }
  }

  private func perform(_ plan: UpdatePlan, _ batch: UpdateBatch) {
    letGoOfReorder(plan)
    // First: heights are asked by new paths from now on.
    heightServiceInUse?.store.follow(plan, from: index)
    let isAnimated = animatesUpdates
    let snapshot = isAnimated ? UpdateSnapshot(of: self) : nil
    let anchor = batch.isDrop ? (.none, 0) : updateAnchor()
    let lands = landsInRange || holdsRow
    sizing.hold = nil
    releasePress(plan)
    // With the heights, which are asked: a callback that selects a row means one of the new.
    selection.apply(plan)
    index.apply(plan, rowHeight: presumedRowHeight, isMeasured: rowSizing == .uniform)
    for follower in followers { follower.follow(plan) }
    if batch.changes.isEmpty { askHeightsAgain() } else { askHeights(plan) }
    followRows(plan)
    updates.isHolding = isAnimated
    remapViews(plan)
    refreshSelection(animated: false)
    if !isAnimated { endHeldDepartures() }
    moveOffset(keeping: anchor, plan, landsInRange: lands)
    if !batch.isDrop { takeTargetOffset() }
    reconfigureCells(plan)
    updates.isLocked = false
    setNeedsTiling()

    let reloads = updates.reloadCount
    if window != nil, !bounds.isEmpty {
      UIView.performWithoutAnimation {
        layoutTable()
        // What the delegate keeps in its place may be elsewhere now that rows above it were measured, and moving the
        // content may show others.
        for _ in 0..<8 where rowSizing != .uniform && !batch.isDrop && !mustEndPass {
          guard takeTargetOffset() else { break }
          layoutTable()
        }
      }
    }
    updateChrome()
    updates.isHolding = false
    guard updates.reloadCount == reloads, let snapshot else {
      endHeldDepartures()
      whenWhole { batch.complete(snapshot == nil) }
      return
    }
    animate(UpdateMovement(self, plan, snapshot), batch)
  }

  private var animatesUpdates: Bool {
    guard let window, !bounds.isEmpty, window.application.animator.isAllowed else { return false }
    return lastViewport != nil
  }

  // MARK: What follows the rows

  private func releasePress(_ plan: UpdatePlan) {
    guard let pressed = pressedRow else { return }
    if let target = plan.newPosition(of: pressed), !plan.isReloaded(pressed) {
      pressedRow = target
    } else {
      pressCancelled()
    }
  }

  private func followRows(_ plan: UpdatePlan) {
    cursor.row = cursor.row.flatMap { plan.newPosition(of: $0) }
    cursor.anchor = cursor.anchor.flatMap { plan.newPosition(of: $0) }
    followReorder(plan)
    contextMenus?.follow { plan.isReloaded($0) ? nil : plan.newPosition(of: $0) }
    followSwipe(plan)
    if let aim = sizing.aim {
      sizing.aim = plan.newPosition(of: aim.position).map {
        RowAim(position: $0, edge: aim.edge, isAnimated: aim.isAnimated, offset: aim.offset)
      }
    }
    indicators.trail = nil
    if prefetching.isOn { prefetching.plan.renumber { plan.newPosition(of: $0) } }
    applyChrome(plan)
  }

  /// Gives the views that stay their new places; those of deleted and reloaded rows depart.
  private func remapViews(_ plan: UpdatePlan) {
    cells.remap { plan.isReloaded($0) ? nil : plan.newPosition(of: $0) }
    for entry in cells.visible { entry.view.position = entry.position }
    parts.remap { part in
      guard !plan.isReloaded(section: part.section) else { return nil }
      return plan.newSection(of: part.section).map { RowPosition(section: $0, row: part.row) }
    }
    while let entry = cells.nextLeaving() {
      if entry.view.superview === self {
        updates.departures.append(departure(of: entry, isGone: true))
      } else {
        // Bound by a pass that ended before it could show it: there is nothing to animate.
        entry.view.position = nil
        didLeave(entry.view, entry.position, identifier: entry.identifier, wasShown: false)
      }
    }
    while let entry = parts.nextLeaving() { updates.departures.append(departure(of: entry, isGone: true)) }
  }

  /// Has the data source configure the cells that reconfigured rows have: it must return the same object, which is neither
  /// prepared for reuse nor displayed anew, and the height of the row is asked again.
  private func reconfigureCells(_ plan: UpdatePlan) {
    for old in plan.reconfiguredRows where !plan.isReloaded(old) {
      guard let position = plan.newPosition(of: old) else { continue }
      guard !mustEndPass else {
        // The data changed while an earlier row was configured: the next update takes this one along.
        configureLater(position)
        continue
      }
      guard let cell = cell(at: position), let dataSource else {
        // Off screen there is no cell, but the height is another one all the same.
        askHeightAgain(position)
        continue
      }
      updates.reconfiguredCell = cell
      let answer = requestCell(at: position, from: dataSource)
      updates.reconfiguredCell = nil
      guard answer === cell else {
        tableMisuse(
          """
          tableView(_:cellForRowAt:) returned another cell for row \(position.row) of section \(position.section), which \
          is being reconfigured; dequeue with the identifier "\(cell.reuseIdentifier ?? "")" the row's cell has, or use \
          reloadRows(at:with:)
          """)
      }
      askHeightAgain(position)
      if mustEndPass { configureLater(position) }
    }
  }

  private func configureLater(_ row: RowPosition) {
    if updates.waiting != nil {
      updates.waiting?.changes.reconfigureRow(row)
    } else if updates.depth > 0 {
      updates.batch.changes.reconfigureRow(row)
    }
  }
}
