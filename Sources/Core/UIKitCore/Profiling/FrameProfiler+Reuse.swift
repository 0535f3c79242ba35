/// Cells, reported by the reuse queues of all tables.
///
/// Counted whether or not the profiler is on: a few times a frame at most.
extension FrameProfiler {
  /// A cell was built for `identifier`.
  package func cellCreated(identifier: String) {
    counters.cellsCreated += 1
    updateReuse(of: identifier) { $0.created += 1 }
  }

  /// An idle cell of `identifier` went back to work.
  package func cellDequeued(identifier: String) {
    counters.cellsDequeued += 1
    gauges.cellsIdle -= 1
    updateReuse(of: identifier) {
      $0.dequeued += 1
      $0.idle -= 1
    }
  }

  /// A cell of `identifier` left the screen and waits for reuse.
  package func cellBecameIdle(identifier: String) {
    gauges.cellsIdle += 1
    updateReuse(of: identifier) { $0.idle += 1 }
  }

  /// `count` idle cells of `identifier` were let go with their table or queue.
  package func idleCellsReleased(_ count: Int, identifier: String) {
    gauges.cellsIdle -= count
    updateReuse(of: identifier) { $0.idle -= count }
  }
}
