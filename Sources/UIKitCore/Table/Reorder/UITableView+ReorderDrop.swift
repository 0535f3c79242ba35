import Foundation
import TableModel

/// The end of a drag.
extension UITableView {
  /// Has the data source move the row to the gap, and follows. A row dropped where it came from is not moved.
  func dropRow() {
    guard let reorder, !isBusy, updates.depth == 0 else { return }
    let move = reorder.move
    guard move.source != move.target, dataSource != nil else {
      cancelReorder()
      return
    }
    putDown(reorder)
    defer { fadeShadow(of: reorder) }
    let outer = work.begin(.reporting)
    defer { work.end(outer) }
    reportMove(from: move.source, to: move.target)
    work.becomeWhole()
    updates.drop(move)
  }

  /// Gives the cell back to its row; where it is seen is not changed yet.
  func putDown(_ reorder: RowReorder) {
    release(reorder)
    setNeedsTiling()
    work.note(.placing)
  }

  /// Has the shadow glide along with the cell that was put down.
  func fadeShadow(of reorder: RowReorder) {
    let shadow = reorder.shadow
    guard let place = children.firstIndex(where: { $0 === reorder.cell }),
      let old = children.firstIndex(where: { $0 === shadow }), window != nil
    else { return shadow.removeFromSuperview() }
    // Right below the cell.
    insertSubview(shadow, at: old < place ? place - 1 : place)
    UIView.animate(withDuration: Departures.duration) {
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
    work.note(.placing)
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
