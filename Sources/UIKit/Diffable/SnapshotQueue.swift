import Foundation
import Primitives
import Synchronization
import TableModel
import UIKitCore

/// The snapshots applied to a data source, one after the other, from whatever thread.
///
/// Keeps the newest one, which the next is compared with, and refuses two threads at once: neither could tell what its
/// snapshot is compared with.
final class SnapshotQueue<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Section, Item>

  private struct State {
    var latest = Snapshot()
    var animation = UITableView.RowAnimation.automatic
    /// A snapshot is being compared.
    var isComparing = false
    /// Snapshots from other threads that did not reach the main thread yet.
    var underWay = 0
  }

  private let state = Mutex(State())
  /// The data source's class, for messages.
  private let name: StaticString

  init(name: StaticString) { self.name = name }

  /// The snapshot applied last, shown or not.
  var latest: Snapshot {
    get { state.withLock { $0.latest } }
    set { state.withLock { $0.latest = newValue } }
  }

  /// No other thread has a snapshot under way.
  var isIdle: Bool { state.withLock { !$0.isComparing && $0.underWay == 0 } }

  var animation: UITableView.RowAnimation {
    get { state.withLock { $0.animation } }
    set { state.withLock { $0.animation = newValue } }
  }

  /// Makes `snapshot` the latest one.
  /// - Parameter compare: runs on the calling thread, outside of the lock.
  /// - Returns: what `compare` made of the latest one before.
  func enter<Result>(
    _ snapshot: Snapshot, _ call: StaticString, compare: (Snapshot, UITableView.RowAnimation) -> Result
  ) -> Result {
    let isMain = MainQueue.isCurrent
    let (old, animation) = begin(isMain: isMain, call)
    let result = compare(old, animation)
    let latest = snapshot.withoutMarks
    state.withLock { state in
      state.latest = latest
      state.isComparing = false
      if !isMain { state.underWay += 1 }
    }
    return result
  }

  private func begin(isMain: Bool, _ call: StaticString) -> (Snapshot, UITableView.RowAnimation) {
    state.withLock { state in
      if isMain, state.isComparing || state.underWay > 0 {
        misuse(
          """
          Deadlock detected: \(name).\(call) was called on the main queue with outstanding updates of \
          another queue. Submit updates either always on the main queue or always on one other queue
          """)
      }
      if state.isComparing {
        misuse(
          """
          \(name).\(call) was called from two queues at once. Submit updates either always on the \
          main queue or always on one other queue
          """)
      }
      state.isComparing = true
      return (state.latest, state.animation)
    }
  }

  /// A snapshot from another thread has reached the main thread.
  func arrive() { state.withLock { $0.underWay -= 1 } }
}
