import DemoParts
import TextSearch
import UIKit

/// A text file, one line a row. Rows appear as soon as the first lines are found and grow while the file is
/// being read. What other programs do to the file is taken in; F follows its end.
final class FileController: UIViewController, DemoScreen, FileScreen {
  let file: IndexedFile
  private let tableView = FileTableView(frame: .zero, style: .plain)
  private(set) lazy var marker = LineMarker(file, tableView)
  private lazy var display = LineDisplay(file, tableView, finder, marker, highlighters)
  /// Behind the rows, so that the gutter of line numbers goes on below the last of them.
  private let gutterView = UIView()
  private let gutter = UIView()
  private let emptyLabel = EmptyListLabel("")
  private(set) lazy var bars = ScreenBars(self, history)
  private let history: SearchHistory
  private let highlighters: Highlighters
  private let input: StandardInput?
  private var places = LinePlaces()
  var rows: LineRows { tableView.rows }
  private(set) var shownVersion = 0
  /// The line that was selected when the rows became others: it is selected again where it is shown.
  private var chosen: LinePart?
  /// The state of the file that the rows show: the reading their lines come from, and its bytes.
  private var shown = (generation: 0, bytes: 0)
  /// Whether lines that come at the end are scrolled to, as long as the end is in view.
  private(set) var isFollowing = false { didSet { if isFollowing != oldValue { keyHintsDidChange() } } }
  /// Rows that came since the end was in view last.
  private var unseenRows = 0
  /// Whether all rows of this reading were known once: those that come later are new.
  private var wasWhole = false
  /// The table's offset when it was scrolled to the end: where that still is, the end stays in sight as its rows are
  /// prepared.
  private var endOffset: CGFloat?
  /// Whether the next layout scrolls to the end, because the text changed its size while the end was followed.
  private var returnsToEnd = false
  var wraps: Bool { display.wraps }
  /// Beyond so many new lines at once, naming each in an index path costs more than binding the screen anew.
  private static let largestInsertion = 20_000

  /// - Parameters:
  ///   - history: of patterns that were searched for.
  ///   - highlighters: texts that stand out.
  ///   - input: what fills the file; nil for a file of other programs.
  init(
    file: IndexedFile, history: SearchHistory = SearchHistory(path: nil),
    highlighters: Highlighters = Highlighters(path: nil), input: StandardInput? = nil
  ) {
    (self.file, self.history, self.highlighters, self.input) = (file, history, highlighters, input)
    super.init(nibName: nil, bundle: nil)
    title = input != nil ? "Standard input" : file.name
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { rows.count }
  var keyHints: [KeyHint] {
    ScreenBars.firstHints + [
      KeyHint("F", action: isFollowing ? "Follow no more" : "Follow the end"),
      KeyHint("W", action: wraps ? "Cut long lines" : "Wrap long lines"),
      KeyHint("\u{2190}", "\u{2192}", action: "Sideways, with Ctrl to the line's ends; so does the wheel with Shift"),
      KeyHint("Shift", "\u{2191}", action: "Mark lines; Ctrl+A all, Ctrl+C copies"),
      KeyHint("Ctrl", "G", action: "Go to a line or %; so does :"), KeyHint("Ctrl", "B", action: "Mark the line"),
      KeyHint("B", action: "The next mark, with Shift the one before"),
      KeyHint("Alt", "\u{2190}", action: "Back to where a jump began"),
    ] + ScreenBars.moreHints
  }
  var isComplete: Bool { file.isComplete && rowCount == newestRows.count }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.dataSource = self
    tableView.delegate = self
    tableView.marker = marker
    tableView.onKey = { [weak self] in self?.takeLineKey($0) ?? false }
    marker.onChange = { [weak self] in self?.showStatus() }
    marker.onQuestion = { [weak self] question, copy in self?.ask(question, "Copy", copy) }
    tableView.separatorStyle = .none
    tableView.allowsTypeSelect = false
    // One line is current: the one that keys lead to is selected.
    tableView.selectionFollowsFocus = true
    tableView.register(FileLineCell.self, forCellReuseIdentifier: "line")
    view.addSubview(display.view)
    gutter.backgroundColor = .secondarySystemBackground
    gutter.autoresizingMask = .flexibleHeight
    gutterView.addSubview(gutter)
    file.onCells = { [weak self] in self?.showLinesThatCame() }
    display.onLines = { [weak self] in self?.showLinesThatCame() }
    tableView.onEnd = { [weak self] in self?.scrollToEnd() }
    bars.begin()
    highlighters.load { [weak self] in self?.showMarks() }
    input?.whenEnded { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.showStatus() } }
    }
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    // Another screen may have changed what stands out.
    showMarks()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard previousTraitCollection?.preferredContentSizeCategory != traitCollection.preferredContentSizeCategory else {
      return
    }
    returnsToEnd = returnsToEnd || isFollowing && isEndVisible
    display.textSizeDidChange()
    view.setNeedsLayout()
    // Every line beside the gutter's new width.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows ?? [])
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let frame = bars.place(in: view.bounds.size)
    bars.track.frame = CGRect(
      x: frame.maxX - HitTrackView.width - 8, y: frame.minY, width: HitTrackView.width, height: frame.height)
    bars.showTrack()
    let staysAtEnd = returnsToEnd || display.view.frame != frame && isFollowing && isEndVisible
    returnsToEnd = false
    if display.view.frame != frame {
      let isOtherWidth = display.view.frame.width != frame.width
      display.view.frame = frame
      display.view.layoutIfNeeded()
      if isOtherWidth, wraps { tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows ?? []) }
    }
    if staysAtEnd { scrollToEnd() }
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key else { return super.pressesBegan(presses, with: event) }
    if takeFindingKey(key, isRepeat: press.isRepeat) { return }
    guard !press.isRepeat else { return super.pressesBegan(presses, with: event) }
    if key.matches("f") {
      isFollowing.toggle()
      if isFollowing { scrollToEnd() }
    } else if key.matches("w") {
      toggleWrapping()
    } else {
      return super.pressesBegan(presses, with: event)
    }
    showStatus()
  }

  /// The line at the upper edge stays there; at the end of the file, the last line at the lower edge.
  private func toggleWrapping() {
    let wasAtEnd = isEndVisible && tableView.contentOffset.y > 0
    let first = tableView.indexPathsForVisibleRows?.first.flatMap { display.firstPart(ofRow: $0.row) }
    display.toggleWrapping()
    keyHintsDidChange()
    reload(newestRows)
    if wasAtEnd {
      scrollToEnd()
    } else if let first, rowCount > 0 {
      tableView.scrollToRow(at: path(of: first), at: .top, animated: false)
    }
  }

  /// Lines that were asked for in vain are there.
  private func showLinesThatCame() {
    let waiting = tableView.indexPathsForVisibleRows?.filter {
      let cell = tableView.cellForRow(at: $0) as? FileLineCell
      return cell?.isWaiting == true || cell?.isProvisional == true
    }
    let staysAtEnd = endOffset == tableView.contentOffset.y
    if let waiting, !waiting.isEmpty { tableView.reconfigureRows(at: waiting) }
    if staysAtEnd {
      // Rows have other heights now.
      tableView.layoutIfNeeded()
      scrollToEnd()
    }
    display.cellsCame()
    showStatus()
  }

  /// Tells the table of all lines known by now, keeping place and selection.
  func update() {
    marker.fileDidChange()
    defer { showBackground() }
    defer { if !file.isIndexing, !filter.isSearching { wasWhole = true } }
    let newest = newestRows
    let isReadAnew = file.generation != shown.generation || filter.version != shownVersion
    guard isReadAnew || newest.count != rowCount || file.byteCount != shown.bytes else { return }
    // Lines read anew come by and by: the table can stay where it is as soon as there are enough.
    if isReadAnew, filter.lines == nil, file.isIndexing, let last = tableView.indexPathsForVisibleRows?.last,
      newest.count <= last.row
    {
      return
    }
    shown = (file.generation, file.byteCount)
    places.marks.truncate(to: file.index.rowCount)
    let wasEndVisible = isEndVisible
    let staysAtEnd = isFollowing && wasEndVisible
    unseenRows = wasEndVisible || isReadAnew || !wasWhole ? 0 : unseenRows + max(0, newest.count - rowCount)
    if isReadAnew { wasWhole = false }
    let limit = rowCount + Self.largestInsertion
    shownVersion = filter.version
    let areCounted = rows.countedEnd == rowCount && newest.countedEnd == newest.count
    if !isReadAnew, areCounted, rowCount > 0, (rowCount...limit).contains(newest.count), newest.digits == rows.digits {
      append(newest)
    } else {
      reload(newest)
    }
    if staysAtEnd { scrollToEnd() }
  }

  /// Shows lines that were added, and what became of the one that was the last.
  private func append(_ newest: LineRows) {
    let old = rowCount
    tableView.beginUpdates()
    tableView.rows = newest
    tableView.insertRows(at: (old..<rowCount).map { IndexPath(row: $0, section: 0) }, with: .none)
    tableView.reconfigureRows(at: [IndexPath(row: old - 1, section: 0)])
    tableView.endUpdates()
    if tableView.indexPathForSelectedRow == nil { selectChosen() }
    UIAccessibility.post(
      notification: .announcement, argument: "\(GroupedNumber.string(rowCount - old)) new lines")
  }

  private func reload(_ newest: LineRows) {
    chosen = selected ?? chosen
    // Lines at the end that were not counted stay where they are.
    let place = tableView.indexPathsForVisibleRows?.first { $0.row >= rows.countedEnd }.map { path in
      (fromEnd: rowCount - path.row, distance: tableView.rectForRow(at: path).minY - tableView.contentOffset.y)
    }
    tableView.rows = newest
    tableView.reloadData()
    if let place, place.fromEnd <= rowCount {
      let rect = tableView.rectForRow(at: IndexPath(row: rowCount - place.fromEnd, section: 0))
      tableView.contentOffset.y = max(0, rect.minY - place.distance)
    }
    selectChosen()
  }

  private func selectChosen() {
    guard let chosen, rowCount > 0, rows.part(atRow: rows.row(of: chosen))?.line == chosen.line else { return }
    tableView.selectRow(at: path(of: chosen), animated: false, scrollPosition: .none)
  }

  /// Within a line of the end counts.
  private var isEndVisible: Bool {
    tableView.contentOffset.y + tableView.bounds.height >= tableView.contentSize.height - FileLineCell.height
  }

  private func scrollToEnd() {
    guard rowCount > 0 else { return }
    tableView.scrollToRow(at: IndexPath(row: rowCount - 1, section: 0), at: .bottom, animated: false)
    endOffset = tableView.contentOffset.y
  }

  private func showBackground() {
    let width = FileLineCell.gutterWidth(digits: rows.digits)
    gutter.frame = CGRect(x: 0, y: 0, width: width, height: gutterView.bounds.height)
    let isFiltered = rows.shown != nil && file.index.rowCount > 0
    emptyLabel.text =
      isFiltered
      ? "No line passes the filter"
      : file.failure.map { "This file cannot be shown: \($0.reason)" } ?? "This file is empty"
    let isUnsure = file.isIndexing || isFiltered && filter.isSearching
    let background: UIView? = rowCount > 0 ? gutterView : isUnsure ? nil : emptyLabel
    if tableView.backgroundView !== background { tableView.backgroundView = background }
  }

  func showStatus() {
    let lines = file.index.rowCount
    var count = "\(GroupedNumber.string(lines)) line\(lines == 1 ? "" : "s")"
    count += ", \(file.sizeWords)"
    // Why this is not all of the file, or not the file of that name any more.
    if let note = input?.note { count += ", \(note)" }
    if lines == 0, let failure = file.failure {
      count = "Not shown: \(failure.reason)"
    } else if let trouble = file.trouble {
      count += ", \(trouble)"
    }
    if rows.shown != nil {
      count = "\(GroupedNumber.string(rowCount)) of " + count
      if filter.costlyLines > 0 {
        count += ", \(GroupedNumber.string(filter.costlyLines)) lines were too costly for the expression"
      }
    }
    var state = isFollowing ? "following the end" : ""
    if let goal = bars.awaitedGoal { state = "going to \(goal)" }
    if let told = bars.writing.words { state = told }
    if unseenRows > 0, !file.isIndexing { state = "\(GroupedNumber.string(unseenRows)) new below" }
    let copying = marker.progress.map { progress in
      FileActivity(name: "copying", progress: progress) { [weak self] in self?.marker.cancelCopy() }
    }
    bars.showStatus(left: count, right: marker.notice ?? state, isActive: isFollowing, activity: copying)
  }
}

extension FileController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
    guard let cell = cell as? FileLineCell, let part = rows.part(atRow: indexPath.row) else { return cell }
    display.show(part, in: cell, isBookmarked: places.marks.contains(part.line))
    return cell
  }

  /// The part of a line that is shown.
  func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    rows.part(atRow: indexPath.row).flatMap { file.content(of: $0)?.text } ?? ""
  }
}

// MARK: Rows and lines

extension FileController {
  /// The rows of all lines known by now.
  private var newestRows: LineRows {
    LineRows(
      shown: filter.lines, lineCount: file.index.rowCount, inPieces: file.index.longLines, hasRowEach: wraps,
      tail: filter.lines == nil ? file.tail : [])
  }

  private func path(of part: LinePart) -> IndexPath { IndexPath(row: rows.row(of: part), section: 0) }

  private var selected: LinePart? { tableView.indexPathForSelectedRow.flatMap { rows.part(atRow: $0.row) } }

  /// The line the user is at: the selected row if it is in view, else the first in view. Keys set out from it, and all that
  /// is done to a line is done to this one.
  var current: LinePart { currentRow.flatMap { display.firstPart(ofRow: $0) } ?? LinePart(line: 0) }

  private var currentRow: Int? {
    let visible = tableView.indexPathsForVisibleRows ?? []
    let selected = tableView.indexPathForSelectedRow
    return (visible.first { $0 == selected } ?? visible.first)?.row
  }

  /// Shows a line, or a piece of one, by selecting its row, a third from the upper edge where it is not in view. Of a row that
  /// is larger than the window the beginning is shown, or a hit.
  /// - Parameter unit: of a long line, where the hit begins; nil for the first hit of another one.
  func show(_ part: LinePart, isJump: Bool = true, isHit: Bool = false, at unit: Int? = nil) {
    guard rowCount > 0 else { return }
    if isJump { places.noteJump(from: current) }
    let path = path(of: part)
    isFollowing = false
    display.letGo()
    let rect = tableView.rectForRow(at: path)
    let visible = CGRect(origin: tableView.contentOffset, size: tableView.bounds.size)
    if rect.minY < visible.minY || rect.maxY > visible.maxY {
      let isTall = wraps && rect.height > visible.height
      tableView.scrollToRow(at: path, at: isTall ? .top : .middle, animated: false)
    }
    tableView.selectRow(at: path, animated: false, scrollPosition: .none)
    if isHit { display.reveal(part, at: unit) } else { display.showPiece(part) }
  }

  /// The part of a line to which a number or a percentage leads; nil for other words.
  func goal(_ text: String) -> LinePart? {
    let all = LineRows(lineCount: file.index.rowCount, inPieces: file.index.longLines)
    let isPart = text.contains("%")
    return LinePlaces.line(for: text, of: isPart ? all.count : all.lineCount).map {
      isPart ? all.part(atRow: $0) ?? LinePart(line: 0) : LinePart(line: $0)
    }
  }

  func canGo(to text: String) -> Bool { goal(text) != nil }

  /// Goes to a line or a part of the file, once its lines are counted.
  func go(to text: String) {
    guard let goal = goal(text), bars.isReady(text, goal.line) else { return showStatus() }
    if goal.line >= rows.lineCount { update() }
    show(goal)
  }

  func filterDidChange(isOther: Bool) {
    // A line that was chosen since is the one the user is at. The end that is followed stays in view.
    if isOther, let selected, selected != chosen { display.letGo() }
    if isOther, display.isHolding || !isFollowing || !isEndVisible { display.hold(current) }
    let offset = tableView.contentOffset.y
    update()
    display.restoreHeldLine(from: offset)
    bars.bar.sayHits()
    bars.showTrack()
  }
}

// MARK: Finding, filtering, going

extension FileController {
  /// - Returns: whether the key finds, filters, goes or marks.
  private func takeFindingKey(_ key: UIKey, isRepeat: Bool) -> Bool {
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    switch key.keyCode {
    case _ where bars.take(key): break
    case .keyboardLeftArrow where held == .alternate && places.canGoBack:
      if let part = places.goBack() { show(part, isJump: false) }
    case _ where key.matches("b", .control):
      guard !isRepeat, rowCount > 0, current.line >= 0 else { return true }
      places.marks.toggle(current.line)
      showMarks()
    case _ where key.matches("b") || key.matches("b", .shift):
      if let line = places.marks.next(from: current.line, isForward: held.isEmpty, alsoIn: rows.shown) {
        show(LinePart(line: line))
      }
    default: return false
    }
    return true
  }

  var rowNoun: String { "line" }
  var originRow: Int { current.line }
  var searchedColumns: [(field: Int, title: String)] { [] }
  var shownHits: (hits: LineSet, row: Int?) { (finder.hits(in: filter), selected?.line) }
  var isFiltered: Bool { rows.shown != nil }
  var savedRows: RowWriter.Rows? { RowWriter.Rows(lines: rows.shown, first: 0) }

  func findingDidEnd() {
    showMarks()
    showStatus()
  }

  var marks: LineSet { places.marks }
  var lastVisible: Int { tableView.indexPathsForVisibleRows?.last.flatMap { number(atRow: $0.row) } ?? 0 }
  func number(atRow row: Int) -> Int? { rows.part(atRow: row)?.line }

  func showFirstHit() {
    if let line = finder.takeFirstHit(among: rows.shown) { showHit(line) }
  }

  /// Shows the next hit, or the one before: in the next line or the next piece of a line that has one.
  func step(isForward: Bool) {
    let here = current
    let stepOn = { [weak self] in
      guard let self else { return }
      if let line = finder.found?.next(from: here.line, isForward: isForward, alsoIn: rows.shown) {
        showHit(line, isForward: isForward)
      }
      bars.bar.sayHits()
    }
    guard let long = rows.longLine(here.line), finder.found?.contains(here.line) == true else { return stepOn() }
    display.findHit(in: long, from: here, isForward: isForward) { [weak self] unit in
      guard let unit else { return stepOn() }
      self?.show(LinePart(line: here.line, piece: long.piece(at: unit)), isHit: true, at: unit)
    }
  }

  /// Shows a line with a hit: of a long one the first, or the last.
  private func showHit(_ line: Int, isForward: Bool = true) {
    guard let long = rows.longLine(line) else { return show(LinePart(line: line), isHit: true) }
    finder.findHit(in: long, from: nil, isForward: isForward) { [weak self] unit in
      self?.show(LinePart(line: line, piece: unit.map { long.piece(at: $0) }), isHit: true, at: unit)
    }
  }

  func showMarks() {
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows ?? [])
    bars.showTrack()
  }
}

// MARK: Marking and copying

extension FileController: UITableViewDelegate {
  /// - Returns: whether the key marks, copies or moves lines sideways.
  private func takeLineKey(_ key: UIKey) -> Bool {
    if marker.take(key, current: current.line) { return true }
    if key.matches("c", .control) {
      copyCurrentLine()
      return true
    }
    return takeMove(key) || display.take(key, at: rowCount > 0 ? path(of: current).row : nil)
  }

  /// Has an arrow key set out from the current line where that is not the selected one, which is out of view. With Control
  /// it does the same as without: a table would move its ring alone.
  /// - Returns: whether the key has moved; else the table moves.
  private func takeMove(_ key: UIKey) -> Bool {
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    guard held.isEmpty || held == .control, let row = currentRow else { return false }
    let target: Int
    switch key.keyCode {
    case .keyboardUpArrow: target = max(row - 1, 0)
    case .keyboardDownArrow: target = min(row + 1, rowCount - 1)
    case .keyboardHome where held == .control: target = 0
    case .keyboardEnd where held == .control: target = rowCount - 1
    default: return false
    }
    if let selected = tableView.indexPathForSelectedRow, selected.row != row { select(row) }
    guard held == .control else { return false }
    select(target)
    tableView.scrollToRow(at: IndexPath(row: target, section: 0), at: .none, animated: false)
    return true
  }

  private func select(_ row: Int) {
    tableView.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none)
  }

  /// Copies the current line whole: what is shown of it at once, and the rest when it was read.
  private func copyCurrentLine() {
    guard let row = currentRow, let part = rows.part(atRow: row) else { return }
    if let text = file.content(of: part)?.text { UIPasteboard.general.string = text }
    if part.line >= 0 { marker.copy(line: part.line) }
  }

  private func ask(_ question: String, _ answer: String, _ action: @escaping () -> Void) {
    let alert = UIAlertController(title: question, message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(UIAlertAction(title: answer, style: .default) { _ in action() })
    present(alert, animated: true)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    if unseenRows > 0, isEndVisible {
      unseenRows = 0
      showStatus()
    }
    display.didScroll()
  }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(actionProvider: { [weak self] _ in self?.menu(ofRow: indexPath.row, at: point) })
  }

  /// - Parameter point: of the table, in points.
  func menu(ofRow row: Int, at point: CGPoint) -> UIMenu? {
    guard let line = rows.part(atRow: row)?.line, line >= 0 else { return nil }
    let isMarked = marker.isMarked(at: point)
    var items: [UIMenuElement] = [
      UIAction(title: isMarked ? "Copy" : "Copy line") { [weak marker] _ in marker?.copy(line: isMarked ? nil : line) },
      UIAction(title: "Select all") { [weak self] _ in self?.marker.markAll() },
    ]
    let word = marker.word(at: point).map { (TextPattern($0, matchesCase: true), FileBar.short($0)) }
    if let (pattern, name) = word {
      let attributes: UIMenuElement.Attributes = filter.isFull ? .disabled : []
      items += [
        UIAction(title: "Find \(name)") { [weak self] _ in self?.bars.bar.open(.find, pattern: pattern) },
        UIAction(title: "Show only lines with \(name)", attributes: attributes) { [weak self] _ in
          try? self?.filter.add(pattern, isExcluding: false)
        },
        UIAction(title: "Hide lines with \(name)", attributes: attributes) { [weak self] _ in
          try? self?.filter.add(pattern, isExcluding: true)
        },
      ]
    }
    let found = finder.pattern.map { ($0, "what is found") }
    items += highlighters.menuItems(for: [found, word].compactMap { $0 }) { [weak self] in self?.showMarks() }
    let hasMark = places.marks.contains(line)
    items.append(
      UIAction(title: hasMark ? "Remove the mark" : "Mark line \(GroupedNumber.string(line + 1))") { [weak self] _ in
        self?.places.marks.toggle(line)
        self?.showMarks()
      })
    return UIMenu(children: items)
  }
}
