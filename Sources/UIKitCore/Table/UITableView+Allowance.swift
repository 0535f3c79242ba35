/// Rows that wait for the next frame because the data source is slow.
extension UITableView {
  /// Starts a layout pass: limits its new rows while the user moves the table, or while rows of such a pass are
  /// missing.
  func beginAllowance() {
    let isMovedByUser = isTracking || isDragging || isDecelerating
    allowance.begin(at: isMovedByUser || allowance.isOverdrawn ? frameTime : nil)
  }

  /// Whether a layout pass may ask for the cell of another row.
  func mayBindAnotherRow() -> Bool { allowance.admits(at: frameTime) }

  /// Ends a layout pass: what is missing comes with the next frame.
  func endAllowance() {
    guard allowance.isOverdrawn else {
      lateRowsLink?.isPaused = true
      return
    }
    if let lateRowsLink {
      lateRowsLink.isPaused = false
    } else if windowStorage != nil {
      let link = CADisplayLink { [weak self] _ in self?.setNeedsTiling() }
      link.add(to: .main, forMode: .common)
      lateRowsLink = link
    }
  }

  /// The table leaves its window.
  func dropAllowance() {
    lateRowsLink?.invalidate()
    lateRowsLink = nil
    allowance = RowAllowance()
  }
}
