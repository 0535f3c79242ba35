import DemoParts
import Logging
import UIKit

/// The heights of the feed's rows: measured once by a template cell, kept by index path or by post, and found out ahead
/// of time while the program is idle.
@MainActor
final class FeedHeights {
  /// The kind of key a height is kept by.
  enum Cache: String, CaseIterable {
    case path = "index path"
    case key = "key"
    /// Nothing: a row is measured each time it is asked about.
    case none = "nothing"
  }

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

  /// Told of each call that finds out a height, with the row or the height.
  var onCall: ((ReuseCall, String) -> Void)?

  /// "1,200 measured, 340 hits".
  var summary: String {
    "\(GroupedNumber.string(counts.measured)) measured, \(GroupedNumber.string(counts.hits)) hits"
  }

  /// The kind of key in use; a change drops the heights kept by another kind.
  var cache = Cache.path {
    didSet {
      guard cache != oldValue else { return }
      updateFilling()
      forget()
    }
  }

  /// Whether heights are found out ahead of time while the program is idle.
  var fillsWhenIdle = true { didSet { updateFilling() } }

  private func updateFilling() { table.heightService.precachesWhenIdle = fillsWhenIdle && cache != .none }

  /// Begins to find out heights ahead of time, if it is wanted.
  func start() { updateFilling() }

  /// Begins anew, with no height known and nothing counted.
  func forget() {
    for name in [Self.measured, Self.hits] { counters[name] = 0 }
    table.heightService.indexPathCache.invalidateAll()
    table.heightService.keyedCache.invalidateAll()
    table.reloadData()
  }

  func height(of path: IndexPath) -> CGFloat {
    let service = table.heightService
    var isKnown = true
    onCall?(.heightForCell, "by \(cache.rawValue)")
    let configure = { [model, table, onCall] (cell: UITableViewCell) in
      isKnown = false
      onCall?(.templateCell, ReuseItem.row(path.row).title)
      let post = model.post(path.row)
      (cell as? FeedCell)?.prepare(post, model.layout(of: post, width: table.bounds.width))
    }
    let height =
      switch cache {
      case .path: service.heightForCell(withIdentifier: "bitmap", cachedBy: path, configuration: configure)
      case .key: service.heightForCell(withIdentifier: "bitmap", cachedByKey: path.row, configuration: configure)
      case .none: service.heightForCell(withIdentifier: "bitmap", configuration: configure)
      }
    onCall?(
      .heightCache,
      "\(GroupedNumber.string(height)) points" + (isKnown ? ", known" : cache == .none ? ", not kept" : ", kept"))
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
    let known =
      switch cache {
      case .path: table.heightService.indexPathCache.height(at: IndexPath(row: row, section: 0))
      case .key: table.heightService.keyedCache.height(forKey: row)
      case .none: nil as CGFloat?
      }
    return known ?? FeedLayout.usualHeight
  }

  // MARK: Logging

  /// Told of every height: measured, found out ahead, or known. Nil, as at first, costs nothing.
  var log: (@MainActor @Sendable (String) -> Void)? {
    didSet {
      guard let log else { return table.heightService.logger = nil }
      var logger = Logger(label: "feed.heights") { _ in LineLog(write: log) }
      logger.logLevel = .debug
      table.heightService.logger = logger
    }
  }
}

/// Hands the messages of a logger that is used on the main thread to a closure.
private struct LineLog: LogHandler {
  let write: @MainActor @Sendable (String) -> Void
  var metadata = Logger.Metadata()
  var logLevel = Logger.Level.debug

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = "\(event.message)"
    MainActor.assumeIsolated { write(line) }
  }
}
