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
      for index in heads.indices { heads[index] = -1 }
    }
    links.removeAll(keepingCapacity: true)
    for _ in items { links.append(-1) }
    // Backwards, so that each chain is in painting order.
    for index in items.indices.reversed() {
      let bucket = bucket(of: items[index].key)
      links[index] = heads[bucket]
      heads[bucket] = Int32(index)
    }
  }

  private func bucket(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: key >> 20) & (heads.count - 1)
  }

  /// The index of the one item with that picture; nil when there is none or
  /// more than one.
  func only(_ key: UInt64, in items: ContiguousArray<DisplayItem>) -> Int? {
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
  func first(
    _ key: UInt64, x: Int32, y: Int32, after last: Int, in items: ContiguousArray<DisplayItem>,
    where matches: (DisplayItem) -> Bool
  ) -> Int? {
    var index = heads[bucket(of: key)]
    while index >= 0 {
      let item = items[Int(index)]
      if Int(index) > last, item.key == key, item.frame.minX == x, item.frame.minY == y,
        matches(item)
      {
        return Int(index)
      }
      index = links[Int(index)]
    }
    return nil
  }
}
