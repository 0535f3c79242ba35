import TextSearch

/// The patterns that were searched for last, the newest first, kept in a file that its user alone can read.
///
/// A file that is damaged, longer than it can be, or no regular file, is as good as none, and is written anew.
@MainActor
final class SearchHistory {
  private let memory: Lasting<[TextPattern]>

  private nonisolated static let most = 50
  /// Bytes of a pattern that is worth keeping.
  private static let longest = 1000

  /// Of the user: `TableDemo/searches` below `$XDG_STATE_HOME`.
  static let standard = SearchHistory(path: MemoryFile.path("searches"))

  /// - Parameters:
  ///   - path: nil for a history that ends with the program.
  ///   - lanes: where the file is read and written.
  init(path: String?, lanes: FileLane.Kind = .thread) { memory = Lasting([], path: path, lanes: lanes) }

  var patterns: [TextPattern] { memory.content }

  /// Reads the file, once; patterns that were noted meanwhile stay first.
  func load() {
    memory.load { [memory] stored in
      let known = memory.content
      memory.content = Array((known + (stored ?? []).filter { !known.contains($0) }).prefix(Self.most))
    }
  }

  /// Puts a pattern first.
  func note(_ pattern: TextPattern) {
    guard !pattern.text.isEmpty, pattern.text.utf8.count <= Self.longest, patterns.first != pattern else { return }
    memory.change { patterns in
      patterns = Array(([pattern] + patterns.filter { $0 != pattern }).prefix(Self.most))
      while !MemoryFile.hasRoom(for: patterns) { patterns.removeLast() }
    }
  }
}
