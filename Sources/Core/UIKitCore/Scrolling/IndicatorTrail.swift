import Foundation

/// Where a knob is shown while the length of the content is still being found out.
///
/// Content that grows while it is scrolled would send the knob of `ScrollIndicatorLayout` backwards: its place is the
/// part of the way that is done, and the way got longer. A trail starts at what was shown last and moves on by the part
/// of the *remaining* way that each step does, so it never turns round before the content does and meets both ends
/// exactly. In between it goes at half to double that speed until it agrees with the layout again.
package struct IndicatorTrail: Equatable, Sendable {
  /// The part of the knob's way that is done, 0...1.
  package private(set) var share: Double
  /// The part of the track that the knob covers, 0...1.
  package private(set) var length: Double
  /// The offset the knob was shown for, in points.
  private var offset: Double

  /// Begins with what `layout` shows at `offset`.
  package init(at offset: Double, in layout: ScrollIndicatorLayout) {
    self.offset = offset
    share = Self.share(of: offset, in: layout.extent)
    length = Self.length(in: layout)
  }

  /// Start and length of the knob on a track of `track` points.
  package func knob(track: Double) -> (start: CGFloat, length: CGFloat) {
    (track * (1 - length) * share, track * length)
  }

  /// Whether the layout would show the same.
  package func agrees(with layout: ScrollIndicatorLayout) -> Bool {
    abs(share - Self.share(of: offset, in: layout.extent)) < 1e-9 && abs(length - Self.length(in: layout)) < 1e-9
  }

  /// The content moved to `newOffset` in an extent that may have changed besides.
  package mutating func follow(_ newOffset: Double, in layout: ScrollIndicatorLayout) {
    let extent = layout.extent
    let moved = extent.clamped(newOffset) - extent.clamped(offset)
    offset = newOffset
    let before = (share: share, length: length)
    let done = extent.clamped(newOffset) - extent.lowest
    let rest = extent.highest - extent.clamped(newOffset)
    let truth = Self.share(of: newOffset, in: extent)
    if rest <= 0 || done <= 0 {
      share = truth
    } else if moved > 0 {
      let step = (1 - share) * moved / (rest + moved)
      share = min(1, max(share + step / 2, min(truth, share + step * 2)))
    } else if moved < 0 {
      let step = share * -moved / (done - moved)
      share = max(0, min(share - step / 2, max(truth, share - step * 2)))
    }
    if share != before.share { adaptLength(to: Self.length(in: layout), from: before) }
  }

  /// The content moved to `newOffset` and the knob stays where it is.
  package mutating func hold(at newOffset: Double) { offset = newOffset }

  /// Content above the viewport changed its height by `distance`, and the offset with it.
  package mutating func shift(by distance: Double) { offset += distance }

  /// The user holds the knob with its start at `start` on a track of `track` points.
  /// - Returns: the offset to show: as much of the way to that end as the knob did of its own.
  package mutating func drag(knobStart start: Double, track: Double, in extent: ScrollExtent) -> Double {
    let room = track * (1 - length)
    let target = room > 0 ? min(max(start / room, 0), 1) : 0
    let here = extent.clamped(offset)
    if target >= 1 {
      offset = extent.highest
    } else if target <= 0 {
      offset = extent.lowest
    } else if target > share {
      offset = here + (extent.highest - here) * (target - share) / (1 - share)
    } else if target < share {
      offset = here - (here - extent.lowest) * (share - target) / share
    }
    share = target
    return offset
  }

  /// Brings the length as near to `wanted` as it can get without either end of the knob going back.
  private mutating func adaptLength(to wanted: Double, from before: (share: Double, length: Double)) {
    let start = (1 - before.length) * before.share
    let end = start + before.length
    // The lengths with which the start, or the end, stays where it was.
    let atStart = share > 0 ? 1 - start / share : (share > before.share ? .infinity : -.infinity)
    let atEnd = share < 1 ? (end - share) / (1 - share) : (share > before.share ? -.infinity : .infinity)
    length = share > before.share ? min(max(wanted, atEnd), atStart) : max(min(wanted, atEnd), atStart)
  }

  private static func share(of offset: Double, in extent: ScrollExtent) -> Double {
    guard extent.overflows else { return 0 }
    return (extent.clamped(offset) - extent.lowest) / (extent.highest - extent.lowest)
  }

  private static func length(in layout: ScrollIndicatorLayout) -> Double {
    layout.track > 0 ? layout.restingKnobLength / layout.track : 1
  }
}
