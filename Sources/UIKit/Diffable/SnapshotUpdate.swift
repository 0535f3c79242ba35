import Foundation
import TableModel

/// A snapshot on its way to the table.
///
/// Unchecked because of `completion`: an app's closure, which is handed over once, called once, and on the main thread
/// only.
struct SnapshotUpdate<Section: Hashable & Sendable, Item: Hashable & Sendable>: @unchecked Sendable {
  let snapshot: NSDiffableDataSourceSnapshot<Section, Item>
  /// The changes since the previous snapshot; nil makes the table reload everything.
  var changes: TableChanges?
  var isAnimated = true
  /// Called when the table shows the snapshot and its animation has ended, and in any case.
  let completion: (() -> Void)?
}

/// How a snapshot from another thread gets to the main thread.
struct MainDelivery: Sendable {
  let run: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  /// In the order of the calls, behind what waits on the main queue.
  static let mainQueue = MainDelivery { body in DispatchQueue.main.async { body() } }
}
