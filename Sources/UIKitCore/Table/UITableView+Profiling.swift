/// What the profiler hears from a table.
extension UITableView {
  private var profiler: FrameProfiler? { UIApplication.current?.frameLoop.profiler }

  /// A row got its cell.
  func countCell(_ identifier: String?, isNew: Bool) {
    if isNew { profiler?.cellCreated(identifier: identifier ?? "") }
  }

  /// An idle cell was taken.
  func countDequeuedCell(_ identifier: String) { profiler?.cellDequeued(identifier: identifier) }

  /// A cell became idle.
  func countIdleCell(_ identifier: String?) {
    if let identifier { profiler?.cellBecameIdle(identifier: identifier) }
  }

  /// Idle cells were let go.
  func count(released: [ReuseQueue<UITableViewCell>.Released]) {
    for pool in released { profiler?.idleCellsReleased(pool.count, identifier: pool.identifier) }
  }

  /// A layout pass placed the visible rows.
  func countTiledRows() {
    guard let profiler else { return }
    profiler.counters.rowsLaidOut += cells.visible.count
    profiler.gauges.cellsVisible += cells.visible.count - reuse.countedCells
    reuse.countedCells = cells.visible.count
  }

  /// The table is let go, and its cells with it.
  func countRelease() {
    guard let profiler else { return }
    profiler.gauges.cellsVisible -= reuse.countedCells
    for identifier in cells.idleIdentifiers {
      profiler.idleCellsReleased(cells.idleCount(for: identifier), identifier: identifier)
    }
  }
}
