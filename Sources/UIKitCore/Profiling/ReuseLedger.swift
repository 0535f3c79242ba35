/// Reports what one table does with its cells to the profiler, and takes back
/// what the table held when it goes.
@MainActor
final class ReuseLedger {
  private weak var profiler: FrameProfiler?
  private var idle: [String: Int] = [:]
  private var visible = 0

  init() { profiler = UIApplication.current?.frameLoop.profiler }

  isolated deinit {
    guard let profiler else { return }
    profiler.gauges.cellsVisible -= visible
    for (identifier, count) in idle {
      profiler.idleCellsReleased(count, identifier: identifier)
    }
  }

  /// A row got a cell; `isNew` when the cell has never shown a row before.
  func placed(identifier: String?, isNew: Bool) {
    profiler?.counters.rowsLaidOut += 1
    if isNew { profiler?.cellCreated(identifier: identifier ?? "") }
  }

  /// A cell came out of the queue.
  func dequeued(identifier: String) {
    idle[identifier, default: 0] -= 1
    profiler?.cellDequeued(identifier: identifier)
  }

  /// A cell that left the screen went into the queue.
  func becameIdle(identifier: String) {
    idle[identifier, default: 0] += 1
    profiler?.cellBecameIdle(identifier: identifier)
  }

  /// The table shows `count` cells now.
  func shows(_ count: Int) {
    guard count != visible else { return }
    profiler?.gauges.cellsVisible += count - visible
    visible = count
  }
}
