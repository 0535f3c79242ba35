import DemoParts
import TextSearch
import UIKit

/// A text file, one line a row. Rows appear as soon as the first lines are found and grow while the file is
/// being read. What other programs do to the file is taken in; F follows its end.
final class FileController: UIViewController, DemoScreen {
  private let file: TextFile
  private let tableView = FileTableView(frame: .zero, style: .plain)
  private let statusBar = StatusBar()
  private let gutterView = FileGutterView()
  private lazy var emptyView = EmptyFileView(name: name)
  private let fileBar = FileBar()
  private let hitTrack = HitTrackView()
  private let history: SearchHistory
  private let input: StandardInput?
  let filter: LineFilter
  private lazy var filterBar = FilterBar(filter)
  private let finder: FileFinder
  private var places = LinePlaces()
  /// The lines that are rows; nil while all are.
  private var shownLines: LineSet?
  private var shownVersion = 0
  /// The line that keeps its place while filters change, its distance from the upper edge, and the offset that was set
  /// for it; until the offset is another.
  private var heldPlace: (line: Int, distance: CGFloat, offset: CGFloat)?
  private var nextTrackUpdate = ContinuousClock.now
  /// Lines the table was told of: what the data source answers until the next update.
  private(set) var rowCount = 0
  /// What of the file the rows show: the reading their lines come from, and its bytes.
  private var shown = (generation: 0, bytes: 0)
  /// Whether lines that come at the end are scrolled to, as long as the end is in view.
  private(set) var isFollowing = false
  /// Whether the next layout scrolls to the end, because the text changed its size while the end was followed.
  private var returnsToEnd = false
  /// Whether long lines go on in further lines of their row, instead of being cut.
  private(set) var wraps = false
  /// The rows whose text the table asks for while it copies; nil at other times.
  private var copiedRows: [Int]?
  /// The result of the last copy; shown until the next event.
  private var notice: String?
  /// The line that is about to be dragged.
  private var draggedLine: String?
  private var nextUpdate = ContinuousClock.now
  /// The row count need not grow as smoothly as the progress bar.
  private static let updateInterval = Duration.milliseconds(250)
  /// Beyond so many new lines at once, naming each in an index path costs more than binding the screen anew.
  private static let largestInsertion = 20_000
  private static let f3 = UIKeyboardHIDUsage(rawValue: 60)
  /// Bytes of lines that are copied at once.
  private static let mostCopied = 32 << 20
  /// Milliseconds in which a line has to be read that is to be dragged.
  private static let dragPatience = 200

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
    tableView.dragDelegate = self
    tableView.onCopy = { [weak self] in self?.copyLines() }
    tableView.rowHeight = FileLineCell.height
    tableView.separatorStyle = .none
    tableView.allowsTypeSelect = false
    tableView.register(FileLineCell.self, forCellReuseIdentifier: "line")
    view.addSubview(tableView)
    view.addSubview(statusBar)
    view.addSubview(filterBar)
    view.addSubview(fileBar)
    view.addSubview(hitTrack)
    fileBar.isHidden = true
    fileBar.onChange = { [weak self] in self?.barDidChange() }
    fileBar.onReturn = { [weak self] in self?.barDidReturn() }
    fileBar.onStep = { [weak self] in self?.step(isForward: $0) }
    fileBar.onClose = { [weak self] in self?.closeBar() }
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
    let height = min(statusBar.sizeThatFits(bounds.size).height, bounds.height)
    let barHeight = fileBar.isHidden ? 0 : fileBar.sizeThatFits(bounds.size).height
    let top = barHeight + filterBar.sizeThatFits(bounds.size).height
    fileBar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: barHeight)
    filterBar.frame = CGRect(x: 0, y: barHeight, width: bounds.width, height: top - barHeight)
    let frame = CGRect(x: 0, y: top, width: bounds.width, height: max(0, bounds.height - height - top))
    hitTrack.frame = CGRect(
      x: bounds.width - HitTrackView.width - 8, y: top, width: HitTrackView.width, height: frame.height)
    let staysAtEnd = returnsToEnd || tableView.frame != frame && isFollowing && isEndVisible
    returnsToEnd = false
    if tableView.frame != frame { tableView.frame = frame }
    if staysAtEnd { scrollToEnd() }
    statusBar.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
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
    let wasAtEnd = isEndVisible
    let first = tableView.indexPathsForVisibleRows?.first
    wraps.toggle()
    file.cellLimit = (wraps ? LineText.wrappedLimit : LineText.limit) + LineText.slack
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
    notice = nil
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
    let staysAtEnd = isFollowing && isEndVisible
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
    if file.isIndexing { count += ", reading: \(Int(file.progress * 100)) %" }
    // Why this is not all of the file, or not the file of that name any more.
    if let note = input?.note { count += ", \(note)" }
    if file.isSilent {
      count += ", its file system does not answer"
    } else if let failure = file.failure {
      count += ", reading stopped: \(failure.reason)"
    } else if let detachment = file.detachment {
      count += ", the file \(detachment)"
    }
    let keys =
      (wraps ? "W cuts long lines" : "W wraps long lines") + " \u{b7} "
      + (isFollowing ? "following the end, F stops" : "F follows the end")
    if shownLines != nil {
      count = "\(GroupedNumber.string(rowCount)) of " + count
      if filter.isSearching { count += ", filtering: \(Int(filter.progress * 100)) %" }
      if filter.costlyLines > 0 {
        count += ", \(GroupedNumber.string(filter.costlyLines)) lines were too costly for the expression"
      }
    }
    let progress =
      file.isIndexing
      ? file.progress
      : filter.isSearching ? filter.progress : finder.progress
    statusBar.show(left: count, right: notice ?? keys, isActive: isFollowing, progress: progress)
  }
}

extension FileController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
    guard let cell = cell as? FileLineCell, let line = line(atRow: indexPath.row) else { return cell }
    let content = content(of: line)
    cell.show(
      content.text, hits: content.hits, number: line + 1, isMarked: places.isMarked(line), digits: digits, wraps: wraps)
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
  /// The line that a row shows, counted from 0; nil where a filter has fewer by now.
  private func line(atRow row: Int) -> Int? { shownLines.map { $0.line(at: row) } ?? row }

  /// The row of a line, or of the first behind it that is shown.
  private func row(of line: Int) -> Int { min(shownLines?.rank(line) ?? line, max(0, rowCount - 1)) }

  private var selectedLine: Int? { tableView.indexPathForSelectedRow.flatMap { line(atRow: $0.row) } }

  /// The line one is at: the selected one if it is in view, else the first in view.
  private var currentLine: Int {
    let visible = tableView.indexPathsForVisibleRows ?? []
    let selected = tableView.indexPathForSelectedRow
    guard let path = visible.first(where: { $0 == selected }) ?? visible.first else { return 0 }
    return line(atRow: path.row) ?? 0
  }

  /// A line as it is shown, with the places of hits in it.
  private func content(of line: Int) -> (text: String?, hits: [NSRange]) {
    guard finder.found?.contains(line) == true, let cell = file.cell(line) else { return (file.line(line), []) }
    let (text, hits) = LineText.text(
      of: cell.bytes, isCut: cell.isCut, limit: file.cellLimit - LineText.slack,
      marking: finder.places(in: cell.bytes, of: line))
    return (text, hits)
  }

  /// Shows a line by selecting its row, a third from the upper edge where it is not in view.
  private func show(_ line: Int, isJump: Bool = true) {
    guard rowCount > 0 else { return }
    if isJump { places.noteJump(from: currentLine) }
    let path = IndexPath(row: row(of: line), section: 0)
    isFollowing = false
    heldPlace = nil
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
    if isOther { heldPlace = place() }
    let held = heldPlace
    update()
    if let held, isOther || tableView.contentOffset.y == held.offset { hold(held.line, held.distance) }
    showBackground()
    showTrack()
    showStatus()
  }

  /// The line one is at, and how far below the upper edge it stands.
  private func place() -> (line: Int, distance: CGFloat, offset: CGFloat)? {
    if let heldPlace, tableView.contentOffset.y == heldPlace.offset { return heldPlace }
    guard rowCount > 0 else { return nil }
    let line = currentLine
    let top = tableView.rectForRow(at: IndexPath(row: row(of: line), section: 0)).minY
    return (line, top - tableView.contentOffset.y, tableView.contentOffset.y)
  }

  /// Scrolls so that a line, or the first behind it that is shown, is as far below the upper edge as before.
  private func hold(_ line: Int, _ distance: CGFloat) {
    guard rowCount > 0 else { return heldPlace = (line, distance, tableView.contentOffset.y) }
    let top = tableView.rectForRow(at: IndexPath(row: row(of: line), section: 0)).minY
    let most = max(0, tableView.contentSize.height - tableView.bounds.height)
    tableView.contentOffset.y = min(max(0, top - distance), most)
    heldPlace = (line, distance, tableView.contentOffset.y)
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
    case .keyboardEscape where held.isEmpty && (!fileBar.isHidden || finder.isOn): closeBar()
    case .keyboardLeftArrow where held == .alternate && places.canGoBack:
      if let line = places.goBack() { show(line, isJump: false) }
    case _ where key.matches("f", .control): open(.find)
    case _ where key.matches("f", [.control, .shift]): open(.filter)
    case _ where key.matches("g", .control): open(.go)
    case _ where isPlain && FileBar.Purpose.asked(by: key) != nil:
      if let (purpose, sign) = FileBar.Purpose.asked(by: key) { open(purpose, sign) }
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

  /// - Parameter sign: the text that may come with the key.
  private func open(_ purpose: FileBar.Purpose, _ sign: String? = nil) {
    history.load()
    fileBar.history = history.patterns
    fileBar.isHidden = false
    fileBar.open(for: purpose, sign: sign)
    view.setNeedsLayout()
    if purpose == .find { barDidChange() }
  }

  /// Ends the search and gives the keyboard back.
  private func closeBar() {
    finder.end()
    fileBar.isHidden = true
    tableView.becomeFirstResponder()
    view.setNeedsLayout()
    showMarks()
    showStatus()
  }

  private func barDidChange() {
    let pattern = fileBar.pattern
    fileBar.history = history.patterns
    switch fileBar.purpose {
    case .go: fileBar.say("")
    case .filter:
      do throws(PatternFault) {
        if !pattern.text.isEmpty { _ = try LineMatcher(pattern) }
        fileBar.say("Return adds the filter")
      } catch { fileBar.say(error.description, isFault: true) }
    case .find:
      guard pattern != finder.pattern else { return }
      find(pattern)
    }
  }

  private func find(_ pattern: TextPattern) {
    do throws(PatternFault) {
      try finder.begin(pattern, from: currentLine)
      if finder.isOn { return finderDidChange() }
      fileBar.say("")
    } catch { fileBar.say(error.description, isFault: true) }
    showMarks()
  }

  private func finderDidChange() {
    if let line = finder.takeFirstHit(among: shownLines) { show(line) }
    sayHits()
    let last = tableView.indexPathsForVisibleRows?.last.flatMap { line(atRow: $0.row) } ?? 0
    if finder.takeChange(upTo: last) {
      showMarks()
    } else if finder.progress == nil || ContinuousClock.now >= nextTrackUpdate {
      nextTrackUpdate = .now + Self.updateInterval
      showTrack()
    }
    showStatus()
  }

  private func sayHits() {
    if fileBar.purpose == .find, let words = finder.words(at: selectedLine) { fileBar.say(words) }
  }

  /// Shows the next hit, or the one before.
  private func step(isForward: Bool) {
    guard finder.isOn else {
      finder.beginAgain(from: currentLine)
      return finderDidChange()
    }
    if let line = finder.hit(from: currentLine, isForward: isForward, among: shownLines) { show(line) }
    sayHits()
  }

  private func barDidReturn() {
    let pattern = fileBar.pattern
    switch fileBar.purpose {
    case .find:
      history.note(pattern)
      tableView.becomeFirstResponder()
    case .filter:
      guard !pattern.text.isEmpty else { return closeBar() }
      do throws(PatternFault) {
        try filter.add(pattern, isExcluding: fileBar.isExcluding)
        history.note(pattern)
        closeBar()
      } catch { fileBar.say(error.description, isFault: true) }
    case .go:
      guard let line = LinePlaces.line(for: fileBar.pattern.text, of: file.index.rowCount) else {
        return fileBar.say("a line's number, or a part like 50%", isFault: true)
      }
      closeBar()
      show(line)
    }
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

// MARK: Copying and dragging

extension FileController: UITableViewDragDelegate {
  /// Copies the selected lines, or the one that has the keyboard, whole, whatever is shown of them.
  private func copyLines() {
    copiedRows = []
    tableView.copy(nil)
    let rows = copiedRows ?? []
    copiedRows = nil
    guard !rows.isEmpty else { return }
    notice = "Copying \u{2026}"
    file.wholeCells(rows: rows, columns: [0], mostBytes: Self.mostCopied) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let lines):
        UIPasteboard.general.string = lines.map { LineText.whole($0.first ?? "") }.joined(separator: "\n")
        notice = nil
      case .failure(let error): notice = "Copied only what is shown: \(error.reason)"
      }
      showStatus()
    }
    showStatus()
  }

  /// A row is dragged as its whole line, which has to be there when the drag begins.
  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    draggedLine = nil
    guard let line = line(atRow: indexPath.row) else { return [] }
    let ticket = file.wholeCells(rows: [line], columns: [0], mostBytes: Self.mostCopied) { [weak self] in
      self?.draggedLine = try? $0.get().first?.first.map(LineText.whole)
    }
    guard ticket?.wait(milliseconds: Self.dragPatience) == true, let line = draggedLine, !line.isEmpty else {
      return []
    }
    return [UIDragItem(itemProvider: NSItemProvider(object: line))]
  }
}

/// A table that leaves copying to its screen.
private final class FileTableView: UITableView {
  var onCopy: (() -> Void)?

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let onCopy, presses.first?.key?.matches("c", .control) == true else {
      return super.pressesBegan(presses, with: event)
    }
    onCopy()
  }
}
