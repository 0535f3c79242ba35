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
  /// Bytes of a pattern that is worth keeping.
  private static let longest = 1000

  /// Of the user: `TableDemo/searches` below `$XDG_STATE_HOME`.
  static let standard = SearchHistory(path: StateFile.path("searches"))

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
      StateFile.write(patterns, path)
    } then: { _ in
    }
  }

  nonisolated private static func read(_ path: String) -> [TextPattern] {
    let patterns: [TextPattern] = StateFile.read(path) ?? []
    return patterns.count <= most ? patterns : []
  }
}
