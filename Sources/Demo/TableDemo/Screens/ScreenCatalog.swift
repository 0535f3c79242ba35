import DemoParts
import FileViewer
import ProcessViewer
import UIKit

/// A navigation controller whose large title and search field stand above the content of rows, however wide the window is.
class ScreenNavigationController: UINavigationController {
  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let margin = ContentWidth.readable.margin(in: view.bounds.width)
    navigationBar.layoutMargins = UIEdgeInsets(top: 0, left: margin, bottom: 0, right: margin)
  }
}

/// The navigation that a screen leads on in.
enum ScreenNavigation {
  /// A navigation controller with a screen, whose bar is the screen's heading: its title and a sentence. The screen
  /// itself, if it is one. Files have no heading: their tabs are their bar.
  @MainActor
  static func around(_ screen: any ScrollScreen, named name: ScreenName?) -> UINavigationController {
    if let own = screen as? UINavigationController { return own }
    screen.navigationItem.subtitle = name?.sentence
    let navigation = ScreenNavigationController(rootViewController: screen)
    navigation.isNavigationBarHidden = name == .file
    return navigation
  }

  /// The root of a window that shows a screen alone: with its bars, if it has commands or leads on.
  @MainActor
  static func alone(_ screen: any ScrollScreen, named name: ScreenName? = nil) -> UIViewController {
    screen is CommandScreen || screen is SettingsController ? around(screen, named: name) : screen
  }
}

/// Makes the screens by their names.
enum ScreenCatalog {
  /// A controller for a screen.
  /// - Parameters:
  ///   - rows: how many the screens of generated rows have.
  ///   - changeRate: rows that screen `rich` inserts or deletes at random each second.
  ///   - files: what the screen `file` shows; without any it invites to open one.
  ///   - host: of the screen `file`.
  ///   - settings: remembers choices and the switches of screens; nil for nothing.
  ///   - output: takes the lines of consoles.
  @MainActor
  static func makeScreen(
    _ screen: ScreenName, rows: Int, changeRate: Int = 0, files: [FoundFile] = [], host: (any FileHost)? = nil,
    settings: SettingsMemory? = nil, output: @escaping LineOutput = StandardOutput.lines
  ) -> any ScrollScreen {
    let made: any ScrollScreen
    switch screen {
    case .countries: made = CountriesController()
    case .file: made = FileScreens.makeScreen(of: files, host: host)
    case .stress: made = StressController(rows: rows)
    case .reuse: made = ReuseController()
    case .updates: made = UpdatesController(rows: rows)
    case .editing: made = EditingController()
    case .mail: made = MailController()
    case .letters:
      let letters = LettersController()
      letters.print = output
      made = letters
    case .styles: made = StylesController()
    case .processes: made = ProcessScreen.make()
    case .selfsizing: made = SelfSizingController(rows: rows)
    case .rich: made = RichController(rows: rows, changeRate: changeRate)
    case .settings: made = SettingsController(memory: settings)
    case .feed:
      let feed = FeedController()
      feed.print = output
      made = feed
    case .diffable: made = DiffableController()
    case .collection: made = CollectionController()
    case .pitfalls: made = PitfallsController()
    case .grid: made = SheetController()
    case .regions: made = RegionsController()
    }
    made.title = made.title ?? screen.heading
    if let made = made as? CommandScreen, let settings {
      made.choices = settings[screen]
      made.onChoice = { settings[screen][$0] = $1 }
    }
    return made
  }
}
