import Foundation

/// Work while nothing is to be drawn and nothing happens.
///
/// A slice runs one worker's step after the other, looks between them whether input or a frame came up, and ends at
/// once when one did, so an event waits for one step at most. It also ends after half a millisecond, to let timers and
/// the main queue have their turn; the driver comes back as long as a worker is left. Without workers nothing wakes up.
extension FrameLoop {
  /// Seconds a slice goes on for when nothing interrupts it.
  package static let idleSlice: TimeInterval = 0.0005

  /// Whether a worker waits for the loop to be idle.
  package var hasIdleWork: Bool { !idle.isEmpty }

  /// Has `worker` called when the loop is idle, until it has no more to do. Held weakly. Without effect while it waits
  /// already.
  package func addIdleWorker(_ worker: IdleWorker) {
    if idle.add(worker) { deadlineDidChange?() }
  }

  /// Lets a worker go.
  package func removeIdleWorker(_ worker: IdleWorker) { idle.remove(worker) }

  /// Runs a slice; called by the driver between turns, and by tests. Does nothing while a frame is wanted.
  /// - Returns: whether input interrupted it or kept it from beginning; a turn is due then.
  package func workWhileIdle() -> Bool {
    let end = clock.now + Self.idleSlice
    while !isFrameRequested, application.exitCode == nil {
      guard !application.platform.events.hasWaitingEvents else { return true }
      guard clock.now < end, let worker = idle.next() else { return false }
      if !worker.workWhileIdle() { idle.remove(worker) }
    }
    return false
  }
}
