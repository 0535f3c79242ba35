import Foundation

/// Where the content may be, and putting it there.
extension UIScrollView {
  /// `contentInset` plus the parts of the safe area that `contentInsetAdjustmentBehavior` adds, plus, at the top,
  /// the height of a refresh control that is refreshing.
  public final var adjustedContentInset: UIEdgeInsets {
    var inset = edgeInset
    if let refresh { inset.top += refresh.inset }
    return inset
  }

  /// `adjustedContentInset` without the room of a refresh control: what floats at an edge stays there, and does not
  /// make way for it.
  final var edgeInset: UIEdgeInsets {
    let safe = safeAreaInsets
    var inset = contentInset
    let (adds, addsSides): (Bool, Bool) =
      switch contentInsetAdjustmentBehavior {
      case .never: (false, false)
      case .always: (true, true)
      case .automatic, .scrollableAxes:
        (
          alwaysBounceVertical || contentSize.height > storedBounds.height,
          alwaysBounceHorizontal || contentSize.width > storedBounds.width
        )
      }
    if adds {
      inset.top += safe.top
      inset.bottom += safe.bottom
    }
    if addsSides {
      inset.left += safe.left
      inset.right += safe.right
    }
    return inset
  }

  /// What the horizontal axis shows and where it may rest.
  package final var horizontalExtent: ScrollExtent {
    let inset = adjustedContentInset
    return ScrollExtent(
      content: contentSize.width, viewport: storedBounds.width, leading: inset.left, trailing: inset.right
    ).aligned(at: contentAlignmentPoint.x)
  }

  /// What the vertical axis shows and where it may rest.
  package final var verticalExtent: ScrollExtent {
    let inset = adjustedContentInset
    return ScrollExtent(
      content: contentSize.height, viewport: storedBounds.height, leading: inset.top, trailing: inset.bottom
    ).aligned(at: contentAlignmentPoint.y)
  }

  /// Moves content and viewport together: called by a subclass when content above the viewport
  /// changed its height, so that what is on the screen stays still. Whatever moves goes on moving.
  package final func shiftContentOffset(by distance: CGPoint) {
    guard distance != .zero else { return }
    motion.shift(by: distance)
    shiftDrag(by: distance)
    indicators.trail?.shift(by: distance.y)
    apply(contentOffset + distance)
  }

  // MARK: Changing it

  func setOffsetFromOutside(_ offset: CGPoint) {
    guard offset != contentOffset else { return }
    if !isMovingItself {
      contentWillScroll()
      stopMotion()
      shiftDrag(by: offset - contentOffset)
    }
    bounds = CGRect(origin: offset, size: storedBounds.size)
  }

  /// Puts the content where a motion says, on whole device pixels: text and separators stay sharp
  /// while the motion itself keeps its fractions.
  func place(_ offset: CGPoint) { apply(aligned(offset)) }

  /// The offset of whole device pixels nearest to `offset`.
  func aligned(_ offset: CGPoint) -> CGPoint {
    let scale = windowStorage?.windowTraits.displayScale ?? 1
    return CGPoint(
      x: Self.aligned(offset.x, to: scale, within: horizontalExtent),
      y: Self.aligned(offset.y, to: scale, within: verticalExtent))
  }

  /// The nearest whole pixel, unless that would leave a rest range the offset is in.
  private static func aligned(
    _ offset: CGFloat, to scale: CGFloat, within extent: ScrollExtent
  ) -> CGFloat {
    let aligned = (offset * scale).rounded() / scale
    return extent.overshoot(of: offset) == 0 ? extent.clamped(aligned) : aligned
  }

  /// Sets the offset as part of a motion of the scroll view's own.
  func apply(_ offset: CGPoint) {
    guard offset != contentOffset else { return }
    let wasMovingItself = isMovingItself
    isMovingItself = true
    bounds = CGRect(origin: offset, size: storedBounds.size)
    isMovingItself = wasMovingItself
  }

  /// Sets the offset, whoever asks, and tells the delegate when it changed. Marks layout; the subviews move in the layout pass.
  func offsetDidChange() {
    setNeedsLayout()
    if !holdsScrollReport() { reportScroll() }
  }

  /// Tells that the offset changed.
  func reportScroll() {
    delegate?.scrollViewDidScroll(self)
    if refresh != nil { refreshIfPulled() }
  }

  // MARK: Changes around it

  func insetsMayHaveChanged() {
    extentsMayHaveChanged()
    let inset = adjustedContentInset
    guard inset != lastAdjustedInset else { return }
    lastAdjustedInset = inset
    adjustedContentInsetDidChange()
    delegate?.scrollViewDidChangeAdjustedContentInset(self)
  }

  /// Size, content or insets may be others: an offset at rest stays at the top if it was there, and
  /// in the rest range if it was in it; coasting is planned anew; what would end in the old rest range
  /// ends in the new one.
  func extentsMayHaveChanged() {
    let old = lastExtents
    let new = (x: horizontalExtent, y: verticalExtent)
    guard old.x != new.x || old.y != new.y else { return }
    lastExtents = new
    setNeedsComposite()
    guard drag == nil else { return }
    switch motion {
    case .flinging: replanFling()
    case .animating(let animation, let since, let purpose):
      let target = Self.retained(animation.target, from: old, to: new)
      guard let now = frameTime, target != animation.target else { return }
      motion = .animating(
        ScrollAnimation(
          from: contentOffset, to: target, velocity: animation.velocity(at: now - since)),
        since: now, purpose)
    case .gliding(var x, var y):
      let targets = CGPoint(x: x.target, y: y.target)
      let landing = Self.retained(targets, from: old, to: new)
      guard let now = frameTime, landing != targets else { return }
      if landing.x != targets.x { x.land(on: landing.x, at: now) }
      if landing.y != targets.y { y.land(on: landing.y, at: now) }
      motion = .gliding(x: x, y: y)
    // Follows the upper edge in any case.
    case .pulling: break
    case .resting:
      let offset = contentOffset
      let rested = CGPoint(
        x: Self.resting(offset.x, from: old.x, to: new.x),
        y: keepsPlace(resizedFrom: old.y, to: new.y) ? offset.y : Self.resting(offset.y, from: old.y, to: new.y))
      apply(rested)
    }
  }

  /// Where a movement to `target` ends when the extents change on its way: a target in the old rest
  /// range stays in the new one, another was chosen so and is kept.
  private static func retained(
    _ target: CGPoint, from old: (x: ScrollExtent, y: ScrollExtent),
    to new: (x: ScrollExtent, y: ScrollExtent)
  ) -> CGPoint {
    CGPoint(
      x: old.x.overshoot(of: target.x) == 0 ? new.x.clamped(target.x) : target.x,
      y: old.y.overshoot(of: target.y) == 0 ? new.y.clamped(target.y) : target.y)
  }

  private static func resting(
    _ offset: CGFloat, from old: ScrollExtent, to new: ScrollExtent
  ) -> CGFloat {
    if offset == old.lowest { return new.lowest }
    return old.overshoot(of: offset) == 0 ? new.clamped(offset) : offset
  }
}

extension ScrollExtent {
  /// With content that is smaller than its room standing at a part of what is left over.
  fileprivate func aligned(at point: CGFloat) -> ScrollExtent {
    guard point > 0 else { return self }
    let free = viewport - leading - content - trailing
    guard free > 0 else { return self }
    var aligned = self
    // Not a rounding error further than where the content ends at the end of the room.
    aligned.leading = min(leading + free * min(point, 1), -(content + trailing - viewport))
    return aligned
  }

  /// Nothing to show.
  static let none = ScrollExtent(content: 0, viewport: 0)
}
