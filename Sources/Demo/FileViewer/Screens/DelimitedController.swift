import DemoParts
import TextSearch
import UIKit
import UIKitGrid

/// A CSV or TSV file as a grid: a record a row, a field a column, the first record as titles. Rows appear as soon as
/// the first records are found; a click on a title sorts by its column, a second one turns the order round, a third one
/// takes it back; with Shift it sorts records that the first column finds alike. Columns are resized and moved by their
/// titles, whose menu hides and freezes them. One finds, filters and goes as in a text file.
final class DelimitedController: UIViewController, FileScreen, SearchedScreen {
  let file: IndexedFile
  private let gridView = DelimitedGridView(frame: .zero)
  private let status = FileStatus()
  private let history: SearchHistory
  private lazy var search = SearchBars(self, history)
  private lazy var samples = FieldSamples(file)
  private(set) lazy var order = RecordOrder(file, search.filter, search.finder)
  private lazy var summary = SelectionSummary(file)
  private let writing = RowWriting()
  /// Which reading of the file the grid shows.
  private var generation = 0
  /// Records the grid was told of.
  private var recordCount = 0
  private var columns = DelimitedColumns()
  private var nextUpdate = ContinuousClock.now
  private var notice: String?
  /// The conditions of the filter whose rows are shown.
  private var shownVersion = 0
  /// The cell that was selected when the filter became another one, by record and field: it is selected again where it is
  /// shown.
  private var chosen: (record: Int, field: Int)?
  /// The row with a hit whose fields are not read yet, from a column on.
  private var awaitedHit: (row: Int, column: Int)?

  private static let updateInterval = Duration.milliseconds(250)
  /// Columns in which the hit of a row is looked for.
  private static let searchedFields = 1000
  /// Cells that are copied at once, and their bytes.
  private static let mostCopied = (cells: 4_000_000, bytes: 32 << 20)
  /// Columns that records are sorted by at once.
  private static let mostKeys = 3

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
  var filter: LineFilter { search.filter }

  let keyHints =
    SearchBars.firstHints + [
      KeyHint("Ctrl", "C", action: "Copy"), KeyHint("Ctrl", "A", action: "Select all"),
      KeyHint("Ctrl", "L", action: "Go to a row or %; so do Ctrl+G and :"),
      KeyHint("Shift", "F10", action: "The menu of the cell and its column"),
    ] + SearchBars.moreHints

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
    search.add(to: view)
    search.track.isHidden = true
    gridView.onCopy = { [weak self] in self?.copySelection() ?? false }
    status.onEncoding = { [weak self] in self?.file.encoding = $0 }
    search.filter.onChange = { [weak self] in self?.filterDidChange() }
    search.finder.onChange = { [weak self] in self?.finderDidChange() }
    order.onChange = { [weak self] in self?.rowsDidChange() }
    order.onOrder = { [weak self] in
      UIAccessibility.post(notification: .announcement, argument: self?.orderWords ?? "")
    }
    summary.onChange = { [weak self] in self?.showStatus() }
    writing.onChange = { [weak self] in self?.showStatus() }
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
    let top = search.place(in: bounds.size)
    // Signs of hits stand beside the grid, and cover no field.
    let signs = search.track.isHidden ? 0 : HitTrackView.width + 2
    let grid = CGRect(x: 0, y: top, width: bounds.width - signs, height: max(0, bounds.height - height - top))
    gridView.frame = grid
    search.track.frame = CGRect(x: grid.maxX + 1, y: top, width: HitTrackView.width, height: grid.height)
    showTrack()
    status.bar.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key, search.take(key) else { return super.pressesBegan(presses, with: event) }
  }

  // MARK: The file

  private func fileDidChange() {
    if !file.isIndexing || recordCount == 0 || ContinuousClock.now >= nextUpdate { update() }
    search.fileDidChange()
    order.fileDidChange()
    if let goal = search.awaitedGoal { go(to: goal) }
    showStatus()
  }

  private func update() {
    nextUpdate = .now + Self.updateInterval
    let isReadAnew = file.generation != generation
    guard isReadAnew || recordCount != file.index.rowCount || columns.fieldCount != file.index.columns else { return }
    // Records read anew come by and by: the grid can stay where it is as soon as there are enough.
    if isReadAnew, file.isIndexing, !isFiltered, file.index.rowCount <= gridView.visibleRange.rows.upperBound { return }
    if isReadAnew { forgetReading() }
    recordCount = file.index.rowCount
    if columns.fieldCount != file.index.columns {
      columns.setFieldCount(file.index.columns)
      gridView.pinnedColumnCount = 0
    }
    samples.findTitles(among: recordCount, fieldCount: columns.fieldCount)
    fitHeaders()
    order.setRecords(recordCount, from: firstRecord)
  }

  /// Fields that were asked for in vain are there.
  private func showFieldsThatCame() {
    if samples.takeGuess() {
      let former = firstRecord
      samples.findTitles(among: recordCount, fieldCount: columns.fieldCount)
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

  /// The file's column at a column of the grid.
  private func field(at column: Int) -> Int {
    column < columns.fields.count ? columns.fields[column] : column
  }

  // MARK: Sorting

  /// Sorts by a column; by one it is sorted by already, the other way round, then not by it.
  /// - Parameter isFurther: whether the columns it is sorted by decide before it.
  private func toggleSort(_ column: Int, isFurther: Bool = false) {
    var keys = isFurther ? order.keys : order.keys.filter { $0.column == column }
    if let place = keys.firstIndex(where: { $0.column == column }) {
      guard order.isKnown || isFurther else { return }
      if keys[place].isDescending { keys.remove(at: place) } else { keys[place].isDescending = true }
    } else {
      keys = keys.prefix(Self.mostKeys - 1) + [SortKey(column: column)]
    }
    sort(by: keys)
  }

  private func sort(by keys: [SortKey]) {
    notice = nil
    order.sort(by: keys)
    if let work = order.work { showProgress { [weak self] in self?.order.work === work } }
  }

  // MARK: Rows

  /// Other records are rows, or other rows have hits.
  private func rowsDidChange() {
    let isOther = filter.version != shownVersion
    shownVersion = filter.version
    gridView.reloadData()
    if isOther, filter.lines != nil || chosen == nil { gridView.contentOffset.y = 0 }
    if let goal = chosen {
      if let row = order.rows.row(of: goal.record), row < rowCount, let column = columns.column(of: goal.field) {
        select(row, column)
        chosen = nil
      } else if !filter.isSearching {
        chosen = nil
        gridView.select(GridRange(rows: 0..<0, columns: 0..<0))
      }
    }
    if search.finder.isOn { showFirstHit() }
    search.bar.sayHits()
    showTrack()
    showStatus()
  }

  private func filterDidChange() {
    search.filterDidChange()
    let isOther = filter.version != shownVersion
    if isOther, let active = gridView.activePosition, chosen == nil, let record = record(at: active.row) {
      chosen = (record, field(at: active.column))
    }
    let isFilling = gridView.contentSize.height < gridView.bounds.height
    guard isOther || isFilling || !filter.isSearching || ContinuousClock.now >= nextUpdate else { return showStatus() }
    nextUpdate = .now + Self.updateInterval
    order.refresh()
    showStatus()
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
    summary.show(gridView.selectedRanges, of: order.rows, fields: columns.fields)
    if summary.activity != nil { showProgress { [weak self] in self?.summary.activity != nil } }
  }

  // MARK: Status

  private func showStatus() {
    let index = file.index
    let rows = max(0, index.rowCount - firstRecord)
    var words = "\(GroupedNumber.string(rows)) rows \u{d7} \(GroupedNumber.string(index.columns)) columns"
    if isFiltered { words = "\(GroupedNumber.string(rowCount)) of " + words }
    if !columns.hidden.isEmpty { words += " (\(GroupedNumber.string(columns.hidden.count)) hidden)" }
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
    if file.generation > 0 { status.show(file.index.format.encoding, isChosen: file.encoding != nil) }
    let goal = search.awaitedGoal.map { "going to \($0)" }
    let right = notice ?? writing.words ?? goal ?? order.failure ?? summary.words ?? orderWords
    status.show(left: words, right: right, activity: activity)
  }

  private var activity: FileActivity? {
    if file.isIndexing {
      return FileActivity(name: "reading", progress: file.progress) { [weak self] in self?.file.stopReading() }
    }
    if let work = order.work {
      return FileActivity(name: "sorting", progress: work.progress) { [weak self] in self?.sort(by: []) }
    }
    return writing.activity ?? search.activity ?? summary.activity
  }

  /// Says from time to time how far work in the background is.
  private func showProgress(while isRunning: @escaping @MainActor () -> Bool) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.25) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, isRunning() else { return }
        self.showStatus()
        self.showProgress(while: isRunning)
      }
    }
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
    let title = firstRecord == 1 ? file.field(field, ofRecord: 0) ?? "\u{2026}" : ""
    return title.isEmpty ? GridView.columnName(field) : Self.oneLine(title)
  }
}

extension DelimitedController: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { rowCount }
  func numberOfColumns(in gridView: GridView) -> Int { columns.fields.count }

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
      if search.finder.isOn { marks.hits = search.finder.places(in: text, of: record) }
      if isFiltered { marks.filtered = search.filter.places(in: text, ofField: field) }
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
    let place = order.isKnown ? order.keys.firstIndex { $0.column == field } : nil
    let arrow = place.map { place in
      (order.keys[place].isDescending ? "\u{25bc}" : "\u{25b2}")
        + (order.keys.count > 1 ? ["\u{2081} ", "\u{2082} ", "\u{2083} "][place] : " ")
    }
    label.font = UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 12, weight: .semibold))
    label.text = (arrow ?? "") + titleText(field)
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

  func gridView(_ gridView: GridView, canMoveColumn column: Int) -> Bool { true }

  func gridView(_ gridView: GridView, moveColumn column: Int, to target: Int) {
    columns.move(column, to: target)
  }
}

extension DelimitedController: GridViewDelegate {
  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat {
    let field = field(at: column)
    if let width = columns.widths[field] { return UIFontMetrics.default.length(width) }
    guard let longest = samples.longest(field) else { return gridView.columnWidth }
    let width = min(max(CGFloat(min(longest, 60)) * 7.4 + 30, 64), 260).rounded()
    columns.widths[field] = width
    return UIFontMetrics.default.length(width)
  }

  func gridView(_ gridView: GridView, didResizeColumn column: Int, to width: CGFloat) {
    columns.widths[field(at: column)] = width / UIFontMetrics.default.growth
  }

  func gridView(
    _ gridView: GridView, didClickHeaderOfColumn column: Int, modifierFlags: UIKeyModifierFlags
  ) -> Bool {
    guard modifierFlags.isEmpty || modifierFlags == .shift else { return false }
    toggleSort(field(at: column), isFurther: modifierFlags == .shift)
    return true
  }

  func gridViewDidChangeSelection(_ gridView: GridView) {
    (notice, chosen, awaitedHit) = (nil, nil, nil)
    writing.clear()
    showSummary()
    search.bar.sayHits()
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
    columns.fields.prefix(100).map { ($0, titleText($0)) }
  }

  var shownHits: (hits: LineSet, row: Int?) {
    let row = gridView.activePosition?.row
    if let hits = order.hits { return (hits, row) }
    return (search.finder.hits(in: filter), row.flatMap { record(at: $0) })
  }

  func takeKeyboard() { gridView.becomeFirstResponder() }

  func didFindOther() {
    if search.finder.isOn { return finderDidChange() }
    order.refresh()
  }

  private func finderDidChange() {
    let isTracked = !search.track.isHidden
    if order.hits != nil || !order.keys.isEmpty { order.refresh() } else { showFirstHit() }
    search.bar.sayHits()
    showTrack()
    if isTracked == search.track.isHidden { view.setNeedsLayout() }
    let last = record(at: gridView.visibleRange.rows.upperBound - 1) ?? 0
    if search.finder.takeChange(upTo: last) { showFields() }
    showStatus()
  }

  private func showFirstHit() {
    let finder = search.finder
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
    let finder = search.finder
    guard finder.isOn else {
      finder.beginAgain(from: originRow)
      return finderDidChange()
    }
    let row: Int?
    if let hits = order.hits {
      let active = gridView.activePosition?.row ?? gridView.visibleRange.rows.lowerBound - 1
      row = hits.next(from: active, isForward: isForward, alsoIn: nil)
    } else {
      let record = finder.found?.next(from: originRow, isForward: isForward, alsoIn: filter.lines)
      row = record.flatMap { order.rows.row(of: $0) }
    }
    if let row { showHit(inRow: row) }
    search.bar.sayHits()
  }

  /// Selects the first cell of a row that has a hit, as soon as its fields were read.
  private func showHit(inRow row: Int, from start: Int = 0) {
    awaitedHit = nil
    guard row < rowCount, let record = record(at: row) else { return }
    var target: Int?
    for column in columns.fields.indices.prefix(Self.searchedFields).dropFirst(start) {
      guard let text = text(at: GridPosition(row: row, column: column)) else {
        awaitedHit = (row, column)
        break
      }
      if !search.finder.places(in: Self.oneLine(text), of: record).isEmpty {
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
    guard let goal = goal(text), search.isReady(text, goal.record) else { return showStatus() }
    if recordCount != file.index.rowCount { update() }
    if let row = goal.row ?? order.rows.row(of: goal.record), row < rowCount {
      notice = nil
      select(row, gridView.activePosition?.column ?? 0)
    } else {
      notice = "row \(GroupedNumber.string(goal.record + 1 - firstRecord)) does not pass the filter"
    }
    search.bar.sayHits()
    showStatus()
  }

  /// Shows where the hits are, beside the scroll bar.
  private func showTrack() {
    let (rows, count, found) = (order.rows, rowCount, search.finder.found)
    search.track.isHidden = found == nil
    guard let found, count > 0 else { return }
    search.track.show { part in
      let row = Int(whole: part.lowerBound * CGFloat(count), or: 0)
      let next = max(Int(whole: part.upperBound * CGFloat(count), or: 0), row + 1)
      if rows.order != nil { return order.hits?.first(atOrAfter: row, before: next) != nil ? .hit : [] }
      let first = rows.record(at: row) ?? 0
      let end = max(next < count ? rows.record(at: next) ?? 0 : rows.recordCount, first + 1)
      return found.first(atOrAfter: first, before: end, alsoIn: rows.shown) != nil ? .hit : []
    }
  }
}

// MARK: Menus

extension DelimitedController {
  private static func short(_ text: String) -> String {
    "\u{201c}" + (text.count > 24 ? text.prefix(24) + "\u{2026}" : text) + "\u{201d}"
  }

  /// What can be done with a cell, and with its column.
  func menu(ofCell position: GridPosition) -> UIMenu? {
    guard position.row < rowCount, position.column < columns.fields.count, let text = text(at: position),
      let record = record(at: position.row)
    else { return nil }
    let field = field(at: position.column)
    let title = titleText(field)
    // A text that is longer than what is shown of it is no value to compare with.
    let isWhole = file.cell(record, field)?.isCut == false && !filter.isFull
    let attributes: UIMenuElement.Attributes = isWhole ? [] : .disabled
    let name = text.isEmpty ? "nothing" : Self.short(Self.oneLine(text))
    func add(isExcluding: Bool) {
      let test = try? RowTest(text.isEmpty ? .empty : .equal, TextPattern(text), of: (field, title))
      if let test { try? filter.add(test, isExcluding: isExcluding) }
    }
    return UIMenu(children: [
      UIAction(title: "Copy") { [weak self] _ in _ = self?.copySelection() },
      UIAction(title: "Show only rows with \(name)", attributes: attributes) { _ in add(isExcluding: false) },
      UIAction(title: "Leave out rows with \(name)", attributes: attributes) { _ in add(isExcluding: true) },
      UIMenu(title: "Column \(Self.short(title))", children: menu(ofColumn: position.column).children),
    ])
  }

  /// What can be done with a column.
  func menu(ofColumn column: Int) -> UIMenu {
    let field = field(at: column)
    let title = titleText(field)
    let key = order.keys.first { $0.column == field }
    let others = order.keys.filter { $0.column != field }
    func item(
      _ title: String, isOn: Bool = false, isEnabled: Bool = true, _ action: @escaping (DelimitedController) -> Void
    ) -> UIAction {
      UIAction(title: title, attributes: isEnabled ? [] : .disabled, state: isOn ? .on : .off) { [weak self] _ in
        if let self { action(self) }
      }
    }
    func sort(_ title: String, _ isDescending: Bool) -> UIAction {
      item(title, isOn: key?.isDescending == isDescending) {
        $0.sort(by: [SortKey(column: field, isDescending: isDescending)])
      }
    }
    var items = [sort("Sort ascending", false), sort("Sort descending", true)]
    if let first = others.first {
      items.append(
        item("Sort rows alike in \(Self.short(titleText(first.column))) by it") {
          $0.toggleSort(field, isFurther: true)
        })
    }
    items += [
      item("As in the file", isEnabled: !order.keys.isEmpty) { $0.sort(by: []) },
      item("Filter \u{2026}", isEnabled: !filter.isFull) { $0.search.bar.open(.filter, column: (field, title)) },
      item("Fit the width") { $0.fit(column) },
      item("Hide", isEnabled: columns.fields.count > 1) { $0.hide(column..<column + 1) },
      item("Show hidden columns", isEnabled: !columns.hidden.isEmpty) { $0.showHidden() },
      item("Freeze up to here", isOn: gridView.pinnedColumnCount == column + 1) {
        $0.gridView.pinnedColumnCount = column + 1
      },
      item("Freeze none", isEnabled: gridView.pinnedColumnCount > 0) { $0.gridView.pinnedColumnCount = 0 },
    ]
    return UIMenu(children: items)
  }

  /// Hides columns; those that are frozen behind them stay so.
  private func hide(_ hidden: Range<Int>) {
    columns.hide(hidden)
    let pinned = gridView.pinnedColumnCount
    gridView.pinnedColumnCount = pinned - hidden.clamped(to: 0..<max(pinned, 0)).count
    columnsDidChange()
  }

  private func showHidden() {
    columns.showAll()
    columnsDidChange()
  }

  private func columnsDidChange() {
    gridView.reloadData()
    showSummary()
    showStatus()
  }

  /// Makes a column as wide as its title and what is on screen of it.
  private func fit(_ column: Int) {
    guard column < gridView.numberOfColumns else { return }
    let room = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
    let title = gridView(gridView, headerForColumn: column)
    var width = title.sizeThatFits(room).width
    for cell in gridView.visibleCells where gridView.position(for: cell)?.column == column {
      width = max(width, cell.sizeThatFits(room).width)
    }
    width = min(width.rounded(.up) + 1, 2000)
    columns.widths[field(at: column)] = width / UIFontMetrics.default.growth
    gridView.setWidth(width, ofColumn: column)
  }
}

// MARK: Saving

extension DelimitedController {
  var suggestedName: String { RowWriter.suggestedName(for: file.path) }

  func save(as name: String) throws(PatternFault) {
    guard !file.isIndexing, !filter.isSearching, order.work == nil else {
      throw PatternFault(description: "the file is still being read or put in order")
    }
    let (rows, fields) = (order.rows, columns.areAsInFile ? nil : columns.fields)
    notice = nil
    try writing.begin(
      file, RowWriter.Rows(lines: rows.shown, order: rows.order, first: rows.first, fields: fields), as: name)
    showProgress { [weak self] in self?.writing.activity != nil }
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
