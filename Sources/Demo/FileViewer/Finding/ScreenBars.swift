import DemoParts
import TextSearch
import UIKit

/// The screen of a file: its rows, lines or records, in which one finds, filters and goes by `ScreenBars`.
@MainActor
protocol FileScreen: ScrollScreen {
  var file: IndexedFile { get }
  var bars: ScreenBars { get }
  /// A row, in words: "line" or "row".
  var rowNoun: String { get }
  /// The row of the file that the user is at, counted from 0: searches set out from it.
  var originRow: Int { get }
  /// The columns that a filter can be of, by their fields, in the order in which they are shown; none where rows are lines.
  var searchedColumns: [(field: Int, title: String)] { get }
  /// The hits among the rows that are shown, and the selected row: by their rows in the file, or, where rows are sorted, as they
  /// are shown.
  var shownHits: (hits: LineSet, row: Int?) { get }
  /// The number by which `shownHits` has what a row shows; nil where no hit is left.
  func number(atRow row: Int) -> Int?
  /// The last row of the file that is in view.
  var lastVisible: Int { get }
  /// Rows of the file that the user has marked.
  var marks: LineSet { get }
  /// How many columns that are not shown have hits in the row that was found last.
  var hiddenHitCount: Int { get }
  /// Whether a filter hides rows.
  var isFiltered: Bool { get }
  /// The state of the filter that the rows show: its `version`.
  var shownVersion: Int { get }
  /// The rows that are shown, to be saved; nil while they are put in order.
  var savedRows: RowWriter.Rows? { get }

  /// The file was read further, or is another one: takes over the rows that are known by now.
  func update()
  /// Rows pass the filter that did not.
  /// - Parameter isOther: whether rows that did no longer do.
  func filterDidChange(isOther: Bool)
  /// There are other hits: shows the first one, once it is known.
  func showFirstHit()
  /// Shows hits and marks in the rows on screen.
  func showMarks()
  /// Nothing is being found any more.
  func findingDidEnd()
  /// Shows the next hit, or the one before.
  func step(isForward: Bool)
  /// Shows the columns that `hiddenHitCount` counts.
  func showHiddenHits()
  /// Whether words say where to go.
  func canGo(to text: String) -> Bool
  /// Goes to a row, or a part of the file.
  func go(to text: String)
  func showStatus()
}

extension FileScreen {
  var filter: LineFilter { bars.filter }
  var finder: FileFinder { bars.finder }
  var marks: LineSet { LineSet() }
  var hiddenHitCount: Int { 0 }
  func showHiddenHits() {}
}

/// The parts that text and delimited files share: the bar in which the user finds, filters, goes and saves, the chips
/// of the filter, the marks of hits beside the scroll bar, the status line, the keys for all of these, and the times at
/// which a screen takes over the rows that were read.
@MainActor
final class ScreenBars {
  let finder: FileFinder
  let filter: LineFilter
  let bar: FileBar
  let track = HitTrackView()
  let writing = RowWriting()
  private let filterBar: FilterBar
  private let status = FileStatus()
  private weak var screen: (any FileScreen)?
  /// The goal that the user typed, as long as it may lie behind the rows that are counted.
  private(set) var awaitedGoal: String?
  private var nextUpdate = ContinuousClock.now
  private var nextTrackUpdate = ContinuousClock.now

  /// The row count, and the signs of hits, need not grow as smoothly as the progress bar.
  private static let updateInterval = Duration.milliseconds(250)
  private static let f3 = UIKeyboardHIDUsage(rawValue: 60)

  /// The keys that a bar names first, and further ones.
  static let firstHints = [
    KeyHint("Ctrl", "F", action: "Find"), KeyHint("Ctrl", "Shift", "F", action: "Filter"),
  ]
  static let moreHints = [
    KeyHint("/", action: "Find as well"), KeyHint("&", action: "Filter as well"),
    KeyHint("N", action: "The next hit, with Shift the one before"),
    KeyHint("Ctrl", "S", action: "Save what is shown as a new file"),
  ]

  init(_ screen: any FileScreen, _ history: SearchHistory) {
    self.screen = screen
    finder = FileFinder(file: screen.file)
    filter = LineFilter(file: screen.file)
    bar = FileBar(finder, filter, history, screen)
    filterBar = FilterBar(filter)
  }

  /// Puts the bars into the screen's view, and begins to read the file.
  func begin() {
    guard let screen else { return }
    for part in [filterBar, bar, track, status.bar] { screen.view.addSubview(part) }
    status.onEncoding = { [weak screen] in screen?.file.encoding = $0 }
    filter.onChange = { [weak self] in self?.filterDidChange() }
    finder.onChange = { [weak self] in self?.finderDidChange() }
    writing.onChange = { [weak screen] in screen?.showStatus() }
    screen.file.onChange = { [weak self] in self?.fileDidChange() }
    screen.file.startIndexing()
    screen.showStatus()
  }

  /// Gives the bars their places at the edges of a screen.
  /// - Returns: the rest, in points.
  func place(in size: CGSize) -> CGRect {
    let top = bar.sizeThatFits(size).height
    let rest = top + filterBar.sizeThatFits(size).height
    let height = min(status.bar.sizeThatFits(size).height, size.height)
    bar.frame = CGRect(x: 0, y: 0, width: size.width, height: top)
    filterBar.frame = CGRect(x: 0, y: top, width: size.width, height: rest - top)
    status.bar.frame = CGRect(x: 0, y: size.height - height, width: size.width, height: height)
    return CGRect(x: 0, y: rest, width: size.width, height: max(0, size.height - height - rest))
  }

  // MARK: What changes

  private func fileDidChange() {
    guard let screen else { return }
    filter.fileDidChange()
    finder.fileDidChange()
    if !screen.file.isIndexing || screen.rowCount == 0 || isUpdateDue { screen.update() }
    if let awaitedGoal { screen.go(to: awaitedGoal) }
    screen.showStatus()
  }

  /// Whether the screen has not taken over what came for some time; it does then.
  private var isUpdateDue: Bool {
    guard ContinuousClock.now >= nextUpdate else { return false }
    nextUpdate = .now + Self.updateInterval
    return true
  }

  /// The conditions of the filter are others, or found more.
  private func filterDidChange() {
    guard let screen, let view = screen.view else { return }
    filterBar.update()
    if filterBar.frame.height != filterBar.sizeThatFits(view.bounds.size).height { view.setNeedsLayout() }
    let isOther = filter.version != screen.shownVersion
    // The first rows fill the screen as they are found.
    let isFilling = screen.scriptedView.contentSize.height < screen.scriptedView.bounds.height
    if isUpdateDue || isOther || isFilling || !filter.isSearching { screen.filterDidChange(isOther: isOther) }
    screen.showStatus()
  }

  /// Another text is found, or none any more.
  func didFindOther() {
    if finder.isOn { finderDidChange() } else { screen?.findingDidEnd() }
  }

  private func finderDidChange() {
    guard let screen else { return }
    screen.showFirstHit()
    bar.sayHits()
    let isOther = finder.takeChange(upTo: screen.lastVisible)
    if isOther { screen.showMarks() }
    if isOther || finder.progress == nil || ContinuousClock.now >= nextTrackUpdate {
      nextTrackUpdate = .now + Self.updateInterval
      showTrack()
    }
    screen.showStatus()
  }

  /// Shows beside the scroll bar where hits and marks are.
  func showTrack() {
    guard let screen else { return }
    let (hits, marks, shown) = (screen.shownHits.hits, screen.marks, filter.lines)
    if track.isHidden == (finder.isOn || !marks.isEmpty) {
      track.isHidden.toggle()
      screen.view.setNeedsLayout()
    }
    guard !track.isHidden else { return }
    track.show(screen.rowCount) { part in
      let first = screen.number(atRow: part.lowerBound) ?? 0
      let next = part.upperBound < screen.rowCount ? screen.number(atRow: part.upperBound) ?? 0 : .max
      let end = max(next, first + 1)
      return HitTrackView.Sign(
        hasHit: hits.first(atOrAfter: first, before: end) != nil,
        hasMark: marks.first(atOrAfter: first, before: end, alsoIn: shown) != nil)
    }
  }

  /// Shows the next hit, or the one before; where nothing is being found, what was found last.
  func step(isForward: Bool) {
    guard !finder.isOn, let screen else { return screen?.step(isForward: isForward) ?? () }
    finder.beginAgain(from: screen.originRow)
    finderDidChange()
  }

  /// Writes the rows that are shown into a new file. Throws the fault of a name that no file can have.
  func save(as name: String) throws(PatternFault) {
    guard let screen, !screen.file.isIndexing, !filter.isSearching, let rows = screen.savedRows else {
      throw PatternFault(description: "the file is still being read or put in order")
    }
    try writing.begin(screen.file, rows, as: name)
    showProgress { [weak self] in self?.writing.activity != nil }
  }

  /// Gives the rows the keyboard.
  func leave() { screen?.scriptedView.becomeFirstResponder() }

  /// The goal that words name, once enough of the file is counted; until then they are awaited.
  /// - Parameter row: the row they lead to; nil where they are none.
  /// - Returns: whether it can be shown now.
  func isReady(_ text: String, _ row: Int?) -> Bool {
    guard let row, let file = screen?.file else { return false }
    let isCounted = !file.isIndexing || !text.contains("%") && row < file.index.rowCount - 1
    awaitedGoal = isCounted ? nil : text
    return isCounted
  }

  /// - Returns: whether the key finds, filters, goes or saves.
  func take(_ key: UIKey) -> Bool {
    guard let screen else { return false }
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    let isPlain = held.subtracting(.shift).isEmpty
    if isPlain, let purpose = FileBar.Purpose.asked(by: key) {
      bar.open(purpose)
      return true
    }
    switch key.keyCode {
    case Self.f3 where isPlain: step(isForward: held.isEmpty)
    case .keyboardEscape where held.isEmpty && awaitedGoal != nil:
      awaitedGoal = nil
      didFindOther()
    case .keyboardEscape where held.isEmpty && bar.isOpen: bar.close()
    case _ where key.matches("f", .control): bar.open(.find)
    case _ where key.matches("f", [.control, .shift]): bar.open(.filter)
    case _ where key.matches("g", .control) || key.matches("l", .control): bar.open(.go)
    case _ where key.matches("s", .control): bar.open(.save, text: RowWriter.suggestedName(for: screen.file.path))
    case _ where key.matches("n"): step(isForward: true)
    case _ where key.matches("n", .shift): step(isForward: false)
    default: return false
    }
    return true
  }

  // MARK: The status line

  /// Shows the status line, with the encoding.
  /// - Parameter activity: the work of the screen's own that the user waits for more than for reading and finding.
  func showStatus(left: String, right: String, isActive: Bool = false, activity own: FileActivity? = nil) {
    guard let file = screen?.file else { return }
    if file.generation > 0 { status.show(file.index.format.encoding, isChosen: file.encoding != nil) }
    status.show(left: left, right: right, isActive: isActive, activity: own ?? activity)
  }

  /// The work in the background that is told of: the one that the user waits for most.
  var activity: FileActivity? {
    if let file = screen?.file, file.isIndexing {
      return FileActivity(name: "reading", progress: file.progress) { file.stopReading() }
    }
    if let activity = writing.activity { return activity }
    if screen?.isFiltered == true, filter.isSearching {
      return FileActivity(name: "filtering", progress: filter.progress) { [filter] in filter.stop() }
    }
    return finder.progress.map { progress in
      FileActivity(name: "finding", progress: progress) { [bar] in bar.end() }
    }
  }

  /// Says from time to time how far work in the background is.
  func showProgress(while isRunning: @escaping @MainActor () -> Bool) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.25) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, isRunning() else { return }
        self.screen?.showStatus()
        self.showProgress(while: isRunning)
      }
    }
  }
}
