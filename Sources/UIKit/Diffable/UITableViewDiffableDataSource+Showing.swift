import Foundation
import TableModel
import UIKitCore

/// The way of a snapshot to the table.
extension UITableViewDiffableDataSource {
  /// Hands a snapshot that was compared to the main thread.
  nonisolated func send(_ update: Update) {
    guard !MainQueue.isCurrent else { return MainActor.assumeIsolated { receive(update) } }
    delivery.run {
      self.queue.arrive()
      self.receive(update)
    }
  }

  private func receive(_ update: Update) {
    waiting.append(update)
    showWaiting()
  }

  /// Shows what waits, in order. What callbacks apply meanwhile is left to the next pass: callbacks that always apply
  /// another snapshot cost frames, not a hang.
  private func showWaiting() {
    guard !isShowing, !waiting.isEmpty else { return }
    if let tableView, tableView.isOccupied { return showWaitingLater(tableView) }
    isShowing = true
    var count = waiting.count
    while count > 0 {
      show(waiting.removeFirst())
      count -= 1
      // Without a window there are no passes.
      if count == 0, tableView?.window == nil { count = waiting.count }
    }
    isShowing = false
    if !waiting.isEmpty, let tableView { showWaitingLater(tableView) }
  }

  /// The table keeps the data source for that long.
  private func showWaitingLater(_ tableView: UITableView) { tableView.afterPass { self.showWaiting() } }

  private func show(_ update: Update) {
    defer { if waiting.isEmpty, queue.isIdle { isBaseStale = false } }
    guard let tableView, tableView.dataSource === self, isBaseStale || update.changes?.isEmpty != true else {
      shown = update.snapshot
      update.completion?()
      return
    }
    guard let changes = isBaseStale ? nil : update.changes else {
      shown = update.snapshot
      tableView.reloadData()
      update.completion?()
      return
    }
    let carryOut = {
      tableView.perform(changes) {
        self.shown = update.snapshot
      } completion: { _ in
        update.completion?()
      }
    }
    if update.isAnimated { carryOut() } else { UIView.performWithoutAnimation(carryOut) }
  }
}

extension NSDiffableDataSourceSnapshot {
  func item(at row: RowPosition) -> ItemIdentifierType? {
    guard row.section >= 0, row.section < spans.count else { return nil }
    let span = spans[row.section]
    guard row.row >= 0, row.row < span.count else { return nil }
    return items.elements[span.lowerBound + row.row]
  }

  /// An item goes from one place to another, as the rows of a table do.
  /// - Parameter target: counted with the item taken out.
  mutating func moveItem(at source: RowPosition, to target: RowPosition) {
    let from = spans[source.section].lowerBound + source.row
    let start = spans[target.section].lowerBound + target.row
    let passesItself = source.section == target.section && source.row < target.row
    items.move(from..<(from + 1), to: passesItself ? start + 1 : start)
    spans.add(-1, toSection: source.section)
    spans.add(1, toSection: target.section)
  }
}
