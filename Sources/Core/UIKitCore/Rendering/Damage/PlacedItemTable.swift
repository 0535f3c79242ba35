/// Finds items by their picture. A chained hash table over the indices of an
/// item list, rebuilt each frame in storage that is kept.
struct PlacedItemTable {
  /// Heads of the chains; -1 ends one. A power of two long.
  private var heads: ContiguousArray<Int32> = []
  private var links: ContiguousArray<Int32> = []

  mutating func fill(with items: ContiguousArray<DisplayItem>) {
    var capacity = max(64, heads.count)
    while capacity < items.count * 2 { capacity *= 2 }
    if capacity != heads.count {
      heads = ContiguousArray(repeating: -1, count: capacity)
    } else {
      heads.withUnsafeMutableBufferPointer { $0.update(repeating: -1) }
    }
    links.removeAll(keepingCapacity: true)
    for _ in items.indices { links.append(-1) }
    // Backwards, so that each chain is in painting order.
    var index = items.count
    while index > 0 {
      index -= 1
      let bucket = bucket(of: items[index].key)
      links[index] = heads[bucket]
      heads[bucket] = Int32(index)
    }
  }

  @inline(__always)
  private func bucket(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: key >> 20) & (heads.count - 1)
  }

  /// The index of the only item with that picture; nil for zero or several items.
  func only(_ key: UInt64, _ items: UnsafeBufferPointer<DisplayItem>) -> Int? {
    var found: Int?
    var index = heads[bucket(of: key)]
    while index >= 0 {
      if items[Int(index)].key == key {
        if found != nil { return nil }
        found = Int(index)
      }
      index = links[Int(index)]
    }
    return found
  }

  /// The first item after index `last` with that picture at that place which
  /// passes the test.
  @inline(__always)
  func first(
    _ key: UInt64, x: Int32, y: Int32, after last: Int,
    _ items: UnsafeBufferPointer<DisplayItem>, where matches: (borrowing DisplayItem) -> Bool
  ) -> Int? {
    var index = heads[bucket(of: key)]
    while index >= 0 {
      let place = Int(index)
      if place > last, items[place].key == key, items[place].frame.minX == x,
        items[place].frame.minY == y, matches(items[place])
      {
        return place
      }
      index = links[place]
    }
    return nil
  }
}
