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

  private nonisolated static let most = 50
  /// Bytes of a pattern that is worth keeping.
  private static let longest = 1000

  /// Of the user: `TableDemo/searches` below `$XDG_STATE_HOME`.
  static let standard = SearchHistory(path: MemoryFile.path("searches"))

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
      MemoryFile.read(path) ?? []
    } then: { [weak self] (stored: [TextPattern]) in
      guard let self else { return }
      patterns = Array((patterns + stored.filter { !self.patterns.contains($0) }).prefix(Self.most))
    }
  }

  /// Puts a pattern first.
  func note(_ pattern: TextPattern) {
    guard !pattern.text.isEmpty, pattern.text.utf8.count <= Self.longest, patterns.first != pattern else { return }
    patterns = Self.putting(pattern, before: patterns)
    guard let path, isLoaded else { return }
    lane.run { [patterns] in
      // Other windows may have noted theirs.
      let all = Self.putting(pattern, before: MemoryFile.read(path) ?? patterns)
      MemoryFile.write(all, path)
      return all
    } then: { [weak self] in
      self?.patterns = $0
    }
  }

  private nonisolated static func putting(_ pattern: TextPattern, before others: [TextPattern]) -> [TextPattern] {
    var all = Array(([pattern] + others.filter { $0 != pattern }).prefix(most))
    while !MemoryFile.hasRoom(for: all) { all.removeLast() }
    return all
  }
}
