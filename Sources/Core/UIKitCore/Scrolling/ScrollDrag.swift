import Foundation

/// Content under fingers: it goes as far as they do, and beyond its rest range gives way less and less.
///
/// Fingers are given by their translation since the drag began. Offsets and translations in points.
struct ScrollDrag: Equatable {
  /// One axis along which the content can be dragged.
  struct Track {
    var extent: ScrollExtent
    /// Whether the content gives way beyond its rest range; otherwise it stops there.
    var givesWay: Bool

    fileprivate func offset(askedBy wanted: CGFloat) -> CGFloat {
      let bound = extent.clamped(wanted)
      guard bound != wanted, givesWay else { return bound }
      return bound + RubberBand(length: extent.viewport).overshoot(forPull: wanted - bound)
    }
  }

  /// The offset at translation zero if nothing held back.
  private var origin: CGPoint
  /// The axis that the drag stays on; nil for both.
  private(set) var lock: ScrollAxis?

  /// A drag of content that shows at `offset`: content outside of its rest range is dragged on from there.
  init(of offset: CGPoint, in extents: ScrollExtents) {
    origin = Self.asked(by: offset, in: extents)
  }

  /// Whether the drag moves the content along an axis.
  func moves(along axis: ScrollAxis) -> Bool { lock == nil || lock == axis }

  /// Has the drag stay on the axis along which the fingers have gone further; called at each of their moves, and of
  /// effect at the first.
  mutating func lock(by translation: CGPoint) {
    if lock == nil { lock = abs(translation.x) > abs(translation.y) ? .horizontal : .vertical }
  }

  /// The offset for fingers that went by `translation`.
  /// - Parameters:
  ///   - shown: the present offset, which stays along an axis without a track, and across the one that is locked to.
  func offset(at translation: CGPoint, from shown: CGPoint, x: Track?, y: Track?) -> CGPoint {
    var offset = shown
    if let x, moves(along: .horizontal) { offset.x = x.offset(askedBy: origin.x - translation.x) }
    if let y, moves(along: .vertical) { offset.y = y.offset(askedBy: origin.y - translation.y) }
    return offset
  }

  /// The content was moved under the fingers: the drag goes on from there.
  mutating func shift(by distance: CGPoint) { origin = origin + distance }

  /// The rest range changed under fingers that went by `translation`: the content stays at `offset`, and gives way from
  /// there.
  mutating func rebase(to offset: CGPoint, in extents: ScrollExtents, at translation: CGPoint) {
    origin = Self.asked(by: offset, in: extents) + translation
  }

  /// The offset that fingers ask for when `shown` is what they get.
  private static func asked(by shown: CGPoint, in extents: ScrollExtents) -> CGPoint {
    func asked(_ shown: CGFloat, _ extent: ScrollExtent) -> CGFloat {
      let bound = extent.clamped(shown)
      return bound == shown ? shown : bound + RubberBand(length: extent.viewport).pull(forOvershoot: shown - bound)
    }
    return CGPoint(x: asked(shown.x, extents.x), y: asked(shown.y, extents.y))
  }
}
