import Synchronization

/// Stands for one bitmap that a cell waits for. Work for a token that was cancelled is not begun, and what it brings is
/// not shown.
final class DrawingToken: Sendable {
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// The cell shows another row now; on any thread.
  func cancel() { cancelled.store(true, ordering: .relaxed) }
}
