import DemoParts
import UIKit

/// Makes the screens of files.
@MainActor
package enum FileScreens {
  /// Files, each as what its name says; several have a tab each.
  package static func makeScreen(of files: [FoundFile]) -> any ScrollScreen {
    guard let first = files.first else { return NoFileController() }
    return files.count == 1 ? makeScreen(of: first) : FilesController(files: files)
  }

  /// A file as what its name says: a grid of fields, or lines. It is opened when the screen is shown.
  static func makeScreen(of file: FoundFile) -> any ScrollScreen {
    if file.path == FoundFile.standardInput {
      do throws(UnreadableInput) {
        let input = try StandardInput.shared()
        return FileController(file: TextFile(path: input.path), history: .standard, input: input)
      } catch { return FileController(file: TextFile(path: file.path), history: .standard) }
    }
    return DelimitedFile.isDelimited(file.path)
      ? DelimitedController(file: DelimitedFile(path: file.path))
      : FileController(file: TextFile(path: file.path), history: .standard)
  }

  /// Whether a screen says how to open a file, and shows none.
  package static func isEmpty(_ screen: any ScrollScreen) -> Bool { screen is NoFileController }
}
