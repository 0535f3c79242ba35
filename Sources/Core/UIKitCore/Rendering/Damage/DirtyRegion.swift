import Pixels

/// Collects rectangles to be drawn anew and turns them into rectangles that do
/// not overlap, as few as pay.
struct DirtyRegion {
  /// The cost of another rectangle, in pixels: two rectangles are joined if that adds
  /// no more than this many unchanged pixels.
  let rectangleCost: Int

  private var added: ContiguousArray<PixelRect> = []
  private var waiting: ContiguousArray<PixelRect> = []
  /// Rectangles of the result before this one end above all that is to come.
  private var active = 0

  init(rectangleCost: Int) { self.rectangleCost = rectangleCost }

  mutating func removeAll() { added.removeAll(keepingCapacity: true) }

  mutating func add(_ rect: PixelRect) {
    if !rect.isEmpty { added.append(rect) }
  }

  /// Adds the parts of `rect` outside of `hole`.
  mutating func add(_ rect: PixelRect, without hole: PixelRect) {
    rect.subtract(hole) { add($0) }
  }

  /// Adds the parts of `rect` outside of all `holes`.
  mutating func add(
    _ rect: PixelRect, without holes: UnsafeBufferPointer<PixelRect>, from first: Int = 0
  ) {
    guard !rect.isEmpty else { return }
    var index = first
    while index < holes.count {
      let hole = holes[index]
      index += 1
      guard hole.overlaps(rect) else { continue }
      if hole.contains(rect) { return }
      rect.subtract(hole) { add($0, without: holes, from: index) }
      return
    }
    added.append(rect)
  }

  /// Writes the rectangles, cut to the window, sorted by their top edge.
  /// - Complexity: O(*n* log *n*) where few lie beside one another.
  mutating func finish(into result: inout ContiguousArray<PixelRect>, within size: PixelRect) {
    added.sortByTop()
    active = 0
    for index in added.indices {
      let rect = added[index].intersection(size)
      while active < result.count, result[active].maxY < rect.minY { active += 1 }
      place(rect, in: &result)
    }
    result.sortByTop()
  }

  /// Joins `rect` with those it overlaps or lies close to where that wastes
  /// little; else keeps the parts of it that are not there yet.
  private mutating func place(_ rect: PixelRect, in result: inout ContiguousArray<PixelRect>) {
    guard !rect.isEmpty else { return }
    var rect = rect
    var index = active
    var reach = reach(of: rect)
    while index < result.count {
      let other = result[index]
      guard other.minY - reach <= rect.maxY, other.maxY + reach >= rect.minY else {
        index += 1
        continue
      }
      if other.contains(rect) { return }
      let union = other.union(rect)
      let shared = other.overlaps(rect) ? other.intersection(rect).area : 0
      if union.area - other.area - rect.area + shared <= rectangleCost {
        // It may now reach up to any of those before.
        rect = union
        reach = self.reach(of: rect)
        result.remove(at: index)
        active = 0
        index = 0
      } else if shared > 0 {
        appendParts(of: rect, to: &result)
        return
      } else {
        index += 1
      }
    }
    result.append(rect)
  }

  /// How many rows away another rectangle may lie for the two to be joined: as wide as `rect`,
  /// the rows between are drawn although they did not change.
  private func reach(of rect: PixelRect) -> Int32 {
    Int32(clamping: rectangleCost) / max(1, rect.width)
  }

  /// Keeps the parts of `rect` that are not there yet; they are joined with
  /// nothing, else two beside a third might be joined across it again and again.
  private mutating func appendParts(
    of rect: PixelRect, to result: inout ContiguousArray<PixelRect>
  ) {
    waiting.append(rect)
    while let rect = waiting.popLast() {
      var index = active
      while index < result.count, !result[index].overlaps(rect) { index += 1 }
      if index == result.count {
        result.append(rect)
      } else {
        rect.subtract(result[index]) { waiting.append($0) }
      }
    }
  }
}

extension PixelRect {
  /// Calls `body` with up to four rectangles that hold the pixels outside of
  /// `hole`.
  @inline(__always)
  package func subtract(_ hole: PixelRect, _ body: (PixelRect) -> Void) {
    let hole = intersection(hole)
    guard !hole.isEmpty else { return body(self) }
    if hole.minY > minY { body(PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: hole.minY)) }
    if hole.minX > minX {
      body(PixelRect(minX: minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY))
    }
    if hole.maxX < maxX {
      body(PixelRect(minX: hole.maxX, minY: hole.minY, maxX: maxX, maxY: hole.maxY))
    }
    if hole.maxY < maxY { body(PixelRect(minX: minX, minY: hole.maxY, maxX: maxX, maxY: maxY)) }
  }
}

extension ContiguousArray<PixelRect> {
  /// Sorts in place, without the memory that `sort` takes. Lists come almost
  /// sorted.
  fileprivate mutating func sortByTop() {
    withUnsafeMutableBufferPointer { rects in
      var gap = 1
      while gap < rects.count / 9 { gap = gap * 3 + 1 }
      while gap > 0 {
        var index = gap
        while index < rects.count {
          let rect = rects[index]
          var place = index
          while place >= gap, rects[place - gap].minY > rect.minY {
            rects[place] = rects[place - gap]
            place -= gap
          }
          rects[place] = rect
          index += 1
        }
        gap /= 3
      }
    }
  }
}
