/// Pairs the items of two frames that show the same.
struct ItemPairs {
  /// The item of the last frame, by its index, that one of this frame shows again.
  enum Partner {
    case none
    /// At the same place, under the same clip.
    case unmoved(Int)
    /// Where the block has moved from.
    case moved(Int)
    /// A large fill at another place, or of another extent, or a shadow at another place: some pixels of both look the same.
    case slid(Int)
  }

  /// For each new item the old one's index; one's complement when it moved, and with a mark when it slid.
  private var partners: ContiguousArray<Int32> = []
  private var isOldPaired: ContiguousArray<Bool> = []
  private var table = PlacedItemTable()

  func partner(of index: Int) -> Partner {
    let partner = Int(partners[index])
    if partner == Self.unpaired { return .none }
    if partner & Self.slidMark != 0, partner > 0 { return .slid(partner & ~Self.slidMark) }
    return partner >= 0 ? .unmoved(partner) : .moved(~partner)
  }

  func isPaired(old index: Int) -> Bool { isOldPaired[index] }

  private static let unpaired = Int(Int32.min)
  /// Beyond the number of any item.
  private static let slidMark = 1 << 30

  /// Pairs `next` with `previous`, in an order that is the painting order of both.
  /// - Returns: the block that moved, and how far.
  mutating func match(
    _ previous: ContiguousArray<DisplayItem>, _ next: ContiguousArray<DisplayItem>
  ) -> Damage.Copy? {
    table.fill(with: previous)
    partners.removeAll(keepingCapacity: true)
    isOldPaired.removeAll(keepingCapacity: true)
    for _ in previous.indices { isOldPaired.append(false) }
    return previous.withUnsafeBufferPointer { previous in
      next.withUnsafeBufferPointer { next in
        let move = findMove(previous, next)
        var last = -1
        for item in next {
          var partner = Self.unpaired
          if let index = movedPartner(of: item, move, after: last, previous) {
            partner = ~index
          } else if let index = unmovedPartner(of: item, after: last, previous) {
            partner = index
          } else if item.isLarge || item.evenInset > 0, let index = table.only(item.key, previous), index > last,
            previous[index].visible.overlaps(item.visible)
          {
            partner = index | Self.slidMark
          }
          partners.append(Int32(partner))
          guard partner != Self.unpaired else { continue }
          last = partner >= 0 ? partner & ~Self.slidMark : ~partner
          isOldPaired[last] = true
        }
        return move
      }
    }
  }

  private func movedPartner(
    of item: DisplayItem, _ move: Damage.Copy?, after last: Int,
    _ previous: UnsafeBufferPointer<DisplayItem>
  ) -> Int? {
    guard let move, move.area.contains(item.visible) else { return nil }
    return table.first(
      item.key, x: item.frame.minX - move.dx, y: item.frame.minY - move.dy, after: last, previous
    ) { move.area.contains($0.visible) }
  }

  private func unmovedPartner(
    of item: DisplayItem, after last: Int, _ previous: UnsafeBufferPointer<DisplayItem>
  ) -> Int? {
    table.first(item.key, x: item.frame.minX, y: item.frame.minY, after: last, previous) {
      $0.visible == item.visible
    }
  }

  /// The move that most items made, all under one clip, where more of them moved than stayed: a ring that goes from row
  /// to row takes no row along.
  private func findMove(
    _ previous: UnsafeBufferPointer<DisplayItem>, _ next: UnsafeBufferPointer<DisplayItem>
  ) -> Damage.Copy? {
    var leader: Damage.Copy?
    var votes = 0
    var hasStaying = false
    for item in next {
      guard let old = table.only(item.key, previous) else { continue }
      let dx = item.frame.minX - previous[old].frame.minX
      let dy = item.frame.minY - previous[old].frame.minY
      guard dx != 0 || dy != 0, item.clip == previous[old].clip else {
        hasStaying = true
        continue
      }
      let candidate = Damage.Copy(area: item.clip, dx: dx, dy: dy)
      // Boyer and Moore's majority vote: one pass, no table.
      if candidate == leader {
        votes += 1
      } else if votes == 0 {
        leader = candidate
        votes = 1
      } else {
        votes -= 1
      }
    }
    guard let leader, votes > 0, !leader.target.isEmpty else { return nil }
    return hasStaying && !isMadeByMost(leader, previous, next) ? nil : leader
  }

  /// Whether more of the items under the clip of a move made it than stayed where they were.
  private func isMadeByMost(
    _ move: Damage.Copy, _ previous: UnsafeBufferPointer<DisplayItem>, _ next: UnsafeBufferPointer<DisplayItem>
  ) -> Bool {
    var balance = 0
    for item in next where item.clip == move.area {
      guard let old = table.only(item.key, previous), previous[old].clip == item.clip else { continue }
      let before = previous[old].frame
      if item.frame.minX == before.minX, item.frame.minY == before.minY {
        balance -= 1
      } else if item.frame.minX - before.minX == move.dx, item.frame.minY - before.minY == move.dy {
        balance += 1
      }
    }
    return balance > 0
  }
}
