import Primitives

/// Distinct identifiers in an order, each found by its hash: what a snapshot keeps its sections and its items in.
///
/// An identifier is hashed once, when it comes in. Insertions, deletions and moves pass over arrays of numbers, and
/// finding an identifier, or all those two lists have in common, hashes nothing that is in a list.
///
/// Contract: `fragments` has the hash fragment of every element at its position, and `table` every position.
struct IdentifierList<Element: Hashable & Sendable>: Sendable {
  /// The identifiers in order.
  private(set) var elements: [Element] = []
  private var fragments: ContiguousArray<UInt32> = []
  private var table = IdentifierTable()

  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }

  /// How many places are tried before the table.
  private static var nearby: Int { 4 }

  private static func fragment(_ element: Element) -> UInt32 { UInt32(truncatingIfNeeded: element.hashValue) }

  // MARK: Finding

  /// The position of an identifier.
  /// - Complexity: O(1).
  func position(of element: Element) -> Int? {
    guard !elements.isEmpty else { return nil }
    return elements.withUnsafeBufferPointer { elements in
      table.position(Self.fragment(element)) { elements[$0] == element }
    }
  }

  /// Which identifiers this list and an older one have in common.
  ///
  /// Most identifiers follow the one they followed before, or one that stood a little further on while those between
  /// are gone, so these places are tried first: they are next to each other in memory.
  /// - Complexity: O(n) in both lists.
  func match(from old: IdentifierList) -> IdentifierMatch {
    var match = IdentifierMatch(oldCount: old.count, newCount: count)
    let table = old.table
    old.elements.withUnsafeBufferPointer { oldElements in
      old.fragments.withUnsafeBufferPointer { oldFragments in
        elements.withUnsafeBufferPointer { newElements in
          fragments.withUnsafeBufferPointer { newFragments in
            match.link { position, guess in
              let fragment = newFragments[position]
              for near in guess..<max(guess, min(guess + Self.nearby, oldFragments.count))
              where oldFragments[near] == fragment && oldElements[near] == newElements[position] {
                return near
              }
              return table.position(fragment) { oldElements[$0] == newElements[position] }
            }
          }
        }
      }
    }
    return match
  }

  // MARK: Changing

  /// Puts new identifiers before the one at `position`, or at the end.
  /// - Returns: those that were not new, or came twice. If there are any, the list is of no use any more.
  /// - Complexity: O(n), at the end O(k) on average.
  mutating func insert(_ new: [Element], at position: Int) -> [Element] {
    guard count + new.count <= IdentifierTable.capacity else {
      misuse(
        """
        a snapshot cannot hold \(count + new.count) identifiers, at most \(IdentifierTable.capacity); show a part of them, \
        or use a data source of counts
        """)
    }
    guard !new.isEmpty else { return [] }
    table.makeRoom(for: count + new.count, fragments: fragments)
    if position == count {
      if isEmpty { elements = new } else { elements += new }
      fragments.reserveCapacity(elements.count)
      new.withUnsafeBufferPointer { new in
        for index in new.indices { fragments.append(Self.fragment(new[index])) }
      }
    } else {
      table.shift(from: position, by: new.count)
      elements.insert(contentsOf: new, at: position)
      fragments.insert(contentsOf: new.map(Self.fragment), at: position)
    }
    var repeated: [Element] = []
    fragments.withUnsafeBufferPointer { fragments in
      elements.withUnsafeBufferPointer { elements in
        for place in position..<(position + new.count) {
          let isNew = table.insert(place, fragments[place]) { elements[$0] == elements[place] }
          if !isNew { repeated.append(elements[place]) }
        }
      }
    }
    return repeated
  }

  /// Takes identifiers out.
  /// - Parameter positions: ascending.
  /// - Complexity: O(n).
  mutating func remove(at positions: [Int]) {
    guard let first = positions.first else { return }
    var kept = first
    for (number, position) in positions.enumerated() {
      let end = number + 1 < positions.count ? positions[number + 1] : count
      for source in (position + 1)..<max(position + 1, end) {
        elements[kept] = elements[source]
        fragments[kept] = fragments[source]
        kept += 1
      }
    }
    elements.removeLast(elements.count - kept)
    fragments.removeLast(fragments.count - kept)
    table.rebuild(fragments, room: kept)
  }

  /// Moves a block of identifiers.
  /// - Parameter position: before which one it goes, counted with the block still in its place; not within it.
  /// - Complexity: O(n).
  mutating func move(_ block: Range<Int>, to position: Int) {
    let range = min(block.lowerBound, position)..<max(block.upperBound, position)
    let middle = position <= block.lowerBound ? block.lowerBound : block.upperBound
    guard middle > range.lowerBound, middle < range.upperBound else { return }
    elements.exchange(range, at: middle)
    fragments.exchange(range, at: middle)
    table.exchange(range, at: middle)
  }

  /// Walks everything and stops at the first broken promise.
  func checkInvariants() {
    precondition(fragments.count == elements.count, "\(elements.count) identifiers have \(fragments.count) hashes")
    for (element, fragment) in zip(elements, fragments) {
      precondition(Self.fragment(element) == fragment, "\(element) is kept with the hash of another")
    }
    precondition(Set(elements).count == elements.count, "an identifier is there twice")
    table.checkInvariants(fragments)
  }
}

extension RangeReplaceableCollection where Self: MutableCollection & RandomAccessCollection, Index == Int {
  /// Two neighbouring blocks change places.
  fileprivate mutating func exchange(_ range: Range<Int>, at middle: Int) {
    let second = Array(self[middle..<range.upperBound])
    let first = Array(self[range.lowerBound..<middle])
    replaceSubrange(range, with: second + first)
  }
}
