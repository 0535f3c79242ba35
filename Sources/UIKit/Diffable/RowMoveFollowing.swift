import Foundation
import TableModel
import UIKitCore

/// A snapshot applied in `moveRowAt` is compared with what the table shows then, the moved row included, so the
/// matching one changes nothing. Without one the data source follows by itself.
extension UITableViewDiffableDataSource: RowMoveFollowing {
  package func follow(moveFrom source: RowPosition, to target: RowPosition, report: () -> Void) {
    userMove = (source, target)
    report()
    followUserMove()
  }

  /// Called before a snapshot is compared.
  nonisolated func settleUserMove() {
    guard MainQueue.isCurrent else { return }
    MainActor.assumeIsolated { followUserMove() }
  }

  private func followUserMove() {
    guard let (source, target) = userMove else { return }
    userMove = nil
    shown.moveItem(at: source, to: target)
    if waiting.isEmpty, queue.isIdle { queue.latest = shown } else { isBaseStale = true }
  }
}
