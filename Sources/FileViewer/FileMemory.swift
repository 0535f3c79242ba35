import Foundation

/// A small file of the program's own, which its user alone can read: `TableDemo/NAME` below `$XDG_STATE_HOME`.
package enum StateFile {
  private static let mostBytes = 64 << 10

  /// The path of the file; nil where the environment names no folder for it.
  package static func path(_ name: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = home ?? environment["HOME"].map { $0 + "/.local/state" }
    return folder.map { $0 + "/TableDemo/" + name }
  }

  /// The content of the file; nil for one that is damaged, longer than it can be, unreadable, or no regular file.
  package static func read<Content: Decodable>(_ path: String) -> Content? {
    guard let file = try? OpenFile(path: path), let bytes = try? file.bytes(at: 0, count: mostBytes + 1),
      bytes.count <= mostBytes
    else { return nil }
    return try? JSONDecoder().decode(Content.self, from: Data(bytes))
  }

  /// Writes the file. Content that cannot be written is lost with the program.
  package static func write(_ content: some Encodable, _ path: String) {
    guard let data = try? JSONEncoder().encode(content), data.count <= mostBytes else { return }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = path + "-\(getpid())"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let isWritten = data.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    close(descriptor)
    if !isWritten || rename(draft, path) != 0 { unlink(draft) }
  }
}

/// Which files were open last, and which are, from run to run.
@MainActor
package final class FileMemory {
  private struct Content: Codable, Sendable {
    /// Paths, the newest first.
    var recent: [String] = []
    /// In the order of their tabs.
    var open: [String] = []
  }

  private var content = Content()
  private let path: String?
  private let lane: FileLane
  private var isLoaded = false

  private static let mostRecent = 30
  private static let mostOpen = 50

  /// Of the user: `TableDemo/files` below `$XDG_STATE_HOME`.
  package static func standard() -> FileMemory { FileMemory(path: StateFile.path("files")) }

  /// - Parameters:
  ///   - path: nil for one that ends with the program.
  ///   - lanes: where the file is read and written.
  package init(path: String?, lanes: FileLane.Kind = .thread) {
    self.path = path
    lane = FileLane(lanes, label: "file memory")
  }

  /// Paths of files that were open, the newest first.
  package var recent: [String] { content.recent }

  /// Reads what was open in the run before.
  /// - Parameter then: gets the paths that were open; none once files were opened in this run.
  package func load(then: @escaping @MainActor ([String]) -> Void) {
    guard let path else { return then([]) }
    lane.run {
      StateFile.read(path) ?? Content()
    } then: { [weak self] (stored: Content) in
      guard let self else { return }
      isLoaded = true
      let hasOpened = !content.recent.isEmpty
      content.recent += stored.recent.filter { !self.content.recent.contains($0) }
      guard hasOpened else { return then(Array(stored.open.prefix(Self.mostOpen))) }
      save()
      then([])
    }
  }

  /// Notes which files are open; what comes from standard input is not kept.
  package func note(open files: [FoundFile]) {
    let paths = files.map(\.path).filter { $0.hasPrefix("/") }
    content.open = Array(paths.prefix(Self.mostOpen))
    content.recent = Array((paths + content.recent.filter { !paths.contains($0) }).prefix(Self.mostRecent))
    if isLoaded { save() }
  }

  private func save() {
    guard let path else { return }
    lane.run { [content] in
      StateFile.write(content, path)
    } then: { _ in
    }
  }
}
