/// The cells of one table or grid, as far as the profiler knows of them: shown, waiting for reuse, made and used again.
///
/// An object of its own, which ends on the main actor with its table or grid and then takes the cells off the profiler's
/// gauges. It keeps what it needs for that: the table may be gone by then.
@MainActor
final class CellCensus {
  private var visible = 0
  /// Cells that wait, by identifier. Few: most tables have one or two.
  private var idle: ContiguousArray<(identifier: String, count: Int)> = []

  /// The profiler that counts the cells: of the application in which the first of them was counted.
  private var profiler: FrameProfiler? {
    if let chosenProfiler { return chosenProfiler }
    chosenProfiler = UIApplication.current?.frameLoop.profiler
    return chosenProfiler
  }
  private var chosenProfiler: FrameProfiler?

  isolated deinit {
    guard let profiler = chosenProfiler else { return }
    profiler.gauges.cellsVisible -= visible
    for pool in idle where pool.count > 0 { profiler.idleCellsReleased(pool.count, identifier: pool.identifier) }
  }

  /// A cell was made, and is shown for the first time.
  func made(_ identifier: String?) { profiler?.cellCreated(identifier: identifier ?? "") }

  /// A cell that waited is used again.
  func dequeued(_ identifier: String) {
    add(-1, to: identifier)
    profiler?.cellDequeued(identifier: identifier)
  }

  /// A cell left the screen and waits.
  /// - Parameter identifier: nil for a cell that does not wait.
  func becameIdle(_ identifier: String?) {
    guard let identifier else { return }
    add(1, to: identifier)
    profiler?.cellBecameIdle(identifier: identifier)
  }

  /// Cells that waited were let go, or taken without being dequeued.
  func released(_ count: Int, _ identifier: String) {
    add(-count, to: identifier)
    profiler?.idleCellsReleased(count, identifier: identifier)
  }

  /// The same for what a queue let go.
  func released<View, Tile>(_ pools: [ReuseQueue<View, Tile>.Released]) {
    for pool in pools { released(pool.count, pool.identifier) }
  }

  /// A round of a layout pass is done.
  /// - Parameters:
  ///   - rows: how many rows it gave a place.
  ///   - visible: how many cells are shown now.
  func laidOut(_ rows: Int, visible: Int) {
    guard let profiler else { return }
    profiler.counters.rowsLaidOut += rows
    profiler.gauges.cellsVisible += visible - self.visible
    self.visible = visible
  }

  private func add(_ count: Int, to identifier: String) {
    for place in idle.indices where idle[place].identifier == identifier {
      idle[place].count += count
      return
    }
    idle.append((identifier, count))
  }
}
