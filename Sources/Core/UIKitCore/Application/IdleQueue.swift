/// Work that can wait until nothing else is to be done, and be left at any time.
@MainActor
package protocol IdleWorker: AnyObject {
  /// Does the smallest piece of work that makes sense: input and frames wait for its end. Called while nothing is to be
  /// drawn and no event waits.
  /// - Returns: whether there is more; after false the worker is let go.
  func workWhileIdle() -> Bool
}

/// Those who have something to do while the run loop is idle; they take turns.
@MainActor
struct IdleQueue {
  /// Weak: who is gone has no work left.
  private struct Entry {
    weak var worker: IdleWorker?
  }

  private var entries: ContiguousArray<Entry> = []

  /// Whether the queue has no entries. Workers that were deallocated count until their turn comes.
  var isEmpty: Bool { entries.isEmpty }

  /// - Returns: false, with nothing changed, when the worker waits already.
  mutating func add(_ worker: IdleWorker) -> Bool {
    guard !contains(worker) else { return false }
    entries.append(Entry(worker: worker))
    return true
  }

  mutating func remove(_ worker: IdleWorker) { entries.removeAll { $0.worker == nil || $0.worker === worker } }

  func contains(_ worker: IdleWorker) -> Bool { entries.contains { $0.worker === worker } }

  /// The worker whose last turn is the longest ago, now moved to the end of the queue; nil when the queue is empty.
  mutating func next() -> IdleWorker? {
    while !entries.isEmpty {
      let first = entries.removeFirst()
      guard let worker = first.worker else { continue }
      entries.append(first)
      return worker
    }
    return nil
  }
}
