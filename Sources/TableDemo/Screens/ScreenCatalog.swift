import DemoParts
import FileViewer
import ProcessViewer
import UIKit

/// Makes the screens by their names.
enum ScreenCatalog {
  /// A controller for a screen.
  /// - Parameters:
  ///   - rows: how many the screens of generated rows have.
  ///   - changeRate: rows that screen `rich` inserts or deletes at random each second.
  ///   - files: what the screen `file` shows; without any it invites to open one.
  ///   - host: of the screen `file`.
  @MainActor
  static func makeScreen(
    _ screen: ScreenName, rows: Int, changeRate: Int = 0, files: [FoundFile] = [], host: (any FileHost)? = nil
  ) -> any ScrollScreen {
    switch screen {
    case .countries: return CountriesController()
    case .file:
      return FileScreens.makeScreen(of: files, host: host)
    case .stress: return StressController(rows: rows)
    case .reuse: return ReuseController()
    case .updates: return UpdatesController(rows: rows)
    case .editing: return EditingController()
    case .mail: return MailController()
    case .letters: return LettersController()
    case .styles: return StylesController()
    case .processes: return ProcessScreen.make()
    case .selfsizing: return SelfSizingController(rows: rows)
    case .rich: return RichController(rows: rows, changeRate: changeRate)
    case .settings: return SettingsController()
    case .feed: return FeedController()
    case .diffable: return DiffableController()
    case .pitfalls: return PitfallsController()
    case .grid: return SheetController()
    case .regions: return RegionsController()
    }
  }
}
