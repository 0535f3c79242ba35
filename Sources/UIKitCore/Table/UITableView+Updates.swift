import Foundation
import TableModel

/// Changing rows and sections without a reload.
///
/// The calls between `beginUpdates` and `endUpdates`, or in the block of `performBatchUpdates`, are one batch, in which
/// their order has no meaning: deleted and reloaded rows go by their old paths, inserted ones by their new paths, moved
/// ones by both. A call outside of any block is a batch of its own. The data must change before the batch ends,
/// and before the first layout inside of the block only; the counts before and after must agree with the
/// operations, else the program ends with UIKit's message.
///
/// Paths, selection and visible cells are new when the batch ends; what is shown follows in 0.3 s. See `TableWork` for
/// batches that end within callbacks of the table's own.
extension UITableView {
  /// Opens a block; blocks nest, and only the outermost `endUpdates` has an effect.
  public func beginUpdates() { openUpdates("beginUpdates()") }

  /// Closes a block. A block with nothing inside asks for all heights anew and animates to them; titles of headers
  /// and footers on screen are asked with them.
  /// - Precondition: a block is open.
  public func endUpdates() { closeUpdates(nil) }

  /// Runs `updates` as a block.
  /// - Parameter completion: called once, when the animation has ended; false if another batch, a reload or leaving the
  ///   window interrupted it.
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    openUpdates("performBatchUpdates(_:completion:)")
    updates?()
    closeUpdates(completion)
  }

  /// Whether a block is open, or closed and still waiting for the running pass to end, or the user is dragging a row.
  public var hasUncommittedUpdates: Bool { updates.depth > 0 || updates.waiting != nil || reorder != nil }

  // MARK: Rows

  /// Inserts rows, animated.
  /// - Parameter indexPaths: where they are after the batch.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    let call: StaticString = "insertRows(at:with:)"
    change(call) { changes in
      for path in indexPaths { changes.insertRow(requirePosition(path, call), animation) }
    }
  }

  /// Deletes rows, animated.
  /// - Parameter indexPaths: where they are before the batch.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    let call: StaticString = "deleteRows(at:with:)"
    change(call) { changes in
      for path in indexPaths { changes.deleteRow(requirePosition(path, call), animation) }
    }
  }

  /// Replaces the cells of rows by other cells, and deselects the rows.
  /// - Parameter indexPaths: where they are before the batch.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    let call: StaticString = "reloadRows(at:with:)"
    change(call) { changes in
      for path in indexPaths { changes.reloadRow(requirePosition(path, call), animation) }
    }
  }

  /// Visible rows have their present cells configured again by `cellForRowAt`, and their heights asked; of rows off
  /// screen the height is found out when they come in.
  /// - Parameter indexPaths: where they are before the batch.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    let call: StaticString = "reconfigureRows(at:)"
    change(call) { changes in
      for path in indexPaths { changes.reconfigureRow(requirePosition(path, call)) }
    }
  }

  /// Moves a row with its cell, selection and height.
  /// - Parameters:
  ///   - indexPath: where it is before the batch.
  ///   - newIndexPath: where it is after the batch.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    let call: StaticString = "moveRow(at:to:)"
    change(call) { $0.moveRow(requirePosition(indexPath, call), to: requirePosition(newIndexPath, call)) }
  }

  // MARK: Sections

  /// Inserts sections with all their rows; do not insert those rows as well.
  /// - Parameter sections: their numbers after the batch.
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    change("insertSections(_:with:)") { changes in
      for section in sections { changes.insertSection(section, animation) }
    }
  }

  /// Deletes sections with all their rows; other operations on those rows are ignored.
  /// - Parameter sections: their numbers before the batch.
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    change("deleteSections(_:with:)") { changes in
      for section in sections { changes.deleteSection(section, animation) }
    }
  }

  /// Sections get other rows, header and footer.
  /// - Parameter sections: their numbers before the batch.
  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    change("reloadSections(_:with:)") { changes in
      for section in sections { changes.reloadSection(section, animation) }
    }
  }

  /// Moves a section with its rows.
  /// - Parameters:
  ///   - section: its number before the batch.
  ///   - newSection: its number after the batch.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    change("moveSection(_:toSection:)") { $0.moveSection(section, to: newSection) }
  }

  // MARK: Batches made elsewhere

  /// Runs a block with operations that were worked out before.
  /// - Parameter update: changes the data.
  func performUpdates(_ changes: TableChanges, update: () -> Void, completion: @escaping (Bool) -> Void) {
    openUpdates("performBatchUpdates(_:completion:)")
    update()
    updates.batch.changes.append(changes)
    closeUpdates(completion)
  }

  /// A batch closed now would have to wait.
  var isOccupied: Bool { isBusy || updates.waiting != nil || updates.isCounting }

  /// Runs `body` at the end of the running layout pass, else of the next one.
  func afterPass(_ body: @escaping () -> Void) {
    updates.afterPass.append(body)
    setNeedsTiling()
  }

  /// Called at the end of a pass.
  func runAfterPass() {
    guard !isOccupied, updates.depth == 0 else { return }
    let bodies = updates.afterPass
    updates.afterPass = []
    for body in bodies { body() }
  }

  // MARK: Collecting

  private func change(_ call: StaticString, _ body: (inout TableChanges) -> Void) {
    openUpdates(call)
    body(&updates.batch.changes)
    closeUpdates(nil)
  }

  private func openUpdates(_ call: StaticString) {
    guard !updates.isCounting else {
      tableMisuse(
        """
        UITableView.\(call) was called while the table asks numberOfSections(in:) and \
        tableView(_:numberOfRowsInSection:); change the data and call it before or after, for example in \
        DispatchQueue.main.async
        """)
    }
    if updates.depth == 0, !updates.hasCounts, !isBusy, dataSource != nil {
      needsLoad = true
      loadIfNeeded()
    }
    updates.depth += 1
  }

  /// The table is in the middle of a pass or an update.
  var isBusy: Bool { isTiling || updates.isLocked || updates.isCommitting }

  private func closeUpdates(_ completion: ((Bool) -> Void)?) {
    guard updates.depth > 0 else {
      tableMisuse(
        "UITableView.endUpdates() was called without beginUpdates(); call them in pairs, or use performBatchUpdates")
    }
    if let completion { updates.batch.completions.append(completion) }
    updates.depth -= 1
    guard updates.depth == 0 else { return }
    let batch = updates.batch
    updates.batch = UpdateBatch()
    // A data source set inside of the block is asked anew, and so is one after a reload: that covers all changes.
    if isReloadRequested || !updates.hasCounts {
      if !isBusy { reload() }
      whenWhole { batch.complete(true) }
    } else if isBusy || updates.waiting != nil {
      postpone(batch)
    } else {
      commit(batch)
    }
  }

  /// Keeps a batch for the end of the running pass. Two of them cannot be told apart by the counts at its end, so a
  /// second one turns both into a reload.
  private func postpone(_ batch: UpdateBatch) {
    if let first = updates.waiting {
      updates.waiting = nil
      isReloadRequested = true
      whenWhole {
        first.complete(true)
        batch.complete(true)
      }
    } else {
      updates.waiting = batch
    }
    setNeedsTiling()
  }

  /// The running pass has nothing to go by any more: the counts are about to change, or a callback left a block open, in
  /// which they do.
  var mustEndPass: Bool { needsLoad || updates.waiting != nil || isReloadRequested || updates.depth > 0 }

  /// Carries out what a callback of the finished pass asked for.
  func commitWaiting() {
    // A reload covers the batch.
    guard !updates.isCommitting, updates.depth == 0, !isReloadRequested, !needsReload, let batch = updates.waiting
    else { return }
    updates.waiting = nil
    commit(batch)
  }

  /// Runs `body` when the table is whole.
  func whenWhole(_ body: @escaping () -> Void) { work.whenWhole(body, self) }
}
