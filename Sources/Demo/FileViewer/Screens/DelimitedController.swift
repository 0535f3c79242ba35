import DemoParts
import UIKit
import UIKitGrid

/// A CSV or TSV file as a grid: a record a row, a field a column, the first record as titles. Rows appear as soon as
/// the first records are found; a click on a title sorts by its column, a second one turns the order round, a third one
/// takes it back. Columns are resized and moved by their titles.
final class DelimitedController: UIViewController, FileScreen {
  /// The order that was asked for by the title of a column.
  private struct Order {
    let column: Int
    let isDescending: Bool
    /// The record at each row; as long as the order is not known, those of before. Nil for all as they are in the file.
    var records: RecordSorter.Order?
    var isKnown = false
    /// The sort that is running; nil while the order waits for the file to be read, and once it is known.
    var work: Cancellation?
  }

  let file: IndexedFile
  private let gridView = DelimitedGridView(frame: .zero)
  private let status = FileStatus()
  /// Nil for records as they are in the file.
  private var order: Order?
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
  /// Whether something was shown without knowing the records it depends on.
  private var isGuessing = false
  /// Bytes by which texts were sorted, where some have more.
  private var comparedLength: Int?
  private var nextUpdate = ContinuousClock.now
  private var notice: String?
  private var sortTime: Duration?

  private static let updateInterval = Duration.milliseconds(250)
  /// Records that tell how wide a column is and whether it holds numbers.
  private static let sampledRecords = 60
  /// Of the first record, to find out whether it holds titles.
  private static let sampledFields = 50
  /// Cells that are copied at once, and their bytes.
  private static let mostCopied = (cells: 4_000_000, bytes: 32 << 20)

  init(file: IndexedFile) {
    self.file = file
    super.init()
    title = file.name
  }

  required init?(coder: NSCoder) { nil }

  var scriptedView: UIScrollView { gridView }
  var rowCount: Int { max(0, recordCount - firstRecord) }
  var isComplete: Bool { file.isComplete && recordCount == file.index.rowCount }
  func scriptedTop(ofRow row: Int) -> CGFloat { gridView.rectForItem(at: GridPosition(row: row, column: 0)).minY }

  let keyHints = [KeyHint("Ctrl", "C", action: "Copy"), KeyHint("Ctrl", "A", action: "Select all")]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    gridView.register(DelimitedFieldCell.self, forCellReuseIdentifier: "field")
    gridView.register(SheetTitleCell.self, forCellReuseIdentifier: "title")
    gridView.register(SheetTitleCell.self, forCellReuseIdentifier: "number")
    fitHeaders()
    gridView.dataSource = self
    gridView.delegate = self
    view.addSubview(gridView)
    view.addSubview(status.bar)
    gridView.onCopy = { [weak self] in self?.copySelection() ?? false }
    status.onEncoding = { [weak self] in self?.file.encoding = $0 }
    file.onChange = { [weak self] in self?.fileDidChange() }
    file.onCells = { [weak self] in self?.showFieldsThatCame() }
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
    let height = min(status.bar.sizeThatFits(bounds.size).height, bounds.height)
    gridView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - height)
    status.bar.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
  }

  // MARK: The file

  private func fileDidChange() {
    if !file.isIndexing || recordCount == 0 || ContinuousClock.now >= nextUpdate { update() }
    showStatus()
    if !file.isIndexing, let order, !order.isKnown, order.work == nil { sort(order.column, order.isDescending) }
  }

  private func update() {
    nextUpdate = .now + Self.updateInterval
    let isReadAnew = file.generation != generation
    // A sorted file shows the records it was sorted with.
    guard isReadAnew || recordCount != file.index.rowCount || columnCount != file.index.columns else { return }
    // Records read anew come by and by: the grid can stay where it is as soon as there are enough.
    if isReadAnew, file.isIndexing, file.index.rowCount <= gridView.visibleRange.rows.upperBound { return }
    if isReadAnew { forgetReading() }
    recordCount = file.index.rowCount
    if columnCount != file.index.columns {
      columnCount = file.index.columns
      columns = []
    }
    findTitles()
    fitHeaders()
    gridView.reloadData()
  }

  /// Fields that were asked for in vain are there.
  private func showFieldsThatCame() {
    let hadTitles = firstRecord
    if isGuessing { findTitles() }
    guard !isGuessing, hadTitles == firstRecord else {
      // Widths, alignment and titles may be others.
      isGuessing = false
      gridView.reloadData()
      return showStatus()
    }
    for cell in gridView.visibleCells {
      guard let position = gridView.position(for: cell), position.row >= 0, position.column >= 0,
        let cell = cell as? DelimitedFieldCell, cell.isWaiting
      else { continue }
      show(position, in: cell)
    }
  }

  /// What was found out about other bytes does not hold; an order is looked for again.
  private func forgetReading() {
    generation = file.generation
    numeric = [:]
    sortTime = nil
    order?.work?.cancel()
    order = order.map { Order(column: $0.column, isDescending: $0.isDescending) }
  }

  /// The first record holds titles if it has texts and no number.
  private func findTitles() {
    guard recordCount > 1 else { return firstRecord = 0 }
    var hasNumber = false
    for column in 0..<min(columnCount, Self.sampledFields) {
      guard let cell = file.cell(0, column) else { return isGuessing = true }
      hasNumber = hasNumber || isNumber(cell)
    }
    firstRecord = hasNumber ? 0 : 1
  }

  /// The record shown at a row; nil where an order has fewer, because another program has changed the file since.
  private func record(at row: Int) -> Int? {
    guard let records = order?.records else { return row + firstRecord }
    return row < records.count ? Int(records[row]) : nil
  }

  /// The file's column at a column of the grid.
  private func field(at column: Int) -> Int { column < columns.count ? columns[column] : column }

  private func isNumber(_ cell: Page.Cell) -> Bool {
    cell.bytes.withUnsafeBytes { FieldNumber.value(of: $0) } != nil
  }

  /// The first cells of a column; nil when they were not read yet.
  private func samples(_ field: Int, from first: Int) -> [Page.Cell]? {
    var samples: [Page.Cell] = []
    for record in first..<max(first, min(recordCount, first + Self.sampledRecords)) {
      guard let cell = file.cell(record, field) else {
        isGuessing = true
        return nil
      }
      samples.append(cell)
    }
    return samples
  }

  private func isNumeric(_ field: Int) -> Bool {
    if let known = numeric[field] { return known }
    guard let samples = samples(field, from: firstRecord) else { return false }
    let filled = samples.filter { !$0.bytes.isEmpty }
    let isNumeric = !filled.isEmpty && filled.allSatisfy(isNumber)
    numeric[field] = isNumeric
    return isNumeric
  }

  // MARK: Sorting

  /// Sorts by a column; by the one it is sorted by already, the other way round, then not at all.
  private func toggleSort(_ column: Int) {
    guard let order, order.column == column else { return sort(column, false) }
    guard order.isKnown else { return }
    if order.isDescending { showAsInFile() } else { sort(column, true) }
  }

  /// Shows records as they are in the file, and stops sorting them.
  private func showAsInFile() {
    order?.work?.cancel()
    (order, sortTime) = (nil, nil)
    showOrder()
  }

  private func sort(_ column: Int, _ isDescending: Bool) {
    order?.work?.cancel()
    let former = order?.records
    order = Order(column: column, isDescending: isDescending, records: former)
    // It begins when all records are known.
    guard !file.isIndexing else { return showOrder() }
    let begin = ContinuousClock.now
    let cancellation = Cancellation()
    let generation = file.generation
    order?.work = cancellation
    showOrder()
    showSorting(cancellation)
    file.order(by: column, from: firstRecord, isDescending: isDescending, cancellation: cancellation) {
      [weak self] result in
      guard let self, !cancellation.isCancelled else { return }
      // Sorted records that are not there any more are no order: another one is looked for once the file is read.
      guard generation == file.generation else { return sort(column, isDescending) }
      sortTime = .now - begin
      switch result {
      case .success(let sorted):
        comparedLength = sorted?.comparedLength
        show(sorted?.order, by: column, isDescending: isDescending)
      case .failure(let error):
        notice = "Cannot sort: \(error.reason)"
        show(former, by: column, isDescending: isDescending)
      }
    }
  }

  /// Shows records in an order that was found; as they are in the file where none was.
  func show(_ sorted: RecordSorter.Order?, by column: Int, isDescending: Bool) {
    order = sorted.map { Order(column: column, isDescending: isDescending, records: $0, isKnown: true) }
    showOrder()
    if sorted != nil { UIAccessibility.post(notification: .announcement, argument: orderWords) }
  }

  private func showOrder() {
    gridView.reloadData()
    showStatus()
  }

  // MARK: Status

  private func showStatus() {
    let index = file.index
    let rows = max(0, index.rowCount - firstRecord)
    var words = "\(GroupedNumber.string(rows)) rows \u{d7} \(GroupedNumber.string(index.columns)) columns"
    words += ", \(file.sizeWords)"
    if index.raggedRows > 0 {
      words += "  \u{b7}  \(GroupedNumber.string(index.raggedRows)) with another number of fields"
    }
    if index.plainFrom != nil { words += "  \u{b7}  a quote is never closed: from there each line is a row" }
    if recordCount == 0, !file.isIndexing { words = "This file is empty" }
    if recordCount == 0, let failure = file.failure {
      words = "This file cannot be shown: \(failure.reason)"
    } else if let trouble = file.trouble {
      words += "  \u{b7}  \(trouble)"
    }
    if file.generation > 0 { status.show(file.index.format.encoding, isChosen: file.encoding != nil) }
    status.show(left: words, right: notice ?? orderWords, activity: activity)
  }

  private var activity: FileActivity? {
    if file.isIndexing {
      return FileActivity(name: "reading", progress: file.progress) { [weak self] in self?.file.stopReading() }
    }
    return order?.work.map { work in
      FileActivity(name: "sorting", progress: work.progress) { [weak self] in self?.showAsInFile() }
    }
  }

  /// Says from time to time how far sorting is.
  private func showSorting(_ work: Cancellation) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.25) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.order?.work === work else { return }
        self.showStatus()
        self.showSorting(work)
      }
    }
  }

  private var orderWords: String {
    guard let order else {
      // What is wrong with the file needs the room.
      return file.index.raggedRows > 0 || file.index.plainFrom != nil ? "" : "click a title to sort"
    }
    let title = titleText(order.column)
    guard order.isKnown else { return (order.work == nil ? "will sort by " : "sorting by ") + title }
    let time = sortTime.map { "  \u{b7}  \(Int(whole: $0 / .milliseconds(1), or: 0)) ms" } ?? ""
    let part = comparedLength.map { "  \u{b7}  by the first \($0) bytes" } ?? ""
    return "sorted by \(title), \(order.isDescending ? "descending" : "ascending")\(part)\(time)"
  }

  private func titleText(_ field: Int) -> String {
    firstRecord == 1 ? file.field(field, ofRecord: 0) ?? "\u{2026}" : GridView.columnName(field)
  }
}

extension DelimitedController: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { rowCount }
  func numberOfColumns(in gridView: GridView) -> Int { columnCount }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "field")
    if let cell = cell as? DelimitedFieldCell { show(position, in: cell) }
    return cell
  }

  private func show(_ position: GridPosition, in cell: DelimitedFieldCell) {
    let field = field(at: position.column)
    cell.show(text(at: position).map(Self.oneLine), isNumeric: isNumeric(field))
  }

  /// The part of a field that is shown; nil when it was not read yet.
  private func text(at position: GridPosition) -> String? {
    guard let record = record(at: position.row) else { return "" }
    return file.field(field(at: position.column), ofRecord: record)
  }

  /// Line ends within a field show as a sign.
  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return text }
    return text.replacingOccurrences(of: "\r\n", with: " \u{23ce} ").replacingOccurrences(of: "\n", with: " \u{23ce} ")
  }

  func gridView(_ gridView: GridView, headerForColumn column: Int) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "title")
    guard let label = (cell as? GridHeaderCell)?.textLabel else { return cell }
    let field = field(at: column)
    let arrow = order.flatMap { $0.isKnown && $0.column == field ? $0.isDescending ? "\u{25bc} " : "\u{25b2} " : nil }
    label.font = UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 12, weight: .semibold))
    label.text = (arrow ?? "") + titleText(field)
    label.textAlignment = isNumeric(field) ? .right : .left
    return cell
  }

  func gridView(_ gridView: GridView, headerForRow row: Int) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "number")
    (cell as? GridHeaderCell)?.textLabel.text = record(at: row).map { String($0 + 1 - firstRecord) } ?? ""
    return cell
  }

  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? {
    text(at: position)
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
    guard let samples = samples(field, from: 0) else { return gridView.columnWidth }
    let lengths = samples.map { min($0.bytes.count, 60) }
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

// MARK: Copying

extension DelimitedController {
  /// Copies the selected fields whole, whatever is shown of them.
  /// - Returns: false where the grid says why it cannot copy them.
  private func copySelection() -> Bool {
    guard gridView.selectedRanges.count == 1, let range = gridView.selectedRanges.last,
      range.count <= Self.mostCopied.cells
    else { return false }
    let records = range.rows.map { record(at: $0) ?? .max }
    let fields = range.columns.map { field(at: $0) }
    notice = "Copying \u{2026}"
    file.wholeCells(rows: records, columns: fields, mostBytes: Self.mostCopied.bytes) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let rows):
        UIPasteboard.general.string = rows.map { $0.map(Self.quoted).joined(separator: "\t") + "\n" }.joined()
        notice = nil
      case .failure(let error): notice = "Cannot copy: \(error.reason)"
      }
      showStatus()
    }
    showStatus()
    return true
  }

  /// A field as spreadsheets write it: in quotes where it would end early.
  private static func quoted(_ field: String) -> String {
    let field = LineText.whole(field)
    guard field.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 34 }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}

/// A grid that leaves copying to its screen.
private final class DelimitedGridView: GridView {
  /// - Returns: whether it was done.
  var onCopy: (() -> Bool)?

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.matches("c", .control) == true, onCopy?() == true else {
      return super.pressesBegan(presses, with: event)
    }
  }
}

/// A field, or a placeholder for one that was not read yet.
final class DelimitedFieldCell: GridTextCell {
  required init(frame: CGRect) {
    super.init(frame: frame)
    textLabel.showsExpansionTextWhenTruncated = true
  }

  required init?(coder: NSCoder) { nil }

  /// Whether the field was not read yet.
  private(set) var isWaiting = false

  func show(_ text: String?, isNumeric: Bool) {
    textLabel.text = text ?? "\u{2026}"
    textLabel.textAlignment = isNumeric ? .right : .left
    guard isWaiting != (text == nil) else { return }
    isWaiting = text == nil
    textLabel.textColor = isWaiting ? Palette.secondary : .label
  }
}
