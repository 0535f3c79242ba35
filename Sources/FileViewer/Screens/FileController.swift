import DemoParts
import TextSearch
import UIKit

/// A text file, one line a row. Rows appear as soon as the first lines are found and grow while the file is
/// being read. What other programs do to the file is taken in; F follows its end.
final class FileController: UIViewController, DemoScreen, LineRows {
  private let file: TextFile
  private let tableView = FileTableView(frame: .zero, style: .plain)
  private lazy var sidewaysView = SidewaysView(tableView)
  private lazy var marker = LineMarker(file, tableView, self)
  private let status = FileStatus()
  private let gutterView = FileGutterView()
  private lazy var emptyView = EmptyFileView(name: name)
  private lazy var desk = FileBarDesk(file, finder, filter, history) { [weak self] in self?.currentLine ?? 0 }
  private let hitTrack = HitTrackView()
  private let history: SearchHistory
  private let input: StandardInput?
  let filter: LineFilter
  private lazy var filterBar = FilterBar(filter)
  private let finder: FileFinder
  private var places = LinePlaces()
  private(set) var shownLines: LineSet?
  private var shownVersion = 0
  private lazy var heldLine = HeldLine(tableView, self)
  private var nextTrackUpdate = ContinuousClock.now
  /// Lines the table was told of: what the data source answers until the next update.
  private(set) var rowCount = 0
  /// The state of the file that the rows show: the reading their lines come from, and its bytes.
  private var shown = (generation: 0, bytes: 0)
  /// Whether lines that come at the end are scrolled to, as long as the end is in view.
  private(set) var isFollowing = false
  /// Rows that came since the end was in view last.
  private var unseenRows = 0
  /// Whether all rows of this reading were known once: those that come later are new.
  private var wasWhole = false
  /// Whether the next layout scrolls to the end, because the text changed its size while the end was followed.
  private var returnsToEnd = false
  /// Whether long lines go on in further lines of their row, instead of being cut.
  private(set) var wraps = false
  /// The rows whose text the table asks for while it copies; nil at other times.
  private var copiedRows: [Int]?
  private var nextUpdate = ContinuousClock.now
  /// The row count need not grow as smoothly as the progress bar.
  private static let updateInterval = Duration.milliseconds(250)
  /// Beyond so many new lines at once, naming each in an index path costs more than binding the screen anew.
  private static let largestInsertion = 20_000
  private static let f3 = UIKeyboardHIDUsage(rawValue: 60)
  /// Points by which an arrow key moves lines.
  private static let sideStep: CGFloat = 120

  /// - Parameters:
  ///   - history: of patterns that were searched for.
  ///   - input: what fills the file; nil for a file of other programs.
  init(file: TextFile, history: SearchHistory = SearchHistory(path: nil), input: StandardInput? = nil) {
    self.file = file
    self.history = history
    self.input = input
    filter = LineFilter(file: file)
    finder = FileFinder(file: file)
    super.init()
    title = name
  }

  required init?(coder: NSCoder) { nil }

  private var name: String {
    input != nil ? "Standard input" : file.path.split(separator: "/").last.map(String.init) ?? file.path
  }

  var scriptedTable: UITableView { tableView }
  var keyHints: [KeyHint] {
    [
      KeyHint("F", action: "Follow the end"), KeyHint("W", action: "Wrap long lines"),
      KeyHint("\u{2190}", "\u{2192}", action: "Long lines sideways; so does the wheel with Shift"),
      KeyHint("Shift", "\u{2191}", action: "Mark lines; Ctrl+A all, Ctrl+C copies"),
      KeyHint("Ctrl", "F", action: "Find; so does /"), KeyHint("N", action: "The next hit, with Shift the one before"),
      KeyHint("Ctrl", "Shift", "F", action: "Filter; so does &"),
      KeyHint("Ctrl", "G", action: "Go to a line or %; so does :"), KeyHint("Ctrl", "B", action: "Mark the line"),
      KeyHint("B", action: "The next mark, with Shift the one before"),
      KeyHint("Alt", "\u{2190}", action: "Back to where a jump began"),
    ]
  }
  var isComplete: Bool { file.isComplete && rowCount == (filter.lines?.count ?? file.index.rowCount) }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.dataSource = self
    tableView.delegate = self
    tableView.dragDelegate = self
    tableView.marker = marker
    tableView.onKey = { [weak self] in self?.takeLineKey($0) ?? false }
    marker.onChange = { [weak self] in self?.showStatus() }
    marker.onQuestion = { [weak self] question, copy in self?.ask(question, "Copy", copy) }
    marker.onEdge = { [weak self] in self?.sidewaysView.move(by: $0) }
    sidewaysView.onScroll = { [weak self] in self?.didScrollSideways() }
    tableView.rowHeight = FileLineCell.height
    tableView.separatorStyle = .none
    tableView.allowsTypeSelect = false
    tableView.register(FileLineCell.self, forCellReuseIdentifier: "line")
    view.addSubview(sidewaysView)
    view.addSubview(status.bar)
    view.addSubview(filterBar)
    view.addSubview(desk.bar)
    view.addSubview(hitTrack)
    status.onEncoding = { [weak self] in self?.file.encoding = $0 }
    desk.bar.onStep = { [weak self] in self?.step(isForward: $0) }
    desk.onLayout = { [weak self] in self?.view.setNeedsLayout() }
    desk.onFind = { [weak self] in self?.didFindOther() }
    desk.onGo = { [weak self] in self?.show($0) }
    desk.onLeave = { [weak self] in self?.tableView.becomeFirstResponder() }
    filter.onChange = { [weak self] in self?.filterDidChange() }
    finder.onChange = { [weak self] in self?.finderDidChange() }
    file.onChange = { [weak self] in self?.fileDidChange() }
    file.onCells = { [weak self] in self?.showLinesThatCame() }
    file.startIndexing()
    input?.whenEnded { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.showStatus() } }
    }
    showStatus()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard previousTraitCollection?.preferredContentSizeCategory != traitCollection.preferredContentSizeCategory else {
      return
    }
    returnsToEnd = returnsToEnd || isFollowing && isEndVisible
    if !wraps { tableView.rowHeight = FileLineCell.height }
    view.setNeedsLayout()
    // Every line beside the gutter's new width.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows ?? [])
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bounds = view.bounds
    let height = min(status.bar.sizeThatFits(bounds.size).height, bounds.height)
    let barHeight = desk.bar.isHidden ? 0 : desk.bar.sizeThatFits(bounds.size).height
    let top = barHeight + filterBar.sizeThatFits(bounds.size).height
    desk.bar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: barHeight)
    filterBar.frame = CGRect(x: 0, y: barHeight, width: bounds.width, height: top - barHeight)
    let frame = CGRect(x: 0, y: top, width: bounds.width, height: max(0, bounds.height - height - top))
    hitTrack.frame = CGRect(
      x: bounds.width - HitTrackView.width - 8, y: top, width: HitTrackView.width, height: frame.height)
    let staysAtEnd = returnsToEnd || sidewaysView.frame != frame && isFollowing && isEndVisible
    returnsToEnd = false
    if sidewaysView.frame != frame {
      sidewaysView.frame = frame
      sidewaysView.layoutIfNeeded()
    }
    if staysAtEnd { scrollToEnd() }
    status.bar.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
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
    let first = tableView.indexPathsForVisibleRows?.first
    wraps.toggle()
    file.cellLimit = (wraps ? LineText.longestLimit : LineText.limit) + LineText.slack
    sidewaysView.reset()
    tableView.rowHeight = wraps ? UITableView.automaticDimension : FileLineCell.height
    reload(rowCount, selecting: selectedLine)
    if wasAtEnd {
      scrollToEnd()
    } else if let first {
      tableView.scrollToRow(at: first, at: .top, animated: false)
    }
  }

  private func fileDidChange() {
    filter.fileDidChange()
    finder.fileDidChange()
    marker.fileDidChange()
    if !file.isIndexing || rowCount == 0 || ContinuousClock.now >= nextUpdate { update() }
    showBackground()
    showStatus()
  }

  /// Lines that were asked for in vain are there.
  private func showLinesThatCame() {
    let waiting = tableView.indexPathsForVisibleRows?.filter {
      (tableView.cellForRow(at: $0) as? FileLineCell)?.isWaiting == true
    }
    if let waiting, !waiting.isEmpty { tableView.reconfigureRows(at: waiting) }
    showStatus()
  }

  /// Tells the table of all lines known by now, keeping place and selection.
  private func update() {
    nextUpdate = .now + Self.updateInterval
    let newCount = filter.lines?.count ?? file.index.rowCount
    let isReadAnew = file.generation != shown.generation || filter.version != shownVersion
    guard isReadAnew || newCount != rowCount || file.byteCount != shown.bytes else { return }
    // Lines read anew come by and by: the table can stay where it is as soon as there are enough.
    if isReadAnew, filter.lines == nil, file.isIndexing, let last = tableView.indexPathsForVisibleRows?.last,
      newCount <= last.row
    {
      return
    }
    shown = (file.generation, file.byteCount)
    places.keep(below: file.index.rowCount)
    let wasEndVisible = isEndVisible
    let staysAtEnd = isFollowing && wasEndVisible
    unseenRows = wasEndVisible || isReadAnew || !wasWhole ? 0 : unseenRows + max(0, newCount - rowCount)
    wasWhole = wasWhole && !isReadAnew || !file.isIndexing
    let limit = rowCount + Self.largestInsertion
    let oldDigits = digits
    let selected = selectedLine
    shownVersion = filter.version
    if filter.lines != nil || shownLines != nil { shownLines = filter.lines }
    if !isReadAnew, rowCount > 0, (rowCount...limit).contains(newCount), digits == oldDigits {
      append(rowCount..<newCount)
    } else {
      reload(newCount, selecting: selected)
    }
    if staysAtEnd { scrollToEnd() }
  }

  /// Shows lines that were added, and what became of the one that was the last.
  private func append(_ lines: Range<Int>) {
    tableView.beginUpdates()
    rowCount = lines.upperBound
    tableView.insertRows(at: lines.map { IndexPath(row: $0, section: 0) }, with: .none)
    tableView.reconfigureRows(at: [IndexPath(row: lines.lowerBound - 1, section: 0)])
    tableView.endUpdates()
    UIAccessibility.post(
      notification: .announcement, argument: "\(GroupedNumber.string(lines.count)) new lines")
  }

  private func reload(_ newCount: Int, selecting line: Int?) {
    rowCount = newCount
    tableView.reloadData()
    guard let line, rowCount > 0, self.line(atRow: row(of: line)) == line else { return }
    tableView.selectRow(at: IndexPath(row: row(of: line), section: 0), animated: false, scrollPosition: .none)
  }

  /// Within a line of the end counts.
  private var isEndVisible: Bool {
    tableView.contentOffset.y + tableView.bounds.height >= tableView.contentSize.height - FileLineCell.height
  }

  private func scrollToEnd() {
    guard rowCount > 0 else { return }
    tableView.scrollToRow(at: IndexPath(row: rowCount - 1, section: 0), at: .bottom, animated: false)
  }

  private func showBackground() {
    gutterView.gutterWidth = FileLineCell.gutterWidth(digits: digits)
    let isFiltered = shownLines != nil && file.index.rowCount > 0
    emptyView.show(
      isFiltered
        ? "No line passes the filter"
        : file.failure.map { "This file cannot be shown: \($0.reason)" } ?? "This file is empty")
    let isUnsure = file.isIndexing || isFiltered && filter.isSearching
    let background: UIView? = rowCount > 0 ? gutterView : isUnsure ? nil : emptyView
    if tableView.backgroundView !== background { tableView.backgroundView = background }
  }

  /// Of the largest line number.
  private var digits: Int { Self.digits(of: shownLines == nil ? rowCount : file.index.rowCount) }

  private static func digits(of number: Int) -> Int { String(number).utf8.count }

  private func showStatus() {
    let lines = file.index.rowCount
    var count = "\(GroupedNumber.string(lines)) line\(lines == 1 ? "" : "s")"
    count += ", \(GroupedNumber.bytes(file.byteCount))"
    // Why this is not all of the file, or not the file of that name any more.
    if let note = input?.note { count += ", \(note)" }
    if file.isSilent {
      count += ", its file system does not answer"
    } else if let failure = file.failure {
      count += ", reading stopped: \(failure.reason)"
    } else if let detachment = file.detachment {
      count += ", the file \(detachment)"
    }
    if shownLines != nil {
      count = "\(GroupedNumber.string(rowCount)) of " + count
      if filter.costlyLines > 0 {
        count += ", \(GroupedNumber.string(filter.costlyLines)) lines were too costly for the expression"
      }
    }
    var keys =
      (wraps ? "W cuts long lines" : "W wraps long lines") + " \u{b7} "
      + (isFollowing ? "following the end, F stops" : "F follows the end")
    if unseenRows > 0, !file.isIndexing {
      keys = "\(GroupedNumber.string(unseenRows)) new below, End shows \(unseenRows == 1 ? "it" : "them")"
    }
    if file.generation > 0 { status.show(file.format.encoding, isChosen: file.encoding != nil) }
    status.show(left: count, right: marker.notice ?? keys, isActive: isFollowing, activity: activity)
  }

  /// The work in the background that is told of: the one that the user waits for most.
  private var activity: FileActivity? {
    if let progress = marker.progress {
      return FileActivity(name: "copying", progress: progress) { [weak self] in self?.marker.cancelCopy() }
    }
    if file.isIndexing {
      return FileActivity(name: "reading", progress: file.progress) { [weak self] in self?.file.stopReading() }
    }
    if shownLines != nil, filter.isSearching {
      return FileActivity(name: "filtering", progress: filter.progress) { [weak self] in self?.filter.stop() }
    }
    return finder.progress.map { progress in
      FileActivity(name: "finding", progress: progress) { [weak self] in self?.desk.close() }
    }
  }
}

extension FileController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
    guard let cell = cell as? FileLineCell, let line = line(atRow: indexPath.row) else { return cell }
    cell.show(
      content(of: line), number: line + 1, isBookmarked: places.isMarked(line), digits: digits, wraps: wraps,
      sideways: sidewaysView.sideways)
    if !wraps { sidewaysView.makeRoom(for: cell.textWidth + sideRoom) }
    return cell
  }

  /// The part of a line that is shown; `copyLines` replaces it by the whole line.
  func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    guard let line = line(atRow: indexPath.row) else { return "" }
    copiedRows?.append(line)
    return file.line(line) ?? ""
  }
}

// MARK: Rows and lines

extension FileController {
  func line(atRow row: Int) -> Int? { shownLines.map { $0.line(at: row) } ?? row }

  func row(of line: Int) -> Int { min(shownLines?.rank(line) ?? line, max(0, rowCount - 1)) }

  private var selectedLine: Int? { tableView.indexPathForSelectedRow.flatMap { line(atRow: $0.row) } }

  /// The line one is at: the selected one if it is in view, else the first in view.
  private var currentLine: Int {
    let visible = tableView.indexPathsForVisibleRows ?? []
    let selected = tableView.indexPathForSelectedRow
    guard let path = visible.first(where: { $0 == selected }) ?? visible.first else { return 0 }
    return line(atRow: path.row) ?? 0
  }

  /// A line as it is shown, with the places of hits and marks in it.
  private func content(of line: Int) -> FileLineCell.Content {
    let part = marker.part(of: line)
    let isHit = finder.found?.contains(line) == true
    guard part != nil || isHit, let cell = file.cell(line) else { return FileLineCell.Content(text: file.line(line)) }
    let limit = file.cellLimit - LineText.slack
    let (text, hits) = LineText.text(
      of: cell.bytes, isCut: cell.isCut, limit: limit, marking: isHit ? finder.places(in: cell.bytes, of: line) : [])
    let marked = part.flatMap {
      LineText.text(of: cell.bytes, isCut: cell.isCut, limit: limit, marking: [$0]).marked.first
    }
    return FileLineCell.Content(text: text, hits: hits, marked: marked, isWhollyMarked: part == 0..<Int.max)
  }

  /// Shows a line by selecting its row, a third from the upper edge where it is not in view.
  private func show(_ line: Int, isJump: Bool = true) {
    guard rowCount > 0 else { return }
    if isJump { places.noteJump(from: currentLine) }
    let path = IndexPath(row: row(of: line), section: 0)
    isFollowing = false
    heldLine.letGo()
    let rect = tableView.rectForRow(at: path)
    let visible = CGRect(origin: tableView.contentOffset, size: tableView.bounds.size)
    if rect.minY < visible.minY || rect.maxY > visible.maxY {
      tableView.scrollToRow(at: path, at: .middle, animated: false)
    }
    tableView.selectRow(at: path, animated: false, scrollPosition: .none)
  }

  private func filterDidChange() {
    filterBar.update()
    if filterBar.frame.height != filterBar.sizeThatFits(view.bounds.size).height { view.setNeedsLayout() }
    let isOther = filter.version != shownVersion
    guard isOther || !filter.isSearching || ContinuousClock.now >= nextUpdate else { return showStatus() }
    if isOther { heldLine.hold(currentLine) }
    let offset = tableView.contentOffset.y
    update()
    heldLine.restore(from: offset)
    showBackground()
    showTrack()
    showStatus()
  }
}

// MARK: Finding, filtering, going

extension FileController {
  /// - Returns: whether the key finds, filters, goes or marks.
  private func takeFindingKey(_ key: UIKey, isRepeat: Bool) -> Bool {
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    let isPlain = held.subtracting(.shift).isEmpty
    switch key.keyCode {
    case Self.f3 where isPlain: step(isForward: held.isEmpty)
    case .keyboardEscape where held.isEmpty && desk.isOpen: desk.close()
    case .keyboardLeftArrow where held == .alternate && places.canGoBack:
      if let line = places.goBack() { show(line, isJump: false) }
    case _ where key.matches("f", .control): desk.open(.find)
    case _ where key.matches("f", [.control, .shift]): desk.open(.filter)
    case _ where key.matches("g", .control): desk.open(.go)
    case _ where isPlain && FileBar.Purpose.asked(by: key) != nil:
      if let purpose = FileBar.Purpose.asked(by: key) { desk.open(purpose) }
    case _ where key.matches("n"): step(isForward: true)
    case _ where key.matches("n", .shift): step(isForward: false)
    case _ where key.matches("b", .control):
      guard !isRepeat, rowCount > 0 else { return true }
      places.toggleMark(currentLine)
      showMarks()
    case _ where key.matches("b") || key.matches("b", .shift):
      if let line = places.mark(from: currentLine, isForward: held.isEmpty, among: shownLines) { show(line) }
    default: return false
    }
    return true
  }

  /// Another text is found, or none any more.
  private func didFindOther() {
    if finder.isOn { return finderDidChange() }
    showMarks()
    showStatus()
  }

  private func finderDidChange() {
    if let line = finder.takeFirstHit(among: shownLines) { show(line) }
    desk.sayHits(at: selectedLine)
    let last = tableView.indexPathsForVisibleRows?.last.flatMap { line(atRow: $0.row) } ?? 0
    if finder.takeChange(upTo: last) {
      showMarks()
    } else if finder.progress == nil || ContinuousClock.now >= nextTrackUpdate {
      nextTrackUpdate = .now + Self.updateInterval
      showTrack()
    }
    showStatus()
  }

  /// Shows the next hit, or the one before.
  private func step(isForward: Bool) {
    guard finder.isOn else {
      finder.beginAgain(from: currentLine)
      return finderDidChange()
    }
    if let line = finder.hit(from: currentLine, isForward: isForward, among: shownLines) { show(line) }
    desk.sayHits(at: selectedLine)
  }

  /// Shows hits and marks in the rows on screen, and beside the scroll bar.
  private func showMarks() {
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows ?? [])
    showTrack()
  }

  private func showTrack() {
    let count = rowCount
    let found = finder.found
    hitTrack.isHidden = found == nil && places.marks.isEmpty
    guard !hitTrack.isHidden, count > 0 else { return }
    let marks = places.marks.prefix(200).map { CGFloat(row(of: $0)) / CGFloat(count) }
    hitTrack.show(marks: marks) { part in
      guard let found else { return false }
      let row = Int(part.lowerBound * CGFloat(count))
      let next = max(Int(part.upperBound * CGFloat(count)), row + 1)
      let first = line(atRow: row) ?? 0
      let end = next < count ? line(atRow: next) ?? first + 1 : file.index.rowCount
      return found.first(atOrAfter: first, before: end, alsoIn: shownLines) != nil
    }
  }
}

// MARK: Marking, copying and dragging

extension FileController: UITableViewDelegate, UITableViewDragDelegate {
  /// - Returns: whether the key marks, copies or moves lines sideways.
  private func takeLineKey(_ key: UIKey) -> Bool {
    if marker.take(key, current: currentLine) { return true }
    if key.matches("c", .control) {
      copyRow()
      return true
    }
    guard !wraps, key.modifierFlags.isDisjoint(with: [.shift, .control, .alternate, .command]) else { return false }
    switch key.keyCode {
    case .keyboardLeftArrow: sidewaysView.move(by: -Self.sideStep)
    case .keyboardRightArrow: sidewaysView.move(by: Self.sideStep)
    default: return false
    }
    return true
  }

  /// Copies the selected line, or the one that has the keyboard, whole, whatever is shown of it.
  private func copyRow() {
    copiedRows = []
    tableView.copy(nil)
    let line = copiedRows?.first
    copiedRows = nil
    if let line { marker.copy(orLine: line) }
  }

  private func ask(_ question: String, _ answer: String, _ action: @escaping () -> Void) {
    let alert = UIAlertController(title: question, message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(UIAlertAction(title: answer, style: .default) { _ in action() })
    present(alert, animated: true)
  }

  /// Points beside lines: the gutter, and space.
  private var sideRoom: CGFloat { FileLineCell.gutterWidth(digits: digits) + 40 }

  /// Cells move their lines, of which more bytes are read the further one goes.
  private func didScrollSideways() {
    let characters = Int((sidewaysView.sideways + 2 * sidewaysView.bounds.width) / FileLineCell.widths.column)
    var limit = LineText.limit
    while !wraps, limit < 2 * characters, limit < LineText.longestLimit, sidewaysView.sideways > 0 { limit *= 2 }
    if !wraps, file.cellLimit < limit + LineText.slack {
      file.cellLimit = limit + LineText.slack
      tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows ?? [])
    }
    for case let cell as FileLineCell in tableView.visibleCells where !wraps { cell.sideways = sidewaysView.sideways }
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    if unseenRows > 0, isEndVisible {
      unseenRows = 0
      showStatus()
    }
    guard wraps else { return }
    // Of lines that are higher than the window other parts come in sight.
    for case let cell as FileLineCell in tableView.visibleCells where cell.isTall { cell.setNeedsLayout() }
  }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(actionProvider: { [weak self] _ in self?.menu(ofRow: indexPath.row, at: point) })
  }

  /// - Parameter point: of the table, in points.
  func menu(ofRow row: Int, at point: CGPoint) -> UIMenu? {
    guard let line = line(atRow: row) else { return nil }
    var items: [UIMenuElement] = [
      UIAction(title: marker.isEmpty ? "Copy line" : "Copy") { [weak self] _ in self?.marker.copy(orLine: line) },
      UIAction(title: "Select all") { [weak self] _ in self?.marker.markAll() },
    ]
    if let word = marker.word(at: point) {
      let name = "\u{201c}" + (word.count > 24 ? word.prefix(24) + "\u{2026}" : word) + "\u{201d}"
      let pattern = TextPattern(word, matchesCase: true)
      items += [
        UIAction(title: "Find \(name)") { [weak self] _ in self?.desk.open(.find, pattern: pattern) },
        UIAction(title: "Show only lines with \(name)") { [weak self] _ in
          try? self?.filter.add(pattern, isExcluding: false)
        },
        UIAction(title: "Hide lines with \(name)") { [weak self] _ in
          try? self?.filter.add(pattern, isExcluding: true)
        },
      ]
    }
    let isMarked = places.isMarked(line)
    items.append(
      UIAction(title: isMarked ? "Remove the mark" : "Mark line \(GroupedNumber.string(line + 1))") { [weak self] _ in
        self?.places.toggleMark(line)
        self?.showMarks()
      })
    return UIMenu(children: items)
  }

  /// Marked text is dragged, which has to be read when the drag begins.
  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    guard let text = marker.draggedText(at: session.location(in: tableView)) else { return [] }
    return [UIDragItem(itemProvider: NSItemProvider(object: text))]
  }
}
