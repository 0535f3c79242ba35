import DemoParts
import UIKit

/// The program around screens of files: opens files, and remembers which were open.
@MainActor
package protocol FileHost: AnyObject {
  /// Nil for a program that remembers nothing.
  var fileMemory: FileMemory? { get }
  /// Paths of files that were open last, the newest first.
  var recentFiles: [String] { get }
  /// Called when files were opened in a screen, or closed.
  func filesDidChange(_ files: [FoundFile])
  /// Opens files by their paths.
  func openFiles(_ paths: [String])
}

/// Makes the screens of files.
@MainActor
package enum FileScreens {
  /// Files, each as what its name says; several have a tab each.
  package static func makeScreen(of files: [FoundFile], host: (any FileHost)? = nil) -> any ScrollScreen {
    files.isEmpty ? NoFileController(host: host) : FilesController(files: files, host: host)
  }

  /// Opens files in further tabs of a screen.
  /// - Parameter location: where they were dropped, in points of the window: on the tabs, they come at that place in the row.
  /// - Returns: false where it shows no files.
  package static func add(_ files: [FoundFile], to screen: any ScrollScreen, at location: CGPoint? = nil) -> Bool {
    guard let screen = screen as? FilesController else { return false }
    screen.add(files, at: location)
    return true
  }

  /// A file as what its name says: a grid of fields, or lines. It is opened when the screen is shown.
  static func makeScreen(of file: FoundFile, _ memory: FileMemory?) -> any FileScreen {
    if IndexedFile.isDelimited(file.path) {
      let opened = IndexedFile(path: file.path, hasFields: true)
      return DelimitedController(file: opened, history: .standard, memory: memory)
    }
    let input = file.path == FoundFile.standardInput ? try? StandardInput.shared() : nil
    return FileController(
      file: IndexedFile(path: input?.path ?? file.path), history: .standard, highlighters: .standard, input: input)
  }

  /// Whether a screen says how to open a file, and shows none.
  package static func isEmpty(_ screen: any ScrollScreen) -> Bool { screen is NoFileController }

  /// Has a screen without a file list the files that were open last, and one with tabs offer them.
  package static func showRecentFiles(in screen: any ScrollScreen) {
    (screen as? NoFileController)?.showRecentFiles()
    (screen as? FilesController)?.showRecentFiles()
  }
}
