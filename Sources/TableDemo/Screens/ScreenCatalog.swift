import UIKit

/// What the shell needs of a screen beyond showing it: the table to drive in a scripted run, and its size.
@MainActor
protocol DemoScreen: UIViewController {
  /// The table a scripted run scrolls.
  var scriptedTable: UITableView { get }
  /// Rows the screen has now; reported by `--stats`.
  var rowCount: Int { get }
  /// Whether all rows are known, so that a scripted run may start.
  var isComplete: Bool { get }
  /// The keys that do something on this screen alone, the most important first.
  var keyHints: [KeyHint] { get }
}

extension DemoScreen {
  var isComplete: Bool { true }
  var keyHints: [KeyHint] { [] }
}

/// Makes the screens by their names.
enum ScreenCatalog {
  /// A controller for a screen.
  /// - Parameters:
  ///   - rows: how many the screens of generated rows have.
  ///   - file: what the screen `file` shows; nil invites to open one.
  @MainActor
  static func makeScreen(_ screen: ScreenName, rows: Int, file: TextFile?) -> any DemoScreen {
    switch screen {
    case .countries: return CountriesController()
    case .file:
      guard let file else { return NoFileController() }
      return FileController(file: file)
    case .stress: return StressController(rows: rows)
    case .reuse: return ReuseController()
    case .updates: return UpdatesController(rows: rows)
    case .editing: return EditingController()
    case .mail: return MailController()
    case .letters: return LettersController()
    case .styles: return StylesController()
    case .processes: return ProcessesController()
    case .selfsizing: return SelfSizingController(rows: rows)
    case .settings: return SettingsController()
    case .feed: return FeedController()
    case .diffable: return DiffableController()
    case .pitfalls: return PitfallsController()
    }
  }
}
