import FileViewer

/// The screen that was shown last, from run to run: where a window that is started without arguments begins.
///
/// It is read before the window opens, as the window's size is, and written by a thread.
@MainActor
final class PlaceMemory {
  private struct Content: Codable, Sendable {
    let screen: String
  }

  private let path: String?
  private let lane: FileLane

  /// Of the user: `TableDemo/place` below `$XDG_STATE_HOME`.
  static func standard() -> PlaceMemory { PlaceMemory(path: MemoryFile.path("place")) }

  /// - Parameters:
  ///   - path: nil for a memory that is empty and stays so.
  ///   - lanes: where the file is written.
  init(path: String?, lanes: FileLane.Kind = .thread) {
    self.path = path
    lane = FileLane(lanes, label: "place memory")
  }

  /// The screen that was shown last; nil at a first start, and where the file is damaged, too large or unreadable.
  func read() -> ScreenName? {
    let content: Content? = path.flatMap { MemoryFile.read($0) }
    return content.flatMap { ScreenName(rawValue: $0.screen) }
  }

  /// Notes the screen that is shown now.
  func note(_ screen: ScreenName) {
    guard let path else { return }
    lane.run {
      MemoryFile.write(Content(screen: screen.rawValue), path)
    } then: { _ in
    }
  }
}
