/// Which identifiers of an old and a new list are the same, by position.
///
/// 8 bytes for every identifier that is in both lists.
struct IdentifierMatch {
  /// For every new position the old one, or `none`.
  private(set) var oldOf: ContiguousArray<Int32>
  /// For every old position the new one, or `none`.
  private(set) var newOf: ContiguousArray<Int32>

  /// In place of a position: the identifier is in one list only.
  static let none: Int32 = -1

  init(oldCount: Int, newCount: Int) {
    newOf = ContiguousArray(repeating: Self.none, count: oldCount)
    oldOf = ContiguousArray(repeating: Self.none, count: newCount)
  }

  /// The old position of what is new at `position`; nil if it was not there.
  func old(of position: Int) -> Int? { oldOf[position] < 0 ? nil : Int(oldOf[position]) }

  /// The new position of what was at `position`; nil if it is gone.
  func new(of position: Int) -> Int? { newOf[position] < 0 ? nil : Int(newOf[position]) }

  /// Finds the pairs.
  /// - Parameter find: given a new position and the old position that follows the last one found, tells the old
  ///   position.
  @inline(__always)
  mutating func link(_ find: (_ position: Int, _ guess: Int) -> Int?) {
    oldOf.withUnsafeMutableBufferPointer { oldOf in
      newOf.withUnsafeMutableBufferPointer { newOf in
        var guess = 0
        for position in oldOf.indices {
          guard let old = find(position, guess) else { continue }
          oldOf[position] = Int32(truncatingIfNeeded: old)
          newOf[old] = Int32(truncatingIfNeeded: position)
          guess = old + 1
        }
      }
    }
  }

  /// From now on what is new at `position` counts as having come, and its old self as gone.
  mutating func unlink(new position: Int) {
    guard let old = old(of: position) else { return }
    oldOf[position] = Self.none
    newOf[old] = Self.none
  }
}
