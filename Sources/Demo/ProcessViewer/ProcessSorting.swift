import Foundation

/// The column and direction by which processes are sorted.
struct ProcessSorting: Equatable, Sendable {
  enum Key: CaseIterable, Sendable {
    case name, pid, user, threads, load, memory
  }

  var key: Key
  var isAscending: Bool

  /// The order one expects first: figures from the largest, names from A.
  init(_ key: Key) {
    self.key = key
    isAscending = [.name, .pid, .user].contains(key)
  }

  /// The direction in words.
  var words: String { isAscending ? "ascending" : "descending" }

  /// Whether `a` stands before `b`, by the key alone; false for equal ones.
  func puts(_ a: ProcessEntry, before b: ProcessEntry) -> Bool {
    let (first, second) = isAscending ? (a, b) : (b, a)
    return switch key {
    case .name: Self.precedes(first.name, second.name)
    case .pid: first.identity.pid < second.identity.pid
    case .user: Self.precedes(first.user, second.user)
    case .threads: first.threads < second.threads
    case .load: first.load < second.load
    case .memory: first.memory < second.memory
    }
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    let (left, right) = (a.lowercased(), b.lowercased())
    return left == right ? a < b : left < right
  }
}
