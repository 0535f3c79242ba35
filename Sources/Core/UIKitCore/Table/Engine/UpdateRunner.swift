import Foundation
import TableModel

/// A closed block of changes with what its callers wait for.
@MainActor
struct UpdateBatch {
  var changes = TableChanges()
  var completions: [(Bool) -> Void] = []
  /// The user put the row down where it is seen already: the offset stays.
  var isDrop = false

  func complete(_ finished: Bool) {
    for completion in completions { completion(finished) }
  }
}

/// Collects the changes of open blocks and carries out closed ones: counts, plan, heights, selection, cells, offset,
/// layout, animation.
@MainActor
final class UpdateRunner: TableFacet {
  /// Open blocks: calls of `beginUpdates` still without their `endUpdates`.
  private(set) var depth = 0
  /// The changes of the open blocks so far.
  private var batch = UpdateBatch()
  /// Closed by a callback of the running piece of work; carried out after it.
  private var waiting: UpdateBatch?
  /// A reload overtook the layout pass of the update that is being carried out.
  private var isOvertaken = false

  private func noteDue() {
    let work = table.work
    work.settle(.update)
    if depth > 0 { work.note(.block) }
    if waiting != nil { work.note(.batch) }
  }

  private func setWaiting(_ batch: UpdateBatch?) {
    waiting = batch
    noteDue()
  }

  // MARK: Collecting

  func change(_ call: StaticString, _ body: (inout TableChanges) -> Void) {
    open(call)
    body(&batch.changes)
    close(nil)
  }

  /// Runs a block with operations that were worked out before.
  /// - Parameter update: changes the data.
  func perform(_ changes: TableChanges, update: () -> Void, completion: @escaping (Bool) -> Void) {
    open("performBatchUpdates(_:completion:)")
    update()
    batch.changes.append(changes)
    close(completion)
  }

  /// Opens a block.
  func open(_ call: StaticString) {
    guard table.work.phase != .counting else {
      tableMisuse(
        """
        UITableView.\(call) was called while the table asks numberOfSections(in:) and \
        tableView(_:numberOfRowsInSection:); change the data and call it before or after, for example in \
        DispatchQueue.main.async
        """)
    }
    if depth == 0, !table.loader.hasCounts, !table.isBusy, table.app.hasDataSource {
      table.work.note(.counts)
      table.loadIfNeeded()
    }
    depth += 1
    noteDue()
  }

  /// Closes a block; the outermost one is carried out.
  func close(_ completion: ((Bool) -> Void)?) {
    guard depth > 0 else {
      tableMisuse(
        "UITableView.endUpdates() was called without beginUpdates(); call them in pairs, or use performBatchUpdates")
    }
    if let completion { batch.completions.append(completion) }
    depth -= 1
    noteDue()
    guard depth == 0 else { return }
    let closed = batch
    batch = UpdateBatch()
    switch table.work.fate(ofBatchBeside: waiting != nil, hasCounts: table.loader.hasCounts) {
    case .carryOut: commit(closed)
    case .wait:
      setWaiting(closed)
      table.setNeedsTiling()
    // A data source set inside of the block is asked anew, and so is one after a reload.
    case .covered:
      if !table.isBusy { table.loader.reload() }
      table.work.whenWhole { closed.complete(true) }
    case .load:
      let first = waiting
      setWaiting(nil)
      if table.isBusy { table.work.note(.reload) } else { table.loader.reload() }
      table.work.whenWhole {
        first?.complete(true)
        closed.complete(true)
      }
      table.setNeedsTiling()
    }
  }

  /// Carries out what a callback of the finished pass asked for.
  func commitWaiting() {
    // A reload covers the batch.
    guard let batch = waiting, !table.work.isUpdating, depth == 0,
      !table.work.isDue([.reload, .exchange])
    else {
      return
    }
    setWaiting(nil)
    commit(batch)
  }

  /// Follows the data source, which moved a row that the user dropped, or described the move by a batch of its own in
  /// `moveRowAt`. One that did anything else to the table there gets a reload.
  func drop(_ move: RowMove) {
    guard !table.work.isDue(.reload), table.loader.hasCounts, depth == 0 else { return table.loader.reload() }
    guard var own = waiting else {
      var batch = UpdateBatch(isDrop: true)
      batch.changes.moveRow(move.source, to: move.target)
      return commit(batch)
    }
    guard own.changes.takes(move.source) else { return table.loader.reload() }
    setWaiting(nil)
    own.isDrop = true
    commit(own)
  }

  // MARK: Carrying out

  private func commit(_ batch: UpdateBatch) {
    commit(batch) { makePlan(batch.changes) }
  }

  /// - Parameter plan: made while the rows are being exchanged; nil has the data loaded anew.
  func commit(_ batch: UpdateBatch, plan: () -> UpdatePlan?) {
    let work = table.work
    let outer = work.beginUpdate()
    defer { work.end(outer) }
    if let plan = plan() {
      perform(plan, batch)
    } else {
      work.becomeWhole()
      table.setNeedsLoad()
      work.whenWhole { batch.complete(true) }
    }
    work.endUpdate()
    // A batch that a callback closed meanwhile is carried out by the next pass: callbacks that always close another
    // one cost frames, not a hang.
    if work.isDue(.reload) { table.loader.reload() }
  }

  /// - Returns: nil without data source.
  private func makePlan(_ changes: TableChanges) -> UpdatePlan? {
    guard let counts = table.loader.askCounts() else { return nil }
    do {
      return try UpdatePlan(changes, from: table.index, rowCounts: counts)
    } catch {
      tableMisuse("\(error.message). The table: \(table)")
    }
  }

  private func perform(_ plan: UpdatePlan, _ batch: UpdateBatch) {
    let table = table
    let departures = table.departures
    if table.rows.isObserved { table.rows.tell(.updated(TableUpdate(batch.changes))) }
    prepareFollowers(for: plan)
    let isAnimated = animatesUpdates
    let snapshot = isAnimated ? UpdateSnapshot(of: table) : nil
    let mark = batch.isDrop ? nil : table.anchor.markAtUpperEdge()
    // A load that is due asks for other heights. It follows the plan: until then the plan's rows are the data's.
    let owesLoad = table.needsLoad
    table.work.settle(.counts)
    let lands = table.mover.isInHand || table.mover.landsInRange || table.anchor.holdsRow
    // Before heights are asked: a callback that selects a row means one of the new.
    table.loader.applyRows(of: plan)
    for follower in table.followers { follower.follow(plan) }
    if batch.changes.isEmpty { table.loader.askHeightsAgain() } else { table.loader.askHeights(plan) }
    table.indicators.dropTrail()
    table.loader.askSurroundings(plan)
    departures.updateWillTakeViews(isAnimated: isAnimated)
    for follower in table.followers { follower.moveViews(by: plan) }
    for follower in table.followers { follower.updateDidMoveRows() }
    if !isAnimated { departures.endHeld() }
    table.anchor.restore(mark, after: plan, landsInRange: lands)
    if !batch.isDrop { takeTargetOffset() }
    reconfigureCells(plan)
    if owesLoad { table.work.note(.counts) }
    table.work.becomeWhole()
    table.setNeedsTiling()

    isOvertaken = false
    layOut(batch)
    for follower in table.followers { follower.updateDidLayOut() }
    departures.updateDidTakeViews()
    guard !isOvertaken, let snapshot else {
      departures.endHeld()
      table.work.whenWhole { batch.complete(snapshot == nil) }
      return
    }
    departures.animate(UpdateMovement(table, plan, snapshot), batch)
  }

  private func prepareFollowers(for plan: UpdatePlan) {
    let index = table.index
    for follower in table.followers { follower.prepare(for: plan, from: index) }
  }

  private var animatesUpdates: Bool {
    guard let window = table.window, !table.bounds.isEmpty, window.application.animator.isAllowed else { return false }
    return table.rows.viewport != nil
  }

  private func layOut(_ batch: UpdateBatch) {
    guard table.window != nil, !table.bounds.isEmpty else { return }
    UIView.performWithoutAnimation {
      table.layoutTable()
      // The row the delegate keeps in its place may have moved because rows above it were measured, and moving the
      // content may show further rows.
      untilSettled {
        guard table.loader.rowSizing != .uniform, !batch.isDrop, !table.mustEndPass, takeTargetOffset() else {
          return false
        }
        table.layoutTable()
        return true
      }
    }
  }

  /// Puts the content where the delegate wants it, which has the last word except on a row that the user drops.
  /// - Returns: whether that is elsewhere.
  @discardableResult
  private func takeTargetOffset() -> Bool {
    guard table.rows.borrower == nil else { return false }
    let proposed = table.contentOffset
    let target = table.app.targetOffset(proposed: proposed)
    guard target != proposed else { return false }
    table.shiftContentOffset(by: target - proposed)
    table.departures.shift(by: target.y - proposed.y)
    return true
  }

  // MARK: Rows that are configured again

  /// Has the data source configure the cells that reconfigured rows have: it must return the same object, which is
  /// neither prepared for reuse nor displayed anew, and the height of the row is asked again.
  private func reconfigureCells(_ plan: UpdatePlan) {
    for old in plan.reconfiguredRows where !plan.isReloaded(old) {
      guard let position = plan.newPosition(of: old) else { continue }
      guard !table.mustEndPass else {
        // The data changed while an earlier row was configured: the next update takes this one along.
        configureLater(position)
        continue
      }
      guard let cell = table.rows.cell(at: position), table.app.hasDataSource else {
        // Off screen there is no cell, but the height is another one all the same.
        table.loader.askHeightAgain(position)
        continue
      }
      table.supply.reconfigure(cell, at: position)
      table.loader.askHeightAgain(position)
      if table.mustEndPass { configureLater(position) }
    }
  }

  private func configureLater(_ row: RowPosition) {
    if waiting != nil {
      waiting?.changes.reconfigureRow(row)
    } else if depth > 0 {
      batch.changes.reconfigureRow(row)
    }
  }

  override func checkInvariants() {
    precondition(depth > 0 || batch.changes.isEmpty, "changes were collected outside of a block")
    precondition(
      table.work.isDue(.block) == (depth > 0) && table.work.isDue(.batch) == (waiting != nil),
      "the table does not know whether changes wait")
  }
}

extension UpdateRunner: RowFollower {
  func follow(_ plan: UpdatePlan) {}
  func reset() { isOvertaken = true }

  /// The counts that are about to be asked include the changes of a batch that waits.
  func willLoad(keepsHeights: Bool) {
    guard let batch = waiting else { return }
    setWaiting(nil)
    table.work.whenWhole { batch.complete(true) }
  }

  func keepRows(existingIn index: RowHeightIndex) {}
}

extension TableChanges {
  /// Whether a row is moved or deleted.
  func takes(_ row: RowPosition) -> Bool {
    movedRows.contains { $0.source == row } || deletedRows.contains { $0.position == row }
  }
}
