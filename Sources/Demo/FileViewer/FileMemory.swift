import Foundation

/// A small file of the program's own, which its user alone can read: `TableDemo/NAME` below `$XDG_STATE_HOME`.
package enum MemoryFile {
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

  private static func encoded(_ content: some Encodable) -> Data? {
    (try? JSONEncoder().encode(content)).flatMap { $0.count <= mostBytes ? $0 : nil }
  }

  /// Whether content is short enough to be written.
  static func hasRoom(for content: some Encodable) -> Bool { encoded(content) != nil }

  /// Writes the file. Content that cannot be written is lost with the program.
  package static func write(_ content: some Encodable, _ path: String) {
    guard let data = encoded(content) else { return }
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

/// Content that outlasts the program, in a `MemoryFile`, which is read and written off the main thread.
@MainActor
final class Lasting<Content: Codable & Sendable> {
  /// As it was written last, or taken from the file by the owner.
  var content: Content
  private let path: String?
  private let lane: FileLane
  private var isLoaded = false

  /// - Parameter path: nil for content that ends with the program.
  init(_ content: Content, path: String?, lanes: FileLane.Kind) {
    (self.content, self.path, lane) = (content, path, FileLane(lanes, label: "memory"))
  }

  /// Reads the file, once.
  /// - Parameter then: gets its content; nil where it has none.
  func load(then: @escaping @MainActor (Content?) -> Void) {
    guard !isLoaded else { return }
    isLoaded = true
    guard let path else { return then(nil) }
    lane.run({ MemoryFile.read(path) }, then: then)
  }

  /// Changes the content, and that of the file, which other windows may have changed meanwhile.
  func change(_ change: @escaping @Sendable (inout Content) -> Void) {
    change(&content)
    guard let path else { return }
    lane.run { [content] in
      var stored = MemoryFile.read(path) ?? content
      change(&stored)
      MemoryFile.write(stored, path)
      return stored
    } then: { [weak self] in
      self?.content = $0
    }
  }
}

/// Which files were open last, and which are, from run to run. Files that other windows have opened meanwhile stay.
@MainActor
package final class FileMemory {
  private struct Content: Codable, Sendable {
    /// Paths, the newest first.
    var recent: [String] = []
    /// In the order of their tabs.
    var open: [String] = []
    /// The texts in the filter rows that delimited files of `recent` show, by their paths and fields; files of older versions
    /// have none.
    var filterRows: [String: [Int: String]]?

    private static let mostRecent = 30
    private static let mostOpen = 50

    /// Puts paths before those that were opened earlier.
    mutating func note(_ paths: [String]) {
      recent = Array((paths + recent.filter { !paths.contains($0) }).prefix(Self.mostRecent))
      open = Array(paths.prefix(Self.mostOpen))
      filterRows = filterRows?.filter { recent.contains($0.key) }
    }

    mutating func note(_ filterRow: [Int: String]?, of path: String) {
      filterRows = filterRows ?? [:]
      filterRows?[path] = filterRow
      // The paths are worth more.
      if !MemoryFile.hasRoom(for: self) { filterRows = nil }
    }
  }

  private let memory: Lasting<Content>

  /// Of the user: `TableDemo/files` below `$XDG_STATE_HOME`.
  package static func standard() -> FileMemory { FileMemory(path: MemoryFile.path("files")) }

  /// - Parameters:
  ///   - path: nil for one that ends with the program.
  ///   - lanes: where the file is read and written.
  package init(path: String?, lanes: FileLane.Kind = .thread) {
    memory = Lasting(Content(), path: path, lanes: lanes)
  }

  /// Paths of files that were open, the newest first.
  package var recent: [String] { memory.content.recent }

  /// Reads what was open in the run before.
  /// - Parameter then: gets the paths that were open; none once files were opened in this run.
  package func load(then: @escaping @MainActor ([String]) -> Void) {
    memory.load { [memory] stored in
      let isFirst = memory.content.recent.isEmpty
      if let stored { memory.content = stored }
      then(isFirst ? stored?.open ?? [] : [])
    }
  }

  /// The texts in the filter row of a delimited file by their fields; nil where no row is shown.
  func filterRow(of path: String) -> [Int: String]? { memory.content.filterRows?[path] }

  /// Notes what is in the filter row of a file that is open; nil for no row.
  func note(filterRow: [Int: String]?, of path: String) {
    if path.hasPrefix("/") { memory.change { $0.note(filterRow, of: path) } }
  }

  /// Notes which files are open; what comes from standard input is not kept.
  package func note(open files: [FoundFile]) {
    let paths = files.map(\.path).filter { $0.hasPrefix("/") }
    memory.change { $0.note(paths) }
  }
}
