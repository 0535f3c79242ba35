import Logging
import UIKit

/// The heights of the feed's rows: measured once by a template cell, kept by index path, and found out ahead of time
/// while the program is idle.
@MainActor
final class FeedHeights {
  private unowned let table: UITableView
  private let model: FeedModel
  private let onProgress: () -> Void
  private let counters = UIApplication.shared.profilerCounters

  /// Shown in the profiler's overlay under these names.
  private static let measured = "measured"
  private static let hits = "hits"
  /// Rows measured between two reports of progress.
  private static let batch = 500

  /// - Parameter onProgress: called now and then while heights are found out.
  init(_ table: UITableView, model: FeedModel, onProgress: @escaping () -> Void) {
    self.table = table
    self.model = model
    self.onProgress = onProgress
    for name in [Self.measured, Self.hits] { counters[name] = 0 }
  }

  /// Rows that were measured, and questions for a height that was known.
  var counts: (measured: Int, hits: Int) { (counters[Self.measured], counters[Self.hits]) }

  /// "1,200 measured, 340 hits".
  var summary: String {
    "\(GroupedNumber.string(counts.measured)) measured, \(GroupedNumber.string(counts.hits)) hits"
  }

  func height(of path: IndexPath) -> CGFloat {
    var isKnown = true
    let height = table.heightService.heightForCell(withIdentifier: "bitmap", cachedBy: path) { cell in
      isKnown = false
      let post = model.post(path.row)
      (cell as? FeedCell)?.prepare(post, model.layout(of: post, width: table.bounds.width))
    }
    counters[isKnown ? Self.hits : Self.measured] += 1
    if !isKnown, counts.measured % Self.batch == 0 || counts.measured == model.count { onProgress() }
    return height
  }

  // MARK: Where a motion ends

  /// The rows on screen after the list has moved, computed from the heights known so far: the table's own places are
  /// estimates until it has shown a row.
  /// - Parameters:
  ///   - distance: points, positive towards the end.
  ///   - first: the first row on screen now.
  ///   - start: how many points of that row are above the screen's top.
  ///   - height: of the screen.
  func rows(seenAfter distance: CGFloat, from first: Int, _ start: CGFloat, in height: CGFloat) -> ClosedRange<Int> {
    var row = first
    /// From the row's top to where the screen's top will be.
    var rest = start + distance
    while rest < 0, row > 0 {
      row -= 1
      rest += expected(row)
    }
    while row + 1 < model.count, rest >= expected(row) {
      rest -= expected(row)
      row += 1
    }
    let top = row
    rest += height
    while row + 1 < model.count, rest > expected(row) {
      rest -= expected(row)
      row += 1
    }
    return top...row
  }

  private func expected(_ row: Int) -> CGFloat {
    table.heightService.indexPathCache.height(at: IndexPath(row: row, section: 0)) ?? FeedLayout.usualHeight
  }

  /// Whether every height is written to standard output: measured, found out ahead, or known.
  var isLogged: Bool {
    get { table.heightService.logger != nil }
    set {
      guard newValue else { return table.heightService.logger = nil }
      var logger = Logger(label: "feed.heights")
      logger.logLevel = .debug
      table.heightService.logger = logger
    }
  }
}
