import UIKit

/// Makes the screens the command line names.
enum ScreenCatalog {
  /// The controller of the screen chosen in `options`.
  /// - Throws: `UnreadableInput` when the screen's file cannot be opened.
  @MainActor
  static func makeScreen(_ options: Options) throws(UnreadableInput) -> any DemoScreen {
    switch options.screen {
    case .countries: CountriesController()
    case .file: FileController(file: try TextFile(path: options.file ?? ""))
    case .stress: StressController(rows: options.rows)
    case .reuse: ReuseController()
    }
  }
}
