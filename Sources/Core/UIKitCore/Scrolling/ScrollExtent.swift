import Foundation

/// The lengths along one axis of a scroll view: its content, its viewport and the insets around the
/// content, all in points.
///
/// The offset of an axis is the content coordinate shown at the viewport's leading edge. The *rest
/// range* is the range of offsets at rest, without a pull:
/// `-leading ... max(-leading, content + trailing - viewport)`.
package struct ScrollExtent: Equatable, Sendable {
  /// Length of the content, in points; zero or more.
  package var content: CGFloat
  /// Length of the part that shows, in points; zero or more.
  package var viewport: CGFloat
  /// Adjusted inset before the content, in points; may be negative.
  package var leading: CGFloat
  /// Adjusted inset behind the content, in points; may be negative.
  package var trailing: CGFloat

  /// Describes an axis; called whenever a motion is planned, never kept across a resize.
  package init(
    content: CGFloat, viewport: CGFloat, leading: CGFloat = 0, trailing: CGFloat = 0
  ) {
    self.content = content
    self.viewport = viewport
    self.leading = leading
    self.trailing = trailing
  }

  /// The smallest offset of the rest range.
  package var lowest: CGFloat { 0 - leading }

  /// The largest offset of the rest range; never below `lowest`.
  package var highest: CGFloat { max(lowest, content + trailing - viewport) }

  /// The offsets the axis may rest at.
  package var restRange: ClosedRange<CGFloat> { lowest...highest }

  /// Whether content and insets together are longer than the viewport.
  package var overflows: Bool { highest > lowest }

  /// The offset of the rest range nearest to `offset`.
  package func clamped(_ offset: CGFloat) -> CGFloat {
    min(max(offset, lowest), highest)
  }

  /// The axis in the mirror: its offsets are what `mirrored(_:)` makes of those of this one.
  package var mirrored: ScrollExtent {
    ScrollExtent(content: content, viewport: viewport, leading: trailing, trailing: leading)
  }

  /// The content behind the viewport where the offset is the content before it, and the other way round.
  package func mirrored(_ offset: CGFloat) -> CGFloat { content - viewport - offset }

  /// Signed distance from the rest range: negative before it, positive behind it, zero within.
  package func overshoot(of offset: CGFloat) -> CGFloat {
    offset - clamped(offset)
  }

  /// Whether an offset can still move from `offset` in the direction of `delta` and stay in the
  /// rest range. Wheel events ask this to find the innermost scroll view that takes them.
  package func canMove(from offset: CGFloat, by delta: CGFloat) -> Bool {
    delta < 0 ? offset > lowest : delta > 0 && offset < highest
  }

  /// The boundary between pages one viewport long at which a movement from `offset` ends: the next
  /// one in the direction of `velocity`, the nearest one without velocity. In the rest range.
  package func page(from offset: CGFloat, velocity: CGFloat) -> CGFloat {
    guard viewport > 0 else { return clamped(offset) }
    let pages = (offset - lowest) / viewport
    let rule: FloatingPointRoundingRule =
      velocity > 0 ? .up : velocity < 0 ? .down : .toNearestOrAwayFromZero
    return clamped(lowest + pages.rounded(rule) * viewport)
  }

  /// The signed way from `offset` to the next page boundary in the direction of `delta`, a whole
  /// page when it is at one.
  package func distanceToPage(from offset: CGFloat, towards delta: CGFloat) -> CGFloat {
    let way = page(from: offset, velocity: delta) - offset
    guard way == 0, delta != 0 else { return way }
    return delta < 0 ? -viewport : viewport
  }
}
