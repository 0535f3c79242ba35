import DemoParts
import Foundation
import TextSearch

/// The record that each row shows: records as they are in the file or in an order, behind a filter.
struct RecordRows: Sendable {
  /// The first record that is a row: 1 where record 0 holds titles.
  var first = 0
  /// Records of the file.
  var recordCount = 0
  /// The records that are rows; nil for all, and where there is an order.
  var shown: LineSet?
  /// The record at each row; nil for records as they are in the file.
  var order: RecordSorter.Order?
  /// Whether the order is of some records alone; else rows may follow that it does not know.
  var isFiltered = false

  var count: Int {
    if let order, isFiltered { return order.count }
    return shown?.count ?? max(0, recordCount - first)
  }

  /// The record at a row; nil where an order has fewer, because another program has changed the file since.
  func record(at row: Int) -> Int? {
    if let order { return row < order.count ? Int(order[row]) : nil }
    return shown == nil ? row + first : shown?.line(at: row)
  }

  /// The row of a record; nil where it has none.
  /// - Complexity: O(n) where there is an order.
  func row(of record: Int) -> Int? {
    if let order { return order.firstIndex(of: UInt32(truncatingIfNeeded: record)) }
    guard let shown else { return (0..<count).contains(record - first) ? record - first : nil }
    return shown.contains(record) ? shown.rank(record) : nil
  }

  /// The records of an order that a filter lets pass, and the rows among them that have hits; nil when it was cancelled.
  static func pick(
    _ order: RecordSorter.Order, passing shown: LineSet?, hits found: LineSet?, _ cancellation: Cancellation
  ) -> (order: RecordSorter.Order, hits: LineSet?)? {
    var picked = shown == nil ? order : []
    var hits = LineSet()
    var row = 0
    for (index, record) in order.enumerated() {
      if index & 0xffff == 0, cancellation.isCancelled { return nil }
      if let shown {
        guard shown.contains(Int(record)) else { continue }
        picked.append(record)
      }
      if found?.contains(Int(record)) == true { hits.insert(row) }
      row += 1
    }
    hits.extend(to: row)
    return (picked, found == nil ? nil : hits)
  }
}

/// The order of records that the user wants, and the rows that come of it and of a filter, found off the main thread: what is
/// sorted and filtered is what every reader of rows gets.
@MainActor
final class RecordOrder {
  private(set) var keys: [SortKey] = []
  private(set) var rows = RecordRows()
  /// The rows with hits; nil while rows are as they are in the file.
  private(set) var hits: LineSet?
  /// Whether the order of `keys` was found.
  private(set) var isKnown = false
  /// Bytes by which texts were sorted, where some have more.
  private(set) var comparedLength: Int?
  private(set) var time: Duration?
  /// Why records could not be sorted.
  private(set) var failure: String?
  /// Called when other records are rows, or other rows have hits.
  var onChange: (() -> Void)?
  /// Called when an order was found that was asked for.
  var onOrder: (() -> Void)?

  private let file: IndexedFile
  private let filter: LineFilter
  private let finder: FileFinder
  /// All records in order; as long as another order is not known, those of before.
  private var sorted: RecordSorter.Order?
  /// Records of the file when they were sorted.
  private var sortedCount = 0
  /// The sort that is running; nil while it waits for the file to be read.
  private(set) var work: Cancellation?
  private lazy var lane = file.makeLane("rows")
  /// The choice of rows that is running, and of which conditions.
  private var picking: (work: Cancellation, version: Int)?
  private var isPickDue = false

  init(_ file: IndexedFile, _ filter: LineFilter, _ finder: FileFinder) {
    (self.file, self.filter, self.finder) = (file, filter, finder)
  }

  deinit {
    work?.cancel()
    picking?.work.cancel()
  }

  /// The columns by which rows are sorted, in words, or a hint to sort them.
  /// - Parameter title: of a column.
  func words(_ title: (Int) -> String) -> String {
    guard !keys.isEmpty else {
      // The file's fault needs the room.
      return file.index.raggedRows > 0 || file.index.plainFrom != nil ? "" : "click a title to sort"
    }
    guard isKnown else { return (work == nil ? "will sort by " : "sorting by ") + title(keys[0].id) }
    let titles = keys.map { "\(title($0.id)), \($0.isDescending ? "descending" : "ascending")" }
    let time = time.map { "  \u{b7}  \(Int(whole: $0 / .milliseconds(1), or: 0)) ms" } ?? ""
    let part = comparedLength.map { "  \u{b7}  by the first \($0) bytes" } ?? ""
    return "sorted by \(titles.joined(separator: ", then "))\(part)\(time)"
  }

  /// The file has other records.
  func setRecords(_ count: Int, from first: Int) {
    (rows.recordCount, rows.first) = (count, first)
    (filter.firstRow, finder.firstRow) = (first, first)
    refresh()
  }

  /// The file is read anew: the order of its former records is given up, and records are sorted again.
  func forget() {
    work?.cancel()
    (work, isKnown, sorted, time) = (nil, false, nil, nil)
  }

  /// Sorts once the file is read, and again where records have come since.
  func fileDidChange() {
    guard !file.isIndexing, !keys.isEmpty, work == nil, !isKnown || sortedCount < file.index.rowCount else { return }
    sort(by: keys)
  }

  /// Sorts by columns; by none to show records as they are in the file.
  func sort(by keys: [SortKey]) {
    work?.cancel()
    (self.keys, isKnown, work, failure, time) = (keys, false, nil, nil, nil)
    guard !keys.isEmpty else { return show(nil, by: []) }
    // It begins when all records are known.
    guard !file.isIndexing else { return refresh() }
    let begin = ContinuousClock.now
    let (cancellation, generation) = (Cancellation(), file.generation)
    work = cancellation
    onChange?()
    file.order(by: keys, from: rows.first, cancellation: cancellation) { [weak self] result in
      guard let self, !cancellation.isCancelled else { return }
      // Sorted records that are not there any more are no order: another one is looked for once the file is read.
      guard generation == file.generation else { return sort(by: keys) }
      time = .now - begin
      switch result {
      case .success(let sorted):
        comparedLength = sorted?.comparedLength
        show(sorted?.order, by: keys)
        onOrder?()
      case .failure(let error):
        failure = "Cannot sort: \(error.reason)"
        show(nil, by: [])
      }
    }
  }

  /// Shows records in an order that was found; as they are in the file where none was.
  func show(_ order: RecordSorter.Order?, by keys: [SortKey]) {
    self.keys = order == nil ? [] : keys
    (sorted, isKnown, work, sortedCount) = (order, order != nil, nil, rows.recordCount)
    cancelPick()
    refresh()
  }

  /// The filter passes other records, or other records have hits.
  func refresh() {
    if let sorted, filter.lines != nil || finder.isOn { return pick(from: sorted) }
    cancelPick()
    (rows.order, rows.shown, rows.isFiltered, hits) = (sorted, sorted == nil ? filter.lines : nil, false, nil)
    onChange?()
  }

  private func cancelPick() {
    picking?.work.cancel()
    (picking, isPickDue) = (nil, false)
  }

  private func pick(from sorted: RecordSorter.Order) {
    if let picking {
      // Further records of the same filter can wait until it is done.
      guard picking.version != filter.version else { return isPickDue = true }
      cancelPick()
    }
    let (work, shown, found) = (Cancellation(), filter.lines, finder.found)
    picking = (work, filter.version)
    lane.run {
      RecordRows.pick(sorted, passing: shown, hits: found, work)
    } then: { [weak self] picked in
      guard let self, let picked, !work.isCancelled else { return }
      picking = nil
      (rows.order, rows.shown, rows.isFiltered, hits) = (picked.order, nil, shown != nil, picked.hits)
      onChange?()
      if isPickDue {
        isPickDue = false
        refresh()
      }
    }
  }
}
