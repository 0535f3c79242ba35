/// Collects rectangles to be drawn anew and reduces them to a few that do not
/// overlap.
struct DirtyRegion {
  /// More rectangles than this are merged: each costs a pass over the list.
  private static let limit = 8

  private var rects: ContiguousArray<DeviceRect> = []

  mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  mutating func add(_ rect: DeviceRect) {
    guard !rect.isEmpty else { return }
    var merged = rect
    // Rectangles that overlap, or that together waste little, become one.
    var index = 0
    while index < rects.count {
      let other = rects[index]
      if other.contains(merged) { return }
      let union = merged.union(other)
      if merged.overlaps(other) || union.area <= merged.area + other.area + union.area / 16 {
        merged = union
        rects.swapAt(index, rects.count - 1)
        rects.removeLast()
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(merged)
    if rects.count > Self.limit { mergeClosest() }
  }

  /// Adds the parts of `rect` outside of `hole`.
  mutating func add(_ rect: DeviceRect, without hole: DeviceRect) {
    let hole = hole.intersection(rect)
    guard !hole.isEmpty else {
      add(rect)
      return
    }
    add(DeviceRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: hole.minY))
    add(DeviceRect(minX: rect.minX, minY: hole.maxY, maxX: rect.maxX, maxY: rect.maxY))
    add(DeviceRect(minX: rect.minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY))
    add(DeviceRect(minX: hole.maxX, minY: hole.minY, maxX: rect.maxX, maxY: hole.maxY))
  }

  /// Joins the two rectangles whose union adds the fewest pixels.
  private mutating func mergeClosest() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let waste =
          rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    let union = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
    add(union)
  }

  /// Writes the rectangles, cut to the window; shows them and what was moved.
  func finish(into damage: inout Damage, within size: DeviceRect) {
    for rect in rects {
      let visible = rect.intersection(size)
      if !visible.isEmpty { damage.redraw.append(visible) }
    }
    guard let copy = damage.copy else {
      damage.present.append(contentsOf: damage.redraw)
      return
    }
    let moved = copy.area.intersection(size)
    damage.present.append(moved)
    for rect in damage.redraw where !moved.contains(rect) { damage.present.append(rect) }
  }
}
