import Foundation
import TableModel

/// A data source that must know that the table has a row at its new place already when it tells of the user's move.
@MainActor
protocol RowMoveFollowing: AnyObject {
  /// - Parameters:
  ///   - source: the row's place before.
  ///   - target: its place after, counted with the row taken out.
  ///   - report: tells the app, by `moveRowAt`.
  func follow(moveFrom source: RowPosition, to target: RowPosition, report: () -> Void)
}

extension UITableView {
  /// Tells the data source that the user moved a row, which the table moves itself afterwards.
  func reportMove(from source: RowPosition, to target: RowPosition) {
    guard let dataSource else { return }
    let report = { dataSource.tableView(self, moveRowAt: IndexPath(source), to: IndexPath(target)) }
    guard let follower = dataSource as? any RowMoveFollowing else { return report() }
    follower.follow(moveFrom: source, to: target, report: report)
  }
}

/// A snapshot applied in `moveRowAt` is compared with what the table shows then, the moved row included, so the
/// matching one changes nothing. Without one the data source follows by itself.
extension UITableViewDiffableDataSource: RowMoveFollowing {
  func follow(moveFrom source: RowPosition, to target: RowPosition, report: () -> Void) {
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
