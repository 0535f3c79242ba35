/// Finds the position of an identifier in a list by 32 bits of its hash.
///
/// Knows no identifiers: the list keeps them, and their hash fragments, by position. An open table with linear probing,
/// two thirds full at most. Beside each position it has one byte of the fragment, so that most questions for what is
/// not there are answered by a small array that stays in the processor's cache. 7.5 bytes an identifier, up to twice
/// that while it grows.
struct IdentifierTable: Sendable {
  /// A byte of the fragment, or `vacant`.
  private var tags: ContiguousArray<UInt8> = []
  /// The positions; of no meaning where the tag says vacant.
  private var positions: ContiguousArray<UInt32> = []

  private static let vacant: UInt8 = 0
  /// Positions and links between lists are kept in 32 bits.
  static let capacity = Int(Int32.max) - 1

  /// Slots for `count` identifiers; 0 for none.
  private static func slotCount(for count: Int) -> Int { count == 0 ? 0 : max(8, count + (count + 1) / 2) }

  /// The slot to begin at: the upper bits of the fragment, scaled to the number of slots.
  @inline(__always)
  private static func slot(_ fragment: UInt32, of count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(fragment) &* UInt64(truncatingIfNeeded: count)) &>> 32)
  }

  /// The lower bits, which neighbours in the table do not share.
  @inline(__always)
  private static func tag(_ fragment: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: fragment) | 1 }

  // MARK: Positions

  /// The position among those with `fragment` for which `matches` is true. It may be asked for others too.
  @inline(__always)
  func position(_ fragment: UInt32, where matches: (Int) -> Bool) -> Int? {
    tags.withUnsafeBufferPointer { tags in
      guard !tags.isEmpty else { return nil }
      let tag = Self.tag(fragment)
      var slot = Self.slot(fragment, of: tags.count)
      while tags[slot] != Self.vacant {
        if tags[slot] == tag {
          let candidate = Int(positions[slot])
          if matches(candidate) { return candidate }
        }
        slot = slot + 1 == tags.count ? 0 : slot + 1
      }
      return nil
    }
  }

  /// Takes up a position, unless one that `matches` is there already.
  /// - Precondition: there is room, see `makeRoom`.
  /// - Returns: whether it was taken up.
  @inline(__always)
  mutating func insert(_ position: Int, _ fragment: UInt32, unless matches: (Int) -> Bool) -> Bool {
    tags.withUnsafeMutableBufferPointer { tags in
      let tag = Self.tag(fragment)
      var slot = Self.slot(fragment, of: tags.count)
      while tags[slot] != Self.vacant {
        if tags[slot] == tag, matches(Int(positions[slot])) { return false }
        slot = slot + 1 == tags.count ? 0 : slot + 1
      }
      tags[slot] = tag
      positions[slot] = UInt32(truncatingIfNeeded: position)
      return true
    }
  }

  // MARK: Whole lists

  /// Makes the table large enough for `count` positions.
  /// - Parameter fragments: those of the positions it has now, in order.
  mutating func makeRoom(for count: Int, fragments: ContiguousArray<UInt32>) {
    guard Self.slotCount(for: count) > tags.count else { return }
    // Lists that grow one by one are taken up anew each time they have doubled.
    rebuild(fragments, room: max(count, fragments.isEmpty ? 0 : 2 * fragments.count))
  }

  /// Takes up the positions of distinct identifiers, from 0.
  mutating func rebuild(_ fragments: ContiguousArray<UInt32>, room: Int) {
    let slots = Self.slotCount(for: room)
    tags = ContiguousArray(repeating: Self.vacant, count: slots)
    if positions.count != slots { positions = ContiguousArray(repeating: 0, count: slots) }
    for position in fragments.indices { _ = insert(position, fragments[position]) { _ in false } }
  }

  /// Identifiers were inserted before `position`: those from there on stand `count` further on.
  mutating func shift(from position: Int, by count: Int) {
    let (first, distance) = (UInt32(position), UInt32(count))
    positions.withUnsafeMutableBufferPointer { positions in
      for slot in positions.indices where positions[slot] >= first { positions[slot] &+= distance }
    }
  }

  /// Two neighbouring blocks of identifiers changed places.
  /// - Parameters:
  ///   - range: both blocks.
  ///   - middle: where the second one began.
  mutating func exchange(_ range: Range<Int>, at middle: Int) {
    let (start, end, second) = (UInt32(range.lowerBound), UInt32(range.upperBound), UInt32(middle))
    positions.withUnsafeMutableBufferPointer { positions in
      for slot in positions.indices {
        let value = positions[slot]
        guard value >= start, value < end else { continue }
        positions[slot] = value < second ? value + (end - second) : value - (second - start)
      }
    }
  }

  /// Every fragment's position can be found, and nothing else is in the table.
  func checkInvariants(_ fragments: ContiguousArray<UInt32>) {
    let taken = tags.indices.filter { tags[$0] != Self.vacant }.map { positions[$0] }
    precondition(taken.count == fragments.count && Set(taken).count == taken.count, "the table lost positions")
    precondition(tags.count >= Self.slotCount(for: fragments.count), "the table is too full")
    for index in fragments.indices {
      precondition(position(fragments[index]) { $0 == index } == index, "position \(index) cannot be found")
    }
  }
}
