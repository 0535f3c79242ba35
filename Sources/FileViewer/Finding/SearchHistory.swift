import Foundation
import TextSearch

/// The patterns that were searched for last, the newest first, kept in a file that its user alone can read.
///
/// A file that is damaged, longer than it can be, or no regular file, is as good as none, and is written anew.
@MainActor
final class SearchHistory {
  private(set) var patterns: [TextPattern] = []

  private let path: String?
  private let lane: FileLane
  private var isLoaded = false

  nonisolated private static let most = 50
  nonisolated private static let mostBytes = 64 << 10
  /// Bytes of a pattern that is worth keeping.
  private static let longest = 1000

  /// Of the user: `TableDemo/searches` below `$XDG_STATE_HOME`.
  static let standard: SearchHistory = {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = home ?? environment["HOME"].map { $0 + "/.local/state" }
    return SearchHistory(path: folder.map { $0 + "/TableDemo/searches" })
  }()

  /// - Parameters:
  ///   - path: nil for a history that ends with the program.
  ///   - lanes: where the file is read and written.
  init(path: String?, lanes: FileLane.Kind = .thread) {
    self.path = path
    lane = FileLane(lanes, label: "search history")
  }

  /// Reads the file, once; patterns that were noted meanwhile stay first.
  func load() {
    guard !isLoaded, let path else { return }
    isLoaded = true
    lane.run {
      Self.read(path)
    } then: { [weak self] stored in
      guard let self else { return }
      patterns += stored.filter { !self.patterns.contains($0) }
      patterns.removeLast(max(0, patterns.count - Self.most))
    }
  }

  /// Puts a pattern first.
  func note(_ pattern: TextPattern) {
    guard !pattern.text.isEmpty, pattern.text.utf8.count <= Self.longest, patterns.first != pattern else { return }
    patterns.removeAll { $0 == pattern }
    patterns.insert(pattern, at: 0)
    patterns.removeLast(max(0, patterns.count - Self.most))
    guard let path, isLoaded else { return }
    let patterns = patterns
    lane.run {
      Self.write(patterns, path)
    } then: { _ in
    }
  }

  nonisolated private static func read(_ path: String) -> [TextPattern] {
    guard let file = try? OpenFile(path: path), let bytes = try? file.bytes(at: 0, count: mostBytes + 1),
      bytes.count <= mostBytes,
      let patterns = try? JSONDecoder().decode([TextPattern].self, from: Data(bytes)), patterns.count <= most
    else { return [] }
    return patterns
  }

  /// A history that cannot be written ends with the program.
  nonisolated private static func write(_ patterns: [TextPattern], _ path: String) {
    guard let data = try? JSONEncoder().encode(patterns), data.count <= mostBytes else { return }
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
