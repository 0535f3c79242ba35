/// The life of one reuse identifier's cells since the program started.
package struct ReuseCounters: Equatable, Sendable {
  /// Cells built for the identifier.
  package var created = 0
  /// Times a cell came out of the queue.
  package var dequeued = 0
  /// Cells waiting in the queue now.
  package var idle = 0

  /// No cell yet.
  package init(created: Int = 0, dequeued: Int = 0, idle: Int = 0) {
    self.created = created
    self.dequeued = dequeued
    self.idle = idle
  }
}
