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
}

extension DemoScreen {
  var isComplete: Bool { true }
}

/// Makes the screens the command line names.
enum ScreenCatalog {
  /// The controller of the screen chosen in `options`.
  /// - Parameter file: what the screen `file` shows; nil for the others.
  @MainActor
  static func makeScreen(_ options: Options, file: TextFile?) -> any DemoScreen {
    switch options.screen {
    case .countries: return CountriesController()
    case .file:
      guard let file else { preconditionFailure("the screen 'file' without a file: Arguments refuses that") }
      return FileController(file: file)
    case .stress: return StressController(rows: options.rows)
    case .reuse: return ReuseController()
    case .updates: return UpdatesController(rows: options.rows)
    case .editing: return EditingController()
    case .mail: return MailController()
    case .letters: return LettersController()
    case .styles: return StylesController()
    case .processes: return ProcessesController()
    case .selfsizing: return SelfSizingController(rows: options.rows)
    case .settings: return SettingsController()
    case .feed: return FeedController()
    }
  }
}
