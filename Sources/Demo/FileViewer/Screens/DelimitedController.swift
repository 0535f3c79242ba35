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
  private let memory: FileMemory?
  private(set) lazy var bars = ScreenBars(self, history)
  private lazy var samples = FieldSamples(file)
  private lazy var columns = FieldColumns(gridView, samples)
  private(set) lazy var order = RecordOrder(file, filter, finder)
  private lazy var summary = SelectionSummary(file)
  private lazy var detail = DetailPane(file)
  private lazy var fields = FilterFields(filter, gridView)
  /// The texts of the filter row of before, until the titles of their columns are known.
  private var leftFilters: [Int: String]?
  /// Which reading of the file the grid shows.
  private var generation = 0
  /// Records the grid was told of.
  private var recordCount = 0
  private var notice: String?
  /// The conditions of the filter whose rows are shown.
  private(set) var shownVersion = 0
  /// The cell that was selected when the filter became another one, by record and field: it is selected again where it is
  /// shown.
  private var chosen: (record: Int, field: Int)?
  /// The row with a hit whose fields are not read yet, from a column on.
  private var awaitedHit: (row: Int, column: Int)?
  /// The hidden fields with hits in the row that was found last.
  private var hiddenHits: [Int] = [] { didSet { if hiddenHits != oldValue { bars.bar.sayHits() } } }

  /// Columns in which the hit of a row is looked for.
  private static let searchedFields = 1000
  /// Columns that records are sorted by at once.
  private static let mostKeys = 3

  init(file: IndexedFile, history: SearchHistory = SearchHistory(path: nil), memory: FileMemory? = nil) {
    (self.file, self.history, self.memory) = (file, history, memory)
    leftFilters = memory?.filterRow(of: file.path)
    super.init(nibName: nil, bundle: nil)
    title = file.name
  }

  required init?(coder: NSCoder) { nil }

  var scriptedView: UIScrollView { gridView }
  var rowCount: Int { order.rows.count }
  var isComplete: Bool { file.isComplete && recordCount == file.index.rowCount }
  func scriptedTop(ofRow row: Int) -> CGFloat { gridView.rectForItem(at: GridPosition(row: row, column: 0)).minY }

  let keyHints =
    ScreenBars.firstHints + [
      KeyHint("Ctrl", "C", action: "Copy"), KeyHint("Ctrl", "A", action: "Select all"),
      KeyHint("Ctrl", "L", action: "Go to a row or %; so do Ctrl+G and :"),
      KeyHint("W", action: "The whole of a cell, below the rows"),
      KeyHint("R", action: "A row of fields that filter columns"),
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
    for part in [gridView, detail] { view.addSubview(part) }
    gridView.onCopy = { [weak self] in self?.copySelection() ?? false }
    detail.onChange = { [weak self] in self?.detailDidChange() }
    order.onChange = { [weak self] in self?.rowsDidChange() }
    order.onOrder = { [weak self] in
      UIAccessibility.post(notification: .announcement, argument: self?.orderWords ?? "")
    }
    summary.onChange = { [weak self] in self?.showStatus() }
    fields.onChange = { [weak self] in
      guard let self, leftFilters == nil else { return }
      self.memory?.note(filterRow: fields.texts, of: file.path)
    }
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
    fields.fit()
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
    let height = detail.sizeThatFits(grid.size).height
    grid.size.height -= height
    detail.frame = CGRect(x: grid.minX, y: grid.maxY, width: grid.width, height: height)
    // Signs of hits stand beside the grid, and cover no field.
    if !bars.track.isHidden { grid.size.width -= HitTrackView.width + 2 }
    gridView.frame = grid
    bars.track.frame = CGRect(x: grid.maxX + 1, y: grid.minY, width: HitTrackView.width, height: grid.height)
    bars.showTrack()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key else { return super.pressesBegan(presses, with: event) }
    if key.keyCode == .keyboardEscape, detail.isTextSelected {
      gridView.becomeFirstResponder()
    } else if key.matches("w") {
      toggleDetail()
    } else if key.matches("r") {
      fields.toggle()
    } else if !bars.take(key) {
      super.pressesBegan(presses, with: event)
    }
  }

  // MARK: The file

  func update() {
    defer { order.fileDidChange() }
    let isReadAnew = file.generation != generation
    guard isReadAnew || recordCount != file.index.rowCount || columns.count != file.index.columns else { return }
    // Records read anew come by and by: the grid can stay where it is as soon as there are enough.
    if isReadAnew, file.isIndexing, !isFiltered, file.index.rowCount <= gridView.visibleRange.rows.upperBound { return }
    if isReadAnew { forgetReading() }
    recordCount = file.index.rowCount
    samples.findTitles(among: recordCount, fieldCount: file.index.columns)
    if columns.count != file.index.columns { columns.arrange(file.index.columns) }
    fitHeaders()
    order.setRecords(recordCount, from: firstRecord)
    showLeftFilters()
  }

  /// Shows the filter row as it was, once the titles of its columns are known.
  private func showLeftFilters() {
    guard recordCount > 0, let texts = leftFilters?.filter({ $0.key < columns.count }),
      texts.keys.allSatisfy({ file.cell(0, $0) != nil })
    else { return }
    fields.show(texts, title: columns.title)
    leftFilters = nil
  }

  /// Fields that were asked for in vain are there.
  private func showFieldsThatCame() {
    if samples.takeGuess() {
      let former = firstRecord
      samples.findTitles(among: recordCount, fieldCount: columns.count)
      if former != firstRecord { order.setRecords(recordCount, from: firstRecord) }
      // Widths, alignment and titles may be others.
      gridView.reloadData()
      showLeftFilters()
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

  // MARK: Sorting

  private func sort(by keys: [SortKey]) {
    notice = nil
    order.sort(by: keys)
    if let work = order.work { bars.showProgress { [weak self] in self?.order.work === work } }
  }

  // MARK: Rows

  /// Other records are rows, or other rows have hits.
  private func rowsDidChange() {
    let isOther = filter.version != shownVersion
    shownVersion = filter.version
    gridView.reloadData()
    if case .column(let field, let title) = detail.subject, isOther {
      detail.sumUp(field: field, title: title, of: order.rows)
    }
    // The order that the user clicked may not have been found.
    columns.sortKeys = order.keys
    if isOther, filter.lines != nil || chosen == nil { gridView.contentOffset.y = 0 }
    if let goal = chosen {
      if let row = order.rows.row(of: goal.record), row < rowCount,
        let column = columns.arrangement.number(of: goal.field)
      {
        select(row, column)
        chosen = nil
      } else if !filter.isSearching {
        chosen = nil
        gridView.select(GridRange(rows: 0..<0, columns: 0..<0))
      }
    }
    if finder.isOn { showFirstHitOfRows() }
    bars.bar.sayHits()
    bars.showTrack()
    showStatus()
  }

  func filterDidChange(isOther: Bool) {
    if isOther, let active = gridView.activePosition, chosen == nil, let record = record(at: active.row) {
      chosen = (record, columns.field(at: active.column))
    }
    fields.filterDidChange()
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
    summary.show(gridView.selectedRanges, of: order.rows, fields: columns.arrangement.shown)
    if summary.activity != nil { bars.showProgress { [weak self] in self?.summary.activity != nil } }
    if detail.followsCell { showDetail() }
  }

  // MARK: Status

  func showStatus() {
    var words = file.recordWords(
      from: firstRecord, shown: isFiltered ? rowCount : nil, hiddenColumns: columns.hiddenCount)
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
    bars.showStatus(
      left: words, right: right, activity: sorting ?? bars.activity ?? summary.activity ?? detail.activity)
  }

  private var orderWords: String { order.words(columns.title) }

}

extension DelimitedController: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { rowCount }
  func numberOfColumns(in gridView: GridView) -> Int { columns.arrangement.shownCount }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "field")
    if let cell = cell as? DelimitedFieldCell { show(position, in: cell) }
    return cell
  }

  private func show(_ position: GridPosition, in cell: DelimitedFieldCell) {
    let field = columns.field(at: position.column)
    let text = text(at: position).map(FieldColumns.oneLine)
    var (hits, filtered) = ([NSRange](), [NSRange]())
    if let text, let record = record(at: position.row) {
      hits = finder.places(in: text, of: record)
      filtered = filter.places(in: text, ofField: field)
    }
    cell.show(text, isNumeric: samples.isNumeric(field), hits: hits, filtered: filtered)
  }

  /// The part of a field that is shown; nil when it was not read yet.
  private func text(at position: GridPosition) -> String? {
    guard let record = record(at: position.row) else { return "" }
    return file.field(columns.field(at: position.column), ofRecord: record)
  }

  func gridView(_ gridView: GridView, headerForColumn column: Int) -> GridViewCell { columns.header(column) }

  func gridView(_ gridView: GridView, cellForTitleRow row: Int, column: Int) -> GridViewCell {
    let field = columns.field(at: column)
    return fields.cell(ofField: field, columns.title(field))
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
  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat { columns.width(column) }

  func gridViewDidChangeArrangement(_ gridView: GridView) {
    let keys = columns.sortKeys
    if keys != order.keys {
      sort(by: keys.count > Self.mostKeys ? keys.prefix(Self.mostKeys - 1) + keys.suffix(1) : keys)
    }
    showSummary()
    showStatus()
  }

  func gridViewDidChangeSelection(_ gridView: GridView) {
    (notice, chosen, awaitedHit, hiddenHits) = (nil, nil, nil, [])
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
    columns.arrangement.shown.prefix(100).map { ($0, columns.title($0)) }
  }

  var shownHits: (hits: LineSet, row: Int?) {
    let row = gridView.activePosition?.row
    if let hits = order.hits { return (hits, row) }
    return (finder.hits(in: filter), row.flatMap { record(at: $0) })
  }

  func findingDidEnd() { order.refresh() }

  var lastVisible: Int { record(at: gridView.visibleRange.rows.upperBound - 1) ?? 0 }
  func number(atRow row: Int) -> Int? { order.rows.order == nil ? record(at: row) : order.hits.map { _ in row } }
  func showMarks() { showFields() }

  func showFirstHit() {
    guard order.hits == nil && order.keys.isEmpty else { return order.refresh() }
    showFirstHitOfRows()
  }

  private func showFirstHitOfRows() {
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

  /// Selects the first cell of a row that has a hit, as soon as its fields were read, and tells of hits in hidden
  /// columns.
  private func showHit(inRow row: Int, from start: Int = 0) {
    awaitedHit = nil
    guard row < rowCount, let record = record(at: row) else { return }
    let shownCount = columns.arrangement.shownCount
    let fields = (columns.arrangement.shown + columns.arrangement.hidden).prefix(Self.searchedFields)
    var target: Int?
    var hidden: [Int] = []
    for place in fields.indices.dropFirst(start) where place >= shownCount || target == nil {
      guard let text = file.field(fields[place], ofRecord: record) else {
        awaitedHit = (row, min(place, shownCount))
        break
      }
      guard !finder.places(in: FieldColumns.oneLine(text), of: record).isEmpty else { continue }
      if place < shownCount { target = place } else { hidden.append(fields[place]) }
    }
    defer { hiddenHits = hidden }
    guard start == 0 || target != nil else { return }
    select(row, target ?? 0)
    showFields()
    showStatus()
  }

  var hiddenHitCount: Int { finder.isOn ? hiddenHits.count : 0 }

  func showHiddenHits() {
    columns.show(hiddenHits)
    if let row = gridView.activePosition?.row { showHit(inRow: row) }
    bars.leave()
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
}

// MARK: Menus

extension DelimitedController {
  /// The commands on a cell, and on its column.
  func menu(ofCell position: GridPosition) -> UIMenu? {
    guard position.row < rowCount, position.column < columns.arrangement.shownCount, let text = text(at: position),
      let record = record(at: position.row)
    else { return nil }
    let field = columns.field(at: position.column)
    let title = columns.title(field)
    // A text that is longer than what is shown of it is no value to compare with.
    let isWhole = file.cell(record, field)?.isCut == false && !filter.isFull
    let attributes: UIMenuElement.Attributes = isWhole ? [] : .disabled
    let name = text.isEmpty ? "nothing" : FileBar.short(FieldColumns.oneLine(text))
    func add(isExcluding: Bool) {
      let test = try? RowTest(text.isEmpty ? .empty : .equal, TextPattern(text), of: (field, title))
      if let test { try? filter.add(test, isExcluding: isExcluding) }
    }
    return UIMenu(children: [
      UIAction(title: "Copy") { [weak self] _ in _ = self?.copySelection() },
      UIAction(title: "Show Whole", state: detail.followsCell ? .on : .off) { [weak self] _ in self?.toggleDetail() },
      UIAction(title: "Show only rows with \(name)", attributes: attributes) { _ in add(isExcluding: false) },
      UIAction(title: "Leave out rows with \(name)", attributes: attributes) { _ in add(isExcluding: true) },
      UIMenu(title: "Column \(FileBar.short(title))", children: menu(ofColumn: position.column).children),
    ])
  }

  /// The commands on a column.
  func menu(ofColumn column: Int) -> UIMenu {
    let field = columns.field(at: column)
    let title = columns.title(field)
    let filter = UIAction(title: "Filter \u{2026}", attributes: filter.isFull ? .disabled : []) { [weak self] _ in
      self?.bars.bar.open(.filter, column: (field, title))
    }
    let summary = UIAction(title: "Summary") { [weak self] _ in
      guard let self else { return }
      detail.sumUp(field: field, title: title, of: order.rows)
      bars.showProgress { [weak self] in self?.detail.activity != nil }
    }
    let row = UIAction(title: "Filter Row", state: fields.isShown ? .on : .off) { [weak self] _ in self?.fields.toggle()
    }
    columns.arrange(columns.count)
    return UIMenu(children: [filter, row, summary] + (gridView.menu(ofColumn: column)?.children ?? []))
  }
}

// MARK: The pane below

extension DelimitedController {
  /// Opens the pane with the selected cell, or closes it.
  private func toggleDetail() {
    if detail.followsCell { detail.close() } else { showDetail() }
  }

  /// Shows the selected cell in the pane.
  private func showDetail() {
    guard let active = gridView.activePosition, let record = record(at: active.row) else { return }
    let field = columns.field(at: active.column)
    let name = "\(columns.title(field)), row \(GroupedNumber.string(record + 1 - firstRecord))"
    detail.show(record: record, field: field, name: name) { [weak self] text in
      self?.finder.places(in: text, of: record) ?? []
    }
  }

  private func detailDidChange() {
    if detail.subject == nil, detail.isTextSelected { gridView.becomeFirstResponder() }
    view.setNeedsLayout()
    showStatus()
  }
}

// MARK: Saving

extension DelimitedController {
  var savedRows: RowWriter.Rows? {
    guard order.work == nil else { return nil }
    let (rows, shown) = (order.rows, columns.arrangement.shown)
    notice = nil
    let fields = shown.elementsEqual(0..<columns.count) ? nil : shown
    return RowWriter.Rows(lines: rows.shown, order: rows.order, first: rows.first, fields: fields)
  }
}

// MARK: Copying

extension DelimitedController {
  /// Copies the selected fields whole, whatever is shown of them.
  /// - Returns: false where the grid says why it cannot copy them.
  private func copySelection() -> Bool {
    guard gridView.selectedRanges.count == 1, let range = gridView.selectedRanges.last,
      range.count <= IndexedFile.mostCopied.cells
    else { return false }
    notice = "Copying \u{2026}"
    file.copy(range.rows.map { record(at: $0) ?? .max }, range.columns.map { columns.field(at: $0) }) {
      [weak self] fault in
      self?.notice = fault.map { "Cannot copy: \($0)" }
      self?.showStatus()
    }
    showStatus()
    return true
  }
}
