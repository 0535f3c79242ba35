import Foundation

/// Where the knob of a scroll indicator lies on its track, and which offset a place on the track
/// stands for. One axis, in points along the track, measured from its leading end.
package struct ScrollIndicatorLayout: Equatable, Sendable {
  /// The shortest knob inside the rest range: long enough to be taken with a mouse.
  package static let shortestKnob: CGFloat = 36
  /// The shortest knob while the content is pulled beyond its range.
  package static let shortestSqueezedKnob: CGFloat = 7

  /// The axis that is shown.
  package var extent: ScrollExtent
  /// Length of the track, in points.
  package var track: CGFloat

  /// An indicator for `extent` on a track of `track` points.
  package init(extent: ScrollExtent, track: CGFloat) {
    self.extent = extent
    self.track = track
  }

  /// Length of the knob while the offset is in its rest range.
  package var restingKnobLength: CGFloat {
    let whole = extent.content + extent.leading + extent.trailing
    guard whole > 0 else { return track }
    let share = track * min(1, extent.viewport / whole)
    return min(track, max(share, Self.shortestKnob))
  }

  /// Start and length of the knob at `offset`. Beyond the rest range the knob stays at its end and
  /// gets shorter by the overshoot.
  package func knob(at offset: CGFloat) -> (start: CGFloat, length: CGFloat) {
    let overshoot = extent.overshoot(of: offset)
    let resting = restingKnobLength
    let length = max(min(resting, Self.shortestSqueezedKnob), resting - abs(overshoot))
    if overshoot > 0 { return (track - length, length) }
    guard overshoot == 0, extent.overflows else { return (0, length) }
    let share = (offset - extent.lowest) / (extent.highest - extent.lowest)
    return ((track - length) * share, length)
  }

  /// The offset whose knob starts at `start`, within the rest range. Dragging the knob uses it.
  package func offset(forKnobStart start: CGFloat) -> CGFloat {
    let room = track - restingKnobLength
    guard room > 0 else { return extent.lowest }
    let share = min(max(start / room, 0), 1)
    // Exact at both ends, whatever the lengths.
    if share == 1 { return extent.highest }
    return extent.lowest + (extent.highest - extent.lowest) * share
  }
}
