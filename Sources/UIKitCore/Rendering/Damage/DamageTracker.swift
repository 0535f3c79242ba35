/// Compares successive display lists and tells which pixels differ, and which
/// block of pixels only moved.
///
/// Lists are read as items: what is painted, apart from where. An item is kept
/// when the last frame had the same picture at the same place, or at the place
/// it has moved from together with the block. Everything else, old and new, is
/// damage. Keeping is safe because kept items are in the same painting order in
/// both frames, and whatever was between them then or is now lies in the damage.
package struct DamageTracker {
  private var previous = DisplayItemList()
  private var next = DisplayItemList()
  private var slots = SlotVersions()
  private var table = PlacedItemTable()
  private var kept: ContiguousArray<Bool> = []
  private var region = DirtyRegion()
  private var hasPrevious = false

  /// A tracker that has seen no list: the first is all damage.
  package init() {}

  /// The next comparison will find everything changed: the picture is lost.
  package mutating func invalidate() { hasPrevious = false }

  /// Compares `list` with the one of the call before, and remembers it.
  ///
  /// - Parameter damage: receives the answer; its storage is reused.
  /// - Complexity: O(commands) expected.
  package mutating func update(with list: borrowing DisplayList, damage: inout Damage) {
    slots.apply(list)
    next.read(list, slots: slots)
    damage.copy = nil
    damage.redraw.removeAll(keepingCapacity: true)
    damage.present.removeAll(keepingCapacity: true)
    if hasPrevious, next.size == previous.size, next.scale == previous.scale,
      next.background == previous.background
    {
      compare(into: &damage)
    } else {
      damage.redraw.append(next.size)
      damage.present.append(next.size)
    }
    swap(&previous, &next)
    hasPrevious = true
  }

  private mutating func compare(into damage: inout Damage) {
    table.fill(with: previous.items)
    damage.copy = findMove()
    if let copy = damage.copy, copy.dx == 0, next.hasSameIsland(as: previous) {
      damage.copy?.hole = next.island.intersection(copy.area)
    }
    region.removeAll()
    markKept(copy: damage.copy)
    if let copy = damage.copy {
      region.add(copy.area, without: copy.target)
      // What arrives from beneath the panel is the panel.
      region.add(
        copy.hole.translated(dx: copy.dx, dy: copy.dy).intersection(copy.area), without: copy.hole)
      for index in previous.items.indices where !kept[index] {
        // What the move carries along although it should not have moved, and
        // what stays behind where nothing arrives.
        let old = previous.items[index].visible
        region.add(
          old.intersection(copy.area).translated(dx: copy.dx, dy: copy.dy)
            .intersection(copy.area), without: copy.hole)
        region.add(old, without: copy.area)
      }
    } else {
      for index in previous.items.indices where !kept[index] {
        region.add(previous.items[index].visible)
      }
    }
    region.finish(into: &damage, within: next.size)
  }

  // MARK: Finding the move

  /// The move that most text and images made, all under one clip.
  private func findMove() -> Damage.Copy? {
    var leader: Damage.Copy?
    var votes = 0
    for item in next.items {
      guard let old = table.only(item.key, in: previous.items) else { continue }
      let from = previous.items[old]
      let dx = item.frame.minX - from.frame.minX
      let dy = item.frame.minY - from.frame.minY
      guard dx != 0 || dy != 0, item.clip == from.clip else { continue }
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
    return leader
  }

  // MARK: Keeping

  /// Marks the old items that need no work; new items without one are damage.
  private mutating func markKept(copy: Damage.Copy?) {
    kept.removeAll(keepingCapacity: true)
    for _ in previous.items { kept.append(false) }
    var last = -1
    for item in next.items {
      if let index = keptIndex(of: item, copy: copy, after: last) {
        kept[index] = true
        last = index
      } else {
        region.add(item.visible, without: copy?.hole ?? .empty)
      }
    }
  }

  /// The old item that shows the same as `item`, with every pixel right once
  /// the block has moved.
  private func keptIndex(of item: DisplayItem, copy: Damage.Copy?, after last: Int) -> Int? {
    guard let copy, item.visible.overlaps(copy.area) else {
      return unmovedIndex(of: item, after: last) { old in
        !(copy.map { old.visible.overlaps($0.area) } ?? false)
      }
    }
    // A background stays where it is, and yet the block may carry it along.
    if item.isUniform,
      let index = unmovedIndex(of: item, after: last, where: { survives(copy, $0, as: item) })
    {
      return index
    }
    guard copy.area.contains(item.visible) else { return nil }
    return table.first(
      item.key, x: item.frame.minX - copy.dx, y: item.frame.minY - copy.dy, after: last,
      in: previous.items
    ) { old in copy.area.contains(old.visible) && survives(copy, old, as: item) }
  }

  private func unmovedIndex(
    of item: DisplayItem, after last: Int, where condition: (DisplayItem) -> Bool
  ) -> Int? {
    table.first(
      item.key, x: item.frame.minX, y: item.frame.minY, after: last, in: previous.items
    ) { old in old.visible == item.visible && condition(old) }
  }

  /// Whether the pixels that arrive show of `item` what they showed of `old`:
  /// where one can be seen, the other could where it came from.
  private func survives(_ copy: Damage.Copy, _ old: DisplayItem, as item: DisplayItem) -> Bool {
    old.visible.intersection(copy.area).translated(dx: copy.dx, dy: copy.dy)
      .intersection(copy.target).isSameArea(as: item.visible.intersection(copy.target))
  }
}
