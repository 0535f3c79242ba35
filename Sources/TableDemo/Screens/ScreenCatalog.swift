import UIKit

/// What the shell needs of a screen beyond showing it: what to drive in a scripted run, and its size.
@MainActor
protocol ScrollScreen: UIViewController {
  /// What a scripted run scrolls, and what has the keyboard.
  var scriptedView: UIScrollView { get }
  /// Where a row begins, counted through all sections, in points of the content.
  func scriptedTop(ofRow row: Int) -> CGFloat
  /// Rows the screen has now; reported by `--stats`.
  var rowCount: Int { get }
  /// Whether all rows are known, so that a scripted run may start.
  var isComplete: Bool { get }
  /// The keys that do something on this screen alone, the most important first. A screen on which other keys come to
  /// work calls `keyHintsDidChange()`.
  var keyHints: [KeyHint] { get }
}

/// A controller that names the keys of the screen it shows.
@MainActor
protocol KeyHintPresenter: UIViewController {
  /// Other keys work on the screen that is shown.
  func updateKeyHints()
}

/// A screen with a table.
@MainActor
protocol DemoScreen: ScrollScreen {
  /// The table a scripted run scrolls.
  var scriptedTable: UITableView { get }
}

extension ScrollScreen {
  var isComplete: Bool { true }
  var keyHints: [KeyHint] { [] }

  /// Has the keys named that work now.
  func keyHintsDidChange() { (parent as? any KeyHintPresenter)?.updateKeyHints() }
}

extension DemoScreen {
  var scriptedView: UIScrollView { scriptedTable }

  func scriptedTop(ofRow row: Int) -> CGFloat {
    var left = row
    var section = 0
    while section < scriptedTable.numberOfSections - 1 {
      let rows = scriptedTable.numberOfRows(inSection: section)
      if left < rows { break }
      left -= rows
      section += 1
    }
    return scriptedTable.rectForRow(at: IndexPath(row: left, section: section)).minY
  }
}

/// Makes the screens by their names.
enum ScreenCatalog {
  /// A controller for a screen.
  /// - Parameters:
  ///   - rows: how many the screens of generated rows have.
  ///   - changeRate: rows that screen `rich` inserts or deletes at random each second.
  ///   - files: what the screen `file` shows; without any it invites to open one.
  @MainActor
  static func makeScreen(
    _ screen: ScreenName, rows: Int, changeRate: Int = 0, files: [FoundFile] = []
  ) -> any ScrollScreen {
    switch screen {
    case .countries: return CountriesController()
    case .file:
      return makeScreen(of: files)
    case .stress: return StressController(rows: rows)
    case .reuse: return ReuseController()
    case .updates: return UpdatesController(rows: rows)
    case .editing: return EditingController()
    case .mail: return MailController()
    case .letters: return LettersController()
    case .styles: return StylesController()
    case .processes: return ProcessesController()
    case .selfsizing: return SelfSizingController(rows: rows)
    case .rich: return RichController(rows: rows, changeRate: changeRate)
    case .settings: return SettingsController()
    case .feed: return FeedController()
    case .diffable: return DiffableController()
    case .pitfalls: return PitfallsController()
    case .grid: return SheetController()
    }
  }

  /// Files, each as what its name says; several have a tab each.
  @MainActor
  static func makeScreen(of files: [FoundFile]) -> any ScrollScreen {
    guard let first = files.first else { return NoFileController() }
    return files.count == 1 ? makeScreen(of: first) : FilesController(files: files)
  }

  /// A file as what its name says: a grid of fields, or lines. It is opened when the screen is shown.
  @MainActor
  static func makeScreen(of file: FoundFile) -> any ScrollScreen {
    DelimitedFile.isDelimited(file.path)
      ? DelimitedController(file: DelimitedFile(path: file.path)) : FileController(file: TextFile(path: file.path))
  }
}
