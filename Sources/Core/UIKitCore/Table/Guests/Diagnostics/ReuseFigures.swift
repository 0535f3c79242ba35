import Foundation
import TableModel

/// A view whose cells are used again, for the instruments: a table or a grid.
@MainActor
package protocol CellKeeper: UIScrollView {
  /// The cells it keeps now.
  /// - Complexity: O(cells).
  var reuseFigures: ReuseFigures { get }
}

/// The cells of a table or grid at one moment, in numbers and words.
package struct ReuseFigures {
  /// Its class, and what else is to be said of it.
  package let title: String
  /// How much there is to show.
  package let extent: String
  /// Rows on screen.
  package let rows: Int
  /// Cells on screen, and those that left it in the running pass.
  package let visible, leaving: Int
  /// Cells that wait; identifiers in the order in which their first cell came.
  package let idle: [(identifier: String, count: Int)]
  /// Cells since it was made.
  package let counts: TableDiagnostics.Counts

  /// Cells that wait under any identifier.
  package var idleCount: Int { idle.reduce(0) { $0 + $1.count } }
}

extension ReuseFigures {
  /// The cells of a view of rows and columns.
  /// - Parameters:
  ///   - title: its class.
  ///   - extent: how much there is to show.
  ///   - rows: how many rows are on screen.
  @MainActor
  package init(title: String, extent: String, rows: Int, _ queue: PlaceQueue) {
    self.init(
      title: title, extent: extent, rows: rows, visible: queue.visibleCount, leaving: queue.leavingCount,
      idle: queue.idle,
      counts: .init(
        made: queue.createdCount, dequeued: queue.dequeuedCount, reclaimed: queue.reclaimedCount,
        released: queue.releasedCount))
  }
}

extension UITableView: CellKeeper {
  package var reuseFigures: ReuseFigures {
    let now = diagnostics
    return ReuseFigures(
      title: "\(type(of: self)), \(style), \(now.phase.rawValue)",
      extent: "sections \(now.sections.count)  rows \(now.sections.rowCount)", rows: now.visible.count,
      visible: now.visible.count, leaving: now.leaving.count, idle: now.idle.map { ($0.identifier, $0.cells.count) },
      counts: now.counts)
  }
}
