import DemoParts
import TextSearch
import UIKit

/// A screen of the rows of a file, lines or records, in which one finds, filters and goes by `SearchBars`.
@MainActor
protocol SearchedScreen: UIViewController {
  var file: IndexedFile { get }
  /// A row, in words: "line" or "row".
  var rowNoun: String { get }
  /// The row of the file that the user is at, counted from 0: searches set out from it.
  var originRow: Int { get }
  /// The columns that a filter can be of, by their fields, in the order in which they are shown; none where rows are lines.
  var searchedColumns: [(field: Int, title: String)] { get }
  /// The hits among the rows that are shown, and the selected row, by the same numbers.
  var shownHits: (hits: LineSet, row: Int?) { get }
  /// Whether a filter hides rows.
  var isFiltered: Bool { get }
  /// The name of a new file for the rows that are shown.
  var suggestedName: String { get }

  /// Shows the next hit, or the one before.
  func step(isForward: Bool)
  /// Another text is found, or none any more.
  func didFindOther()
  /// Gives the rows the keyboard.
  func takeKeyboard()
  /// Whether words say where to go.
  func canGo(to text: String) -> Bool
  /// Goes to a row, or a part of the file.
  func go(to text: String)
  /// Writes the rows that are shown into a new file. Throws the fault of a name that no file can have.
  func save(as name: String) throws(PatternFault)
}

/// What text and delimited files have alike: the bar in which one finds, filters and goes, the chips of the filter, the signs
/// of hits beside the scroll bar, and the keys for all of it.
@MainActor
final class SearchBars {
  let finder: FileFinder
  let filter: LineFilter
  let bar: FileBar
  let track = HitTrackView()
  private let filterBar: FilterBar
  private weak var screen: (any SearchedScreen)?
  /// What the user wants to go to, in the user's words, as long as it may lie behind what is counted.
  var awaitedGoal: String?

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

  init(_ screen: any SearchedScreen, _ history: SearchHistory) {
    self.screen = screen
    finder = FileFinder(file: screen.file)
    filter = LineFilter(file: screen.file)
    bar = FileBar(finder, filter, history, screen)
    filterBar = FilterBar(filter)
  }

  func add(to view: UIView) {
    for part in [filterBar, bar, track] { view.addSubview(part) }
  }

  /// Gives the bars their places at the upper edge of a screen.
  /// - Returns: where the rest begins, in points.
  func place(in size: CGSize) -> CGFloat {
    let height = bar.sizeThatFits(size).height
    let top = height + filterBar.sizeThatFits(size).height
    bar.frame = CGRect(x: 0, y: 0, width: size.width, height: height)
    filterBar.frame = CGRect(x: 0, y: height, width: size.width, height: top - height)
    return top
  }

  /// The conditions of the filter are others, or found more.
  func filterDidChange() {
    guard let view = screen?.view else { return }
    filterBar.update()
    if filterBar.frame.height != filterBar.sizeThatFits(view.bounds.size).height { view.setNeedsLayout() }
  }

  func fileDidChange() {
    filter.fileDidChange()
    finder.fileDidChange()
  }

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
    case Self.f3 where isPlain: screen.step(isForward: held.isEmpty)
    case .keyboardEscape where held.isEmpty && awaitedGoal != nil:
      awaitedGoal = nil
      screen.didFindOther()
    case .keyboardEscape where held.isEmpty && bar.isOpen: bar.close()
    case _ where key.matches("f", .control): bar.open(.find)
    case _ where key.matches("f", [.control, .shift]): bar.open(.filter)
    case _ where key.matches("g", .control) || key.matches("l", .control): bar.open(.go)
    case _ where key.matches("s", .control): bar.open(.save, text: screen.suggestedName)
    case _ where key.matches("n"): screen.step(isForward: true)
    case _ where key.matches("n", .shift): screen.step(isForward: false)
    default: return false
    }
    return true
  }

  /// The search in the background that is told of.
  var activity: FileActivity? {
    if screen?.isFiltered == true, filter.isSearching {
      return FileActivity(name: "filtering", progress: filter.progress) { [filter] in filter.stop() }
    }
    return finder.progress.map { progress in
      FileActivity(name: "finding", progress: progress) { [bar] in bar.end() }
    }
  }
}
