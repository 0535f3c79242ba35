import Pixels
import UIKitCore

/// The pixels a frame draws: rectangles that do not overlap, sorted by their top
/// edge.
///
/// The list of commands is walked once whatever their number; each command is
/// cut to those it meets.
struct DrawRegion {
  private var rects: ContiguousArray<PixelRect> = []
  /// For each rectangle, where the lowest up to it ends.
  private var reach: ContiguousArray<Int32> = []
  /// The rectangle around all.
  private(set) var bounds = PixelRect.empty

  var isEmpty: Bool { rects.isEmpty }

  mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
    reach.removeAll(keepingCapacity: true)
    bounds = PixelRect.empty
  }

  /// - Precondition: `rect` begins no higher than those before, and overlaps none.
  mutating func append(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    bounds = rects.isEmpty ? rect : bounds.union(rect)
    rects.append(rect)
    reach.append(max(reach.last ?? .min, rect.maxY))
  }

  /// Takes the pixels of another region outside of `hole`.
  mutating func take(_ other: DrawRegion, without hole: PixelRect) {
    removeAll()
    for index in other.rects.indices { other.rects[index].subtract(hole) { insert($0) } }
    for index in rects.indices {
      bounds = index == 0 ? rects[0] : bounds.union(rects[index])
      reach.append(max(reach.last ?? .min, rects[index].maxY))
    }
  }

  /// Keeps `rects` in order; a part below the hole comes before rectangles that begin beside it.
  private mutating func insert(_ rect: PixelRect) {
    var index = rects.count
    while index > 0, rects[index - 1].y > rect.y { index -= 1 }
    rects.insert(rect, at: index)
  }

  /// Whether a pixel of `rect` is drawn.
  func overlaps(_ rect: PixelRect) -> Bool {
    guard !rect.isEmpty else { return false }
    var index = firstIndex(reaching: rect.y)
    while index < rects.count, rects[index].y < rect.maxY {
      if rects[index].overlaps(rect) { return true }
      index += 1
    }
    return false
  }

  /// The first rectangle from which on one may end below a row.
  @inline(__always)
  private func firstIndex(reaching row: Int32) -> Int {
    var low = 0
    var high = rects.count
    while low < high {
      let middle = (low + high) / 2
      if reach[middle] <= row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Calls `body` with each part of `rect` that is drawn.
  /// - Complexity: O(log *n* + rectangles at the height of `rect`).
  @inline(__always)
  func forEachPart(of rect: PixelRect, _ body: (PixelRect) -> Void) {
    guard !rect.isEmpty else { return }
    var index = firstIndex(reaching: rect.y)
    while index < rects.count, rects[index].y < rect.maxY {
      let part = rects[index].intersection(rect)
      if !part.isEmpty { body(part) }
      index += 1
    }
  }

  /// The rectangle around the parts of `rect` that are drawn.
  func bounds(of rect: PixelRect) -> PixelRect {
    var bounds = PixelRect(x: rect.x, y: rect.y, width: 0, height: 0)
    forEachPart(of: rect) { bounds = bounds.isEmpty ? $0 : bounds.union($0) }
    return bounds
  }
}
