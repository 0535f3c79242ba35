import UIKit

/// A CSV or TSV file as a grid: a record a row, a field a column, the first record as titles. Rows appear as soon as
/// the first records are found; a click on a title sorts by its column, a second one turns the order round, a third one
/// takes it back. Columns are resized and moved by their titles.
final class DelimitedController: UIViewController, ScrollScreen {
  /// In which order records are shown.
  private enum Order {
    case asInFile
    /// On its way to the other order; the records are as they were.
    case sorting(column: Int, isDescending: Bool, since: RecordSorter.Order?, Task<Void, Never>?)
    case sorted(column: Int, isDescending: Bool, RecordSorter.Order)
  }

  private let file: DelimitedFile
  private let gridView = GridView(frame: .zero)
  private let statusBar = StatusBar()
  private var order = Order.asInFile
  /// Which reading of the file the grid shows.
  private var generation = 0
  /// Records the grid was told of.
  private var recordCount = 0
  /// The first that is a row: 1 where record 0 holds titles.
  private var firstRecord = 0
  /// The file's column at each column of the grid; empty while they are the same.
  private var columns: [Int] = []
  private var columnCount = 0
  /// Of the file's columns, in points at the usual size of text.
  private var widths: [Int: CGFloat] = [:]
  private var numeric: [Int: Bool] = [:]
  private var nextUpdate = ContinuousClock.now
  private var notice: String?
  private var sortTime: Duration?

  private static let updateInterval = Duration.milliseconds(250)
  /// Records that tell how wide a column is and whether it holds numbers.
  private static let sampledRecords = 60

  init(file: DelimitedFile) {
    self.file = file
    super.init()
    title = file.path.split(separator: "/").last.map(String.init) ?? file.path
  }

  required init?(coder: NSCoder) { nil }

  var scriptedView: UIScrollView { gridView }
  var rowCount: Int { max(0, recordCount - firstRecord) }
  var isComplete: Bool { !file.isIndexing && recordCount == file.index.recordCount }
  func scriptedTop(ofRow row: Int) -> CGFloat { gridView.rectForItem(at: GridPosition(row: row, column: 0)).minY }

  let keyHints = [KeyHint("Ctrl", "C", action: "copy"), KeyHint("Ctrl", "A", action: "select all")]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    gridView.register(GridTextCell.self, forCellReuseIdentifier: "field")
    gridView.register(DelimitedTitleCell.self, forCellReuseIdentifier: "title")
    gridView.register(GridHeaderCell.self, forCellReuseIdentifier: "number")
    fitHeaders()
    gridView.dataSource = self
    gridView.delegate = self
    view.addSubview(gridView)
    view.addSubview(statusBar)
    file.onChange = { [weak self] in self?.fileDidChange() }
    file.startIndexing()
    showStatus()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    fitHeaders()
    view.setNeedsLayout()
  }

  /// Room for titles, and for the numbers of records.
  private func fitHeaders() {
    let metrics = UIFontMetrics.default
    gridView.columnHeaderHeight = metrics.length(28)
    gridView.rowHeaderWidth = metrics.length(CGFloat(max(3, String(recordCount).utf8.count)) * 7.5 + 16)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    gridView.becomeFirstResponder()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bounds = view.bounds
    let height = min(statusBar.sizeThatFits(bounds.size).height, bounds.height)
    gridView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - height)
    statusBar.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
  }

  // MARK: The file

  private func fileDidChange() {
    if !file.isIndexing || recordCount == 0 || ContinuousClock.now >= nextUpdate { update() }
    showStatus()
    if !file.isIndexing, case .sorting(let column, let isDescending, _, nil) = order { sort(column, isDescending) }
  }

  private func update() {
    nextUpdate = .now + Self.updateInterval
    let isReadAnew = file.generation != generation
    // A sorted file shows the records it was sorted with.
    guard isReadAnew || recordCount != file.index.recordCount || columnCount != file.index.columnCount else { return }
    // Records read anew come by and by: the grid can stay where it is as soon as there are enough.
    if isReadAnew, file.isIndexing, file.index.recordCount <= gridView.visibleRange.rows.upperBound { return }
    if isReadAnew { forgetReading() }
    recordCount = file.index.recordCount
    if columnCount != file.index.columnCount {
      columnCount = file.index.columnCount
      columns = []
    }
    firstRecord = hasTitles ? 1 : 0
    fitHeaders()
    gridView.reloadData()
  }

  /// What was found out about other bytes does not hold; an order is looked for again.
  private func forgetReading() {
    generation = file.generation
    numeric = [:]
    sortTime = nil
    switch order {
    case .asInFile: break
    case .sorting(let column, let isDescending, _, let task):
      task?.cancel()
      order = .sorting(column: column, isDescending: isDescending, since: nil, nil)
    case .sorted(let column, let isDescending, _):
      order = .sorting(column: column, isDescending: isDescending, since: nil, nil)
    }
  }

  /// Whether the first record holds titles: texts and no number.
  private var hasTitles: Bool {
    recordCount > 1 && !(0..<min(columnCount, 50)).contains { isNumber(file.field($0, ofRecord: 0)) }
  }

  /// The record shown at a row.
  private func record(at row: Int) -> Int {
    switch order {
    case .sorted(_, _, let order), .sorting(_, _, let order?, _): row < order.count ? Int(order[row]) : .max
    case .asInFile, .sorting(_, _, nil, _): row + firstRecord
    }
  }

  /// The file's column at a column of the grid.
  private func field(at column: Int) -> Int { column < columns.count ? columns[column] : column }

  private func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { FieldNumber.value(of: UnsafeRawBufferPointer($0)) } != nil
  }

  private func isNumeric(_ field: Int) -> Bool {
    if let known = numeric[field] { return known }
    let samples = (firstRecord..<min(recordCount, firstRecord + Self.sampledRecords)).map {
      file.field(field, ofRecord: $0)
    }
    let filled = samples.filter { !$0.isEmpty }
    let isNumeric = !filled.isEmpty && filled.allSatisfy(isNumber)
    numeric[field] = isNumeric
    return isNumeric
  }

  // MARK: Sorting

  /// Sorts by a column; by the one it is sorted by already, the other way round, then not at all.
  private func toggleSort(_ column: Int) {
    switch order {
    case .sorted(column, false, _): sort(column, true)
    case .sorted(column, true, _):
      order = .asInFile
      sortTime = nil
      showOrder()
    case .sorting(column, _, _, _): break
    default: sort(column, false)
    }
  }

  private func sort(_ column: Int, _ isDescending: Bool) {
    let former: RecordSorter.Order? =
      switch order {
      case .sorted(_, _, let order): order
      case .sorting(_, _, let order, let task):
        {
          task?.cancel()
          return order
        }()
      case .asInFile: nil
      }
    guard !file.isIndexing else {
      // It begins when all records are known.
      order = .sorting(column: column, isDescending: isDescending, since: former, nil)
      return showOrder()
    }
    let begin = ContinuousClock.now
    let task = Task { [weak self] in
      guard let file = self?.file, let first = self?.firstRecord else { return }
      let sorted = await file.order(by: column, from: first, isDescending: isDescending)
      guard let self, !Task.isCancelled else { return }
      sortTime = .now - begin
      show(sorted, by: column, isDescending: isDescending)
    }
    order = .sorting(column: column, isDescending: isDescending, since: former, task)
    showOrder()
  }

  /// Shows records in an order that was found; as they are in the file where none was.
  func show(_ sorted: RecordSorter.Order?, by column: Int, isDescending: Bool) {
    order = sorted.map { .sorted(column: column, isDescending: isDescending, $0) } ?? .asInFile
    showOrder()
  }

  private func showOrder() {
    gridView.reloadData()
    showStatus()
  }

  // MARK: Status

  private func showStatus() {
    let index = file.index
    let rows = max(0, index.recordCount - firstRecord)
    var words = "\(GroupedNumber.string(rows)) rows \u{d7} \(GroupedNumber.string(index.columnCount)) columns"
    words += ", \(GroupedNumber.bytes(index.byteCount))"
    if file.isIndexing { words += ", reading: \(Int(file.progress * 100)) %" }
    if index.raggedCount > 0 {
      words += "  \u{b7}  \(GroupedNumber.string(index.raggedCount)) with another number of fields"
    }
    if index.plainFrom != nil { words += "  \u{b7}  a quote is never closed: from there each line is a row" }
    if let failure = file.failure { words += "  \u{b7}  reading stopped: \(failure.reason)" }
    if recordCount == 0, !file.isIndexing { words = "This file is empty" }
    if let detachment = file.detachment { words += "  \u{b7}  the file \(detachment)" }
    statusBar.show(left: words, right: notice ?? orderWords)
  }

  private var orderWords: String {
    switch order {
    // What is wrong with the file needs the room.
    case .asInFile: return file.index.raggedCount > 0 || file.index.plainFrom != nil ? "" : "click a title to sort"
    case .sorting(let column, _, _, let task):
      return (task == nil ? "will sort by " : "sorting by ") + titleText(column)
    case .sorted(let column, let isDescending, _):
      let time = sortTime.map { "  \u{b7}  \(Int($0 / .milliseconds(1))) ms" } ?? ""
      return "sorted by \(titleText(column)), \(isDescending ? "descending" : "ascending")\(time)"
    }
  }

  private func titleText(_ field: Int) -> String {
    firstRecord == 1 ? file.field(field, ofRecord: 0) : GridView.columnName(field)
  }
}

extension DelimitedController: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { rowCount }
  func numberOfColumns(in gridView: GridView) -> Int { columnCount }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "field")
    let field = field(at: position.column)
    if let cell = cell as? GridTextCell {
      cell.textLabel.text = Self.oneLine(file.field(field, ofRecord: record(at: position.row)))
      cell.textLabel.textAlignment = isNumeric(field) ? .right : .left
    }
    return cell
  }

  /// Line ends within a field show as a sign.
  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return text }
    return text.replacingOccurrences(of: "\r\n", with: " \u{23ce} ").replacingOccurrences(of: "\n", with: " \u{23ce} ")
  }

  func gridView(_ gridView: GridView, headerForColumn column: Int) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "title")
    let field = field(at: column)
    let direction: Bool? =
      switch order {
      case .sorted(field, let isDescending, _): isDescending
      default: nil
      }
    (cell as? DelimitedTitleCell)?.show(titleText(field), isDescending: direction, isNumeric: isNumeric(field))
    return cell
  }

  func gridView(_ gridView: GridView, headerForRow row: Int) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "number")
    (cell as? GridHeaderCell)?.textLabel.text = String(record(at: row) + 1 - firstRecord)
    return cell
  }

  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? {
    file.field(field(at: position.column), ofRecord: record(at: position.row))
  }

  func gridView(_ gridView: GridView, canMoveColumn column: Int) -> Bool { true }

  func gridView(_ gridView: GridView, moveColumn column: Int, to target: Int) {
    if columns.isEmpty { columns = Array(0..<columnCount) }
    columns.insert(columns.remove(at: column), at: target)
  }
}

extension DelimitedController: GridViewDelegate {
  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat {
    let field = field(at: column)
    if let width = widths[field] { return UIFontMetrics.default.length(width) }
    guard recordCount > 0 else { return gridView.columnWidth }
    let lengths = (0..<min(recordCount, Self.sampledRecords)).map {
      file.field(field, ofRecord: $0).utf8.prefix(60).count
    }
    let width = min(max(CGFloat(lengths.max() ?? 0) * 7.4 + 30, 64), 260).rounded()
    widths[field] = width
    return UIFontMetrics.default.length(width)
  }

  func gridView(_ gridView: GridView, didResizeColumn column: Int, to width: CGFloat) {
    widths[field(at: column)] = width / UIFontMetrics.default.growth
  }

  func gridView(_ gridView: GridView, didClickHeaderOfColumn column: Int) -> Bool {
    notice = nil
    toggleSort(field(at: column))
    return true
  }

  func gridViewDidChangeSelection(_ gridView: GridView) {
    guard notice != nil else { return }
    notice = nil
    showStatus()
  }

  func gridView(_ gridView: GridView, couldNotCopy message: String) {
    notice = message
    showStatus()
  }
}

/// The title of a column, with an arrow where the rows are in its order.
final class DelimitedTitleCell: GridHeaderCell {
  required init(frame: CGRect) {
    super.init(frame: frame)
    textLabel.font = UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 12, weight: .semibold))
  }

  required init?(coder: NSCoder) { nil }

  func show(_ title: String, isDescending: Bool?, isNumeric: Bool) {
    let arrow = isDescending.map { $0 ? "\u{25bc} " : "\u{25b2} " } ?? ""
    textLabel.text = arrow + title
    textLabel.textAlignment = isNumeric ? .right : .left
  }
}
