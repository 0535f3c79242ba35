import FileViewer

/// The choices of the screen `settings`, from run to run: `TableDemo/settings` below `$XDG_STATE_HOME`.
///
/// It is read before the window opens, which is dark or light by it, and written by a thread. A file that is damaged, or
/// longer than it can be, counts as missing.
@MainActor
final class SettingsMemory {
  private(set) var look: SettingsModel.Look
  private let path: String?
  private let lane: FileLane

  /// Of the user.
  static func standard() -> SettingsMemory { SettingsMemory(path: MemoryFile.path("settings")) }

  /// - Parameters:
  ///   - path: nil for a memory that ends with the program.
  ///   - lanes: where the file is written.
  init(path: String?, lanes: FileLane.Kind = .thread) {
    self.path = path
    look = path.flatMap { MemoryFile.read($0) } ?? SettingsModel.Look()
    lane = FileLane(lanes, label: "settings memory")
  }

  /// Keeps the choices.
  func note(_ look: SettingsModel.Look) {
    guard look != self.look else { return }
    self.look = look
    guard let path else { return }
    lane.run {
      MemoryFile.write(look, path)
    } then: { _ in
    }
  }
}
