import DemoParts
import TextSearch
import UIKit
import UIKitGrid

/// A CSV or TSV file as a grid: a record a row, a field a column, the first record as titles. Rows appear as soon as
/// the first records are found; a click on a title sorts by its column, a second one turns the order round, a third one
/// takes it back; with Shift it sorts records that the first column finds alike. Columns are arranged by their titles and the
/// menu of these. One finds, filters and goes as in a text file.
final class DelimitedController: UIViewController, FileScreen {
  let file: IndexedFile
  private let gridView = DelimitedGridView(frame: .zero)
  private let history: SearchHistory
  private(set) lazy var bars = ScreenBars(self, history)
  private lazy var samples = FieldSamples(file)
  private(set) lazy var order = RecordOrder(file, filter, finder)
  private lazy var summary = SelectionSummary(file)
  /// Which reading of the file the grid shows.
  private var generation = 0
  /// Records the grid was told of, and the fields of a record.
  private var (recordCount, fieldCount) = (0, 0)
  private var notice: String?
  /// The conditions of the filter whose rows are shown.
  private(set) var shownVersion = 0
  /// The cell that was selected when the filter became another one, by record and field: it is selected again where it is
  /// shown.
  private var chosen: (record: Int, field: Int)?
  /// The row with a hit whose fields are not read yet, from a column on.
  private var awaitedHit: (row: Int, column: Int)?

  /// Columns in which the hit of a row is looked for.
  private static let searchedFields = 1000
  /// Cells that are copied at once, and their bytes.
  private static let mostCopied = (cells: 4_000_000, bytes: 32 << 20)
  /// Columns that records are sorted by at once.
  private static let mostKeys = 3
  /// Hidden columns that have their titles in menus.
  private static let mostNamed = 40

  init(file: IndexedFile, history: SearchHistory = SearchHistory(path: nil)) {
    (self.file, self.history) = (file, history)
    super.init()
    title = file.name
  }

  required init?(coder: NSCoder) { nil }

  var scriptedView: UIScrollView { gridView }
  var rowCount: Int { order.rows.count }
  var isComplete: Bool { file.isComplete && recordCount == file.index.rowCount }
  func scriptedTop(ofRow row: Int) -> CGFloat { gridView.rectForItem(at: GridPosition(row: row, column: 0)).minY }
  private var finder: FileFinder { bars.finder }
  var filter: LineFilter { bars.filter }

  let keyHints =
    ScreenBars.firstHints + [
      KeyHint("Ctrl", "C", action: "Copy"), KeyHint("Ctrl", "A", action: "Select all"),
      KeyHint("Ctrl", "L", action: "Go to a row or %; so do Ctrl+G and :"),
      KeyHint("Shift", "F10", action: "The menu of the cell and its column"),
    ] + ScreenBars.moreHints

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
    bars.track.isHidden = true
    gridView.onCopy = { [weak self] in self?.copySelection() ?? false }
    order.onChange = { [weak self] in self?.rowsDidChange() }
    order.onOrder = { [weak self] in
      UIAccessibility.post(notification: .announcement, argument: self?.orderWords ?? "")
    }
    summary.onChange = { [weak self] in self?.showStatus() }
    file.onCells = { [weak self] in self?.showFieldsThatCame() }
    bars.begin()
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
    var grid = bars.place(in: view.bounds.size)
    // Signs of hits stand beside the grid, and cover no field.
    if !bars.track.isHidden { grid.size.width -= HitTrackView.width + 2 }
    gridView.frame = grid
    bars.track.frame = CGRect(x: grid.maxX + 1, y: grid.minY, width: HitTrackView.width, height: grid.height)
    showTrack()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key, bars.take(key) else { return super.pressesBegan(presses, with: event) }
  }

  // MARK: The file

  func update() {
    defer { order.fileDidChange() }
    let isReadAnew = file.generation != generation
    guard isReadAnew || recordCount != file.index.rowCount || fieldCount != file.index.columns else { return }
    // Records read anew come by and by: the grid can stay where it is as soon as there are enough.
    if isReadAnew, file.isIndexing, !isFiltered, file.index.rowCount <= gridView.visibleRange.rows.upperBound { return }
    if isReadAnew { forgetReading() }
    recordCount = file.index.rowCount
    samples.findTitles(among: recordCount, fieldCount: file.index.columns)
    if fieldCount != file.index.columns { arrange(file.index.columns) }
    fitHeaders()
    order.setRecords(recordCount, from: firstRecord)
  }

  /// Fields that were asked for in vain are there.
  private func showFieldsThatCame() {
    if samples.takeGuess() {
      let former = firstRecord
      samples.findTitles(among: recordCount, fieldCount: fieldCount)
      if former != firstRecord { order.setRecords(recordCount, from: firstRecord) }
      // Widths, alignment and titles may be others.
      gridView.reloadData()
      return showStatus()
    }
    showFields { $0.isWaiting }
    if let hit = awaitedHit { showHit(inRow: hit.row, from: hit.column) }
  }

  /// Shows fields on screen again.
  private func showFields(where condition: (DelimitedFieldCell) -> Bool = { _ in true }) {
    for cell in gridView.visibleCells {
      guard let position = gridView.position(for: cell), position.row >= 0, position.column >= 0,
        let cell = cell as? DelimitedFieldCell, condition(cell)
      else { continue }
      show(position, in: cell)
    }
  }

  /// The file is read anew, from its beginning.
  private func forgetReading() {
    generation = file.generation
    samples.forget()
    order.forget()
  }

  private var firstRecord: Int { samples.firstRecord }

  private func record(at row: Int) -> Int? { order.rows.record(at: row) }

  // MARK: Columns

  /// The fields of a record as the user has arranged them.
  private var columns: GridArrangement<Int> { gridView.arrangement(by: Int.self) ?? GridArrangement([]) }

  /// The file's column at a column of the grid.
  private func field(at column: Int) -> Int {
    let columns = columns
    return column < columns.shownCount ? columns.id(at: column) : column
  }

  /// Has records be of so many fields, arranged as before, those with a name in a menu by their titles.
  private func arrange(_ fieldCount: Int) {
    self.fieldCount = fieldCount
    let former = columns
    let named = Set(former.hidden.prefix(Self.mostNamed) + former.sortKeys.map(\.id))
    var columns = GridArrangement(
      (0..<fieldCount).map { GridColumn(id: $0, title: named.contains($0) ? titleText($0) : "") })
    columns.restore(former.state)
    gridView.show(columns)
  }

  // MARK: Sorting

  private func sort(by keys: [SortKey]) {
    notice = nil
    order.sort(by: keys)
    if let work = order.work { bars.showProgress { [weak self] in self?.order.work === work } }
  }

  /// Marks in titles what rows are sorted by, as far as it is not what the user clicked.
  private func showSortKeys() {
    var columns = columns
    columns.sortKeys = order.keys.map { GridArrangement.SortKey(id: $0.column, isDescending: $0.isDescending) }
    gridView.show(columns)
  }

  // MARK: Rows

  /// Other records are rows, or other rows have hits.
  private func rowsDidChange() {
    let isOther = filter.version != shownVersion
    shownVersion = filter.version
    gridView.reloadData()
    showSortKeys()
    if isOther, filter.lines != nil || chosen == nil { gridView.contentOffset.y = 0 }
    if let goal = chosen {
      if let row = order.rows.row(of: goal.record), row < rowCount, let column = columns.number(of: goal.field) {
        select(row, column)
        chosen = nil
      } else if !filter.isSearching {
        chosen = nil
        gridView.select(GridRange(rows: 0..<0, columns: 0..<0))
      }
    }
    if finder.isOn { showFirstHit() }
    bars.bar.sayHits()
    showTrack()
    showStatus()
  }

  func filterDidChange(isOther: Bool) {
    if isOther, let active = gridView.activePosition, chosen == nil, let record = record(at: active.row) {
      chosen = (record, field(at: active.column))
    }
    order.refresh()
  }

  private func select(_ row: Int, _ column: Int) {
    let position = GridPosition(row: row, column: column)
    // The grid takes its counts in before places are named by them.
    gridView.layoutIfNeeded()
    guard row < gridView.numberOfRows, column < gridView.numberOfColumns else { return }
    gridView.select(GridRange(from: position, to: position))
    gridView.scrollToItem(at: position, animated: false)
    showSummary()
  }

  private func showSummary() {
    summary.show(gridView.selectedRanges, of: order.rows, fields: columns.shown)
    if summary.activity != nil { bars.showProgress { [weak self] in self?.summary.activity != nil } }
  }

  // MARK: Status

  func showStatus() {
    let index = file.index
    let rows = max(0, index.rowCount - firstRecord)
    var words = "\(GroupedNumber.string(rows)) rows \u{d7} \(GroupedNumber.string(index.columns)) columns"
    if isFiltered { words = "\(GroupedNumber.string(rowCount)) of " + words }
    let hidden = fieldCount - columns.shownCount
    if hidden > 0 { words += " (\(GroupedNumber.string(hidden)) hidden)" }
    words += ", \(file.sizeWords)"
    if index.raggedRows > 0 {
      words += "  \u{b7}  \(GroupedNumber.string(index.raggedRows)) with another number of fields"
    }
    if index.plainFrom != nil { words += "  \u{b7}  a quote is never closed: from there each line is a row" }
    if recordCount == 0, !file.isIndexing { words = "This file is empty" }
    if recordCount == 0, let failure = file.failure {
      words = "This file cannot be shown: \(failure.reason)"
    } else if let trouble = file.trouble ?? filter.failure {
      words += "  \u{b7}  \(trouble)"
    } else if filter.costlyLines > 0 {
      words += "  \u{b7}  \(GroupedNumber.string(filter.costlyLines)) fields were too costly for the expression"
    }
    let sorting = order.work.map { work in
      FileActivity(name: "sorting", progress: work.progress) { [weak self] in self?.sort(by: []) }
    }
    let goal = bars.awaitedGoal.map { "going to \($0)" }
    let right = notice ?? bars.writing.words ?? goal ?? order.failure ?? summary.words ?? orderWords
    bars.showStatus(left: words, right: right, activity: sorting ?? bars.activity ?? summary.activity)
  }

  private var orderWords: String {
    guard !order.keys.isEmpty else {
      // What is wrong with the file needs the room.
      return file.index.raggedRows > 0 || file.index.plainFrom != nil ? "" : "click a title to sort"
    }
    let titles = order.keys.map { "\(titleText($0.column)), \($0.isDescending ? "descending" : "ascending")" }
    guard order.isKnown else {
      return (order.work == nil ? "will sort by " : "sorting by ") + titleText(order.keys[0].column)
    }
    let time = order.time.map { "  \u{b7}  \(Int(whole: $0 / .milliseconds(1), or: 0)) ms" } ?? ""
    let part = order.comparedLength.map { "  \u{b7}  by the first \($0) bytes" } ?? ""
    return "sorted by \(titles.joined(separator: ", then "))\(part)\(time)"
  }

  private func titleText(_ field: Int) -> String {
    let title = samples.title(field)
    return title.isEmpty ? GridView.columnName(field) : Self.oneLine(title)
  }
}

extension DelimitedController: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { rowCount }
  func numberOfColumns(in gridView: GridView) -> Int { columns.shownCount }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "field")
    if let cell = cell as? DelimitedFieldCell { show(position, in: cell) }
    return cell
  }

  private func show(_ position: GridPosition, in cell: DelimitedFieldCell) {
    let field = field(at: position.column)
    let text = text(at: position).map(Self.oneLine)
    var marks = DelimitedFieldCell.Marks()
    if let text, let record = record(at: position.row) {
      if finder.isOn { marks.hits = finder.places(in: text, of: record) }
      if isFiltered { marks.filtered = filter.places(in: text, ofField: field) }
    }
    cell.show(text, isNumeric: samples.isNumeric(field), marks)
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
    label.text = titleText(field)
    label.textAlignment = samples.isNumeric(field) ? .right : .left
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
}

extension DelimitedController: GridViewDelegate {
  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat {
    guard let longest = samples.longest(field(at: column)) else { return gridView.columnWidth }
    return UIFontMetrics.default.length(min(max(CGFloat(min(longest, 60)) * 7.4 + 30, 64), 260).rounded())
  }

  func gridViewDidChangeArrangement(_ gridView: GridView) {
    let keys = columns.sortKeys.map { SortKey(column: $0.id, isDescending: $0.isDescending) }
    if keys != order.keys {
      sort(by: keys.count > Self.mostKeys ? keys.prefix(Self.mostKeys - 1) + keys.suffix(1) : keys)
    }
    showSummary()
    showStatus()
  }

  func gridViewDidChangeSelection(_ gridView: GridView) {
    (notice, chosen, awaitedHit) = (nil, nil, nil)
    bars.writing.clear()
    showSummary()
    bars.bar.sayHits()
    showStatus()
  }

  func gridView(
    _ gridView: GridView, contextMenuConfigurationForItemAt position: GridPosition
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(actionProvider: { [weak self] _ in self?.menu(ofCell: position) })
  }

  func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfColumn column: Int
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(actionProvider: { [weak self] _ in self?.menu(ofColumn: column) })
  }

  func gridView(_ gridView: GridView, couldNotCopy message: String) {
    notice = message
    showStatus()
  }
}

// MARK: Finding, filtering, going

extension DelimitedController {
  var rowNoun: String { "row" }
  var isFiltered: Bool { filter.lines != nil }

  /// The record of the active cell if it is in view, else the first in view.
  var originRow: Int {
    let visible = gridView.visibleRange.rows
    let active = gridView.activePosition?.row
    return active.flatMap { visible.contains($0) ? record(at: $0) : nil } ?? record(at: visible.lowerBound)
      ?? firstRecord
  }

  var searchedColumns: [(field: Int, title: String)] {
    // A menu is as long as a user can read.
    columns.shown.prefix(100).map { ($0, titleText($0)) }
  }

  var shownHits: (hits: LineSet, row: Int?) {
    let row = gridView.activePosition?.row
    if let hits = order.hits { return (hits, row) }
    return (finder.hits(in: filter), row.flatMap { record(at: $0) })
  }

  func findingDidEnd() { order.refresh() }

  func finderDidChange() {
    let isTracked = !bars.track.isHidden
    if order.hits != nil || !order.keys.isEmpty { order.refresh() } else { showFirstHit() }
    bars.bar.sayHits()
    showTrack()
    if isTracked == bars.track.isHidden { view.setNeedsLayout() }
    let last = record(at: gridView.visibleRange.rows.upperBound - 1) ?? 0
    if finder.takeChange(upTo: last) { showFields() }
    showStatus()
  }

  private func showFirstHit() {
    if let hits = order.hits {
      guard finder.awaitsFirstHit, !hits.isEmpty || !finder.isSearching else { return }
      let origin = gridView.activePosition?.row ?? gridView.visibleRange.rows.lowerBound
      finder.didShowFirstHit()
      if let row = hits.first(atOrAfter: origin) ?? hits.first(atOrAfter: 0) { showHit(inRow: row) }
    } else if order.rows.order == nil, let record = finder.takeFirstHit(among: filter.lines),
      let row = order.rows.row(of: record)
    {
      showHit(inRow: row)
    }
  }

  func step(isForward: Bool) {
    let row: Int?
    if let hits = order.hits {
      let active = gridView.activePosition?.row ?? gridView.visibleRange.rows.lowerBound - 1
      row = hits.next(from: active, isForward: isForward, alsoIn: nil)
    } else {
      let record = finder.found?.next(from: originRow, isForward: isForward, alsoIn: filter.lines)
      row = record.flatMap { order.rows.row(of: $0) }
    }
    if let row { showHit(inRow: row) }
    bars.bar.sayHits()
  }

  /// Selects the first cell of a row that has a hit, as soon as its fields were read.
  private func showHit(inRow row: Int, from start: Int = 0) {
    awaitedHit = nil
    guard row < rowCount, let record = record(at: row) else { return }
    var target: Int?
    for column in (0..<columns.shownCount).prefix(Self.searchedFields).dropFirst(start) {
      guard let text = text(at: GridPosition(row: row, column: column)) else {
        awaitedHit = (row, column)
        break
      }
      if !finder.places(in: Self.oneLine(text), of: record).isEmpty {
        target = column
        break
      }
    }
    guard start == 0 || target != nil else { return }
    select(row, target ?? 0)
    showFields()
    showStatus()
  }

  private func goal(_ text: String) -> (row: Int?, record: Int)? {
    if text.contains("%") {
      return LinePlaces.line(for: text, of: rowCount).map { ($0, record(at: $0) ?? 0) }
    }
    return LinePlaces.line(for: text, of: max(0, file.index.rowCount - firstRecord)).map { (nil, $0 + firstRecord) }
  }

  func canGo(to text: String) -> Bool { goal(text) != nil }

  /// Goes to a row by the number that stands beside it, wherever it is shown.
  func go(to text: String) {
    guard let goal = goal(text), bars.isReady(text, goal.record) else { return showStatus() }
    if recordCount != file.index.rowCount { update() }
    if let row = goal.row ?? order.rows.row(of: goal.record), row < rowCount {
      notice = nil
      select(row, gridView.activePosition?.column ?? 0)
    } else {
      notice = "row \(GroupedNumber.string(goal.record + 1 - firstRecord)) does not pass the filter"
    }
    bars.bar.sayHits()
    showStatus()
  }

  /// Shows where the hits are, beside the scroll bar.
  private func showTrack() {
    let (rows, count, found) = (order.rows, rowCount, finder.found)
    bars.track.isHidden = found == nil
    guard let found else { return }
    bars.track.show(count) { part in
      let (row, next) = (part.lowerBound, part.upperBound)
      if rows.order != nil { return order.hits?.first(atOrAfter: row, before: next) != nil ? .hit : [] }
      let first = rows.record(at: row) ?? 0
      let end = max(next < count ? rows.record(at: next) ?? 0 : rows.recordCount, first + 1)
      return found.first(atOrAfter: first, before: end, alsoIn: rows.shown) != nil ? .hit : []
    }
  }
}

// MARK: Menus

extension DelimitedController {
  /// What can be done with a cell, and with its column.
  func menu(ofCell position: GridPosition) -> UIMenu? {
    guard position.row < rowCount, position.column < columns.shownCount, let text = text(at: position),
      let record = record(at: position.row)
    else { return nil }
    let field = field(at: position.column)
    let title = titleText(field)
    // A text that is longer than what is shown of it is no value to compare with.
    let isWhole = file.cell(record, field)?.isCut == false && !filter.isFull
    let attributes: UIMenuElement.Attributes = isWhole ? [] : .disabled
    let name = text.isEmpty ? "nothing" : FileBar.short(Self.oneLine(text))
    func add(isExcluding: Bool) {
      let test = try? RowTest(text.isEmpty ? .empty : .equal, TextPattern(text), of: (field, title))
      if let test { try? filter.add(test, isExcluding: isExcluding) }
    }
    return UIMenu(children: [
      UIAction(title: "Copy") { [weak self] _ in _ = self?.copySelection() },
      UIAction(title: "Show only rows with \(name)", attributes: attributes) { _ in add(isExcluding: false) },
      UIAction(title: "Leave out rows with \(name)", attributes: attributes) { _ in add(isExcluding: true) },
      UIMenu(title: "Column \(FileBar.short(title))", children: menu(ofColumn: position.column).children),
    ])
  }

  /// What can be done with a column.
  func menu(ofColumn column: Int) -> UIMenu {
    let field = field(at: column)
    let title = titleText(field)
    let filter = UIAction(title: "Filter \u{2026}", attributes: filter.isFull ? .disabled : []) { [weak self] _ in
      self?.bars.bar.open(.filter, column: (field, title))
    }
    arrange(fieldCount)
    return UIMenu(children: [filter] + (gridView.menu(ofColumn: column)?.children ?? []))
  }
}

// MARK: Saving

extension DelimitedController {
  var savedRows: RowWriter.Rows? {
    guard order.work == nil else { return nil }
    let (rows, shown) = (order.rows, columns.shown)
    notice = nil
    let fields = shown.elementsEqual(0..<fieldCount) ? nil : shown
    return RowWriter.Rows(lines: rows.shown, order: rows.order, first: rows.first, fields: fields)
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
