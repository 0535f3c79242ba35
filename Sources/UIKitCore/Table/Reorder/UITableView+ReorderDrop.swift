import Foundation
import TableModel

/// The end of a drag.
extension UITableView {
  /// Has the data source move the row to the gap, and follows. A row dropped where it came from is not moved.
  ///
  /// A data source that describes the move by a batch of its own in `moveRowAt` gets that batch; one that does anything
  /// else to the table there gets a reload.
  func dropRow() {
    guard let reorder, !isBusy, updates.depth == 0 else { return }
    let move = reorder.move
    guard move.source != move.target, dataSource != nil else {
      cancelReorder()
      return
    }
    putDown(reorder)
    defer { fadeShadow(of: reorder) }
    updates.isLocked = true
    reportMove(from: move.source, to: move.target)
    updates.isLocked = false
    guard !isReloadRequested, updates.hasCounts, updates.depth == 0 else { return reload() }
    guard var own = updates.waiting else {
      var batch = UpdateBatch(isDrop: true)
      batch.changes.moveRow(move.source, to: move.target)
      return commit(batch)
    }
    guard own.changes.takes(move.source) else { return reload() }
    updates.waiting = nil
    own.isDrop = true
    commit(own)
  }

  /// Gives the cell back to its row; where it is seen is not changed yet.
  func putDown(_ reorder: RowReorder) {
    release(reorder)
    setNeedsTiling()
    needsPlacing = true
  }

  /// Has the shadow glide along with the cell that was put down.
  func fadeShadow(of reorder: RowReorder) {
    let shadow = reorder.shadow
    guard let place = children.firstIndex(where: { $0 === reorder.cell }),
      let old = children.firstIndex(where: { $0 === shadow }), window != nil
    else { return shadow.removeFromSuperview() }
    // Right below the cell.
    insertSubview(shadow, at: old < place ? place - 1 : place)
    UIView.animate(withDuration: Self.updateDuration) {
      shadow.frame = reorder.cell.frame
      shadow.alpha = 0
    } completion: { _ in
      shadow.removeFromSuperview()
    }
  }

  /// Ends the drag at once, telling nobody: the data is loaded anew, the row is gone, or the table leaves its window.
  func abandonReorder() {
    guard let reorder else { return }
    release(reorder)
    reorder.shadow.removeFromSuperview()
    updateChrome()
    setNeedsTiling()
    needsPlacing = true
  }

  private func release(_ reorder: RowReorder) {
    self.reorder = nil
    reorder.cell.setNeedsUpdateConfiguration()
    reorder.stop()
    // The animation of an update gives it one again.
    reorder.cell.ground = nil
    cells.place(reorder.cell, at: reorder.move.source, identifier: reorder.identifier, isNew: false)
    // Below headers and footers again.
    if let top = topCellIndex, children[top] === reorder.cell, let below = topOtherCell(than: reorder.cell) {
      insertSubview(reorder.cell, at: below + 1)
    }
  }

  private func topOtherCell(than cell: UITableViewCell) -> Int? {
    children.lastIndex { $0 is UITableViewCell && $0 !== cell }
  }
}

extension TableChanges {
  /// Whether a row is moved or deleted.
  func takes(_ row: RowPosition) -> Bool {
    movedRows.contains { $0.source == row } || deletedRows.contains { $0.position == row }
  }
}
