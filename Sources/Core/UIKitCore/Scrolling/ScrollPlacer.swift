import Foundation

/// Puts the content where the app or a motion wants it, and brings it along when size, content or insets change.
final class ScrollPlacer: ScrollFacet {
  /// The scroll view itself is changing the offset.
  private var isPlacing = false
  private var lastExtents = (x: ScrollExtent.none, y: ScrollExtent.none)
  private var lastInset = UIEdgeInsets.zero
  /// Where the content was before a larger viewport moved it, and whereto: along an axis, as long as it stays there.
  private var displaced: (x: Displacement?, y: Displacement?)
  /// Whether the content begins at its right end: offsets count from there when size, content or insets change.
  private var beginsAtRight = false

  /// What a viewport that became larger than what was left of the content did to the offset.
  private struct Displacement {
    /// The offset before, and the one that the larger viewport left. Points.
    var wished, placed: CGFloat
    /// Of what length of the content. Points.
    var content: CGFloat
  }

  /// Begins with the extents of a new scroll view.
  func begin() { lastExtents = (scrollView.horizontalExtent, scrollView.verticalExtent) }

  /// Has the content begin at its right end from now on, or at its left one. Nothing moves.
  func begin(atRight: Bool) {
    beginsAtRight = atRight
    displaced.x = nil
  }

  // MARK: Changing the offset

  /// The app sets the offset, which ends any movement unless it does so while it is told of one.
  func set(_ offset: CGPoint) {
    let scrollView = scrollView
    guard offset != scrollView.contentOffset else { return }
    if !isPlacing {
      scrollView.contentWillScroll()
      scrollView.mover.stop()
      scrollView.dragging.shift(by: offset - scrollView.contentOffset)
    }
    move(scrollView, to: offset)
  }

  /// Puts the content where a motion says, on whole device pixels: text and separators stay sharp
  /// while the motion itself keeps its fractions.
  func place(_ offset: CGPoint) { apply(aligned(offset)) }

  /// Sets the offset as part of a motion of the scroll view's own.
  func apply(_ offset: CGPoint) {
    let scrollView = scrollView
    guard offset != scrollView.contentOffset else { return }
    let wasPlacing = isPlacing
    isPlacing = true
    move(scrollView, to: offset)
    isPlacing = wasPlacing
  }

  /// A zero has no sign: what an inset of 0 leaves, `-inset`, and a pull that rounds to nothing would have one.
  private func move(_ scrollView: UIScrollView, to offset: CGPoint) {
    scrollView.bounds = CGRect(origin: offset + .zero, size: scrollView.storedBounds.size)
  }

  /// Brings back into the rest range what frames would have brought back: in a view that has none any more, or whose
  /// knob is held.
  func returnAtOnce() {
    let scrollView = scrollView
    let offset = scrollView.contentOffset
    apply(
      CGPoint(x: scrollView.horizontalExtent.clamped(offset.x), y: scrollView.verticalExtent.clamped(offset.y)))
  }

  /// The offset of whole device pixels nearest to `offset`.
  func aligned(_ offset: CGPoint) -> CGPoint {
    let scrollView = scrollView
    let scale = scrollView.windowStorage?.windowTraits.displayScale ?? 1
    return CGPoint(
      x: Self.aligned(offset.x, to: scale, within: scrollView.horizontalExtent),
      y: Self.aligned(offset.y, to: scale, within: scrollView.verticalExtent))
  }

  /// The nearest whole pixel, unless that would leave a rest range the offset is in.
  private static func aligned(
    _ offset: CGFloat, to scale: CGFloat, within extent: ScrollExtent
  ) -> CGFloat {
    let aligned = (offset * scale).rounded() / scale
    return extent.overshoot(of: offset) == 0 ? extent.clamped(aligned) : aligned
  }

  // MARK: Changes around it

  /// Insets, or what they consist of, may be others.
  func insetsMayHaveChanged() {
    extentsMayHaveChanged()
    let scrollView = scrollView
    let inset = scrollView.adjustedContentInset
    guard inset != lastInset else { return }
    lastInset = inset
    scrollView.adjustedContentInsetDidChange()
    scrollView.scrollDelegate?.scrollViewDidChangeAdjustedContentInset(scrollView)
  }

  /// Size, content or insets may be others: an offset at rest stays at the top if it was there, and
  /// in the rest range if it was in it, and comes back where it was when a viewport that was made larger is made smaller
  /// again; coasting is planned anew; what would end in the old rest range ends in the new one.
  func extentsMayHaveChanged() {
    let scrollView = scrollView
    var old = lastExtents
    let new = (x: scrollView.horizontalExtent, y: scrollView.verticalExtent)
    guard old.x != new.x || old.y != new.y else { return }
    lastExtents = new
    scrollView.setNeedsComposite()
    if beginsAtRight { old.x = takeAlong(old.x, to: new.x) }
    guard !scrollView.dragging.isContentHeld, !scrollView.mover.goOn(from: old, to: new) else { return }
    let offset = scrollView.contentOffset
    let isKept = scrollView.keepsPlace(resizedFrom: old, to: new)
    let x = restingX(offset.x, from: old.x, to: new.x)
    if isKept { displaced.y = nil }
    apply(CGPoint(x: x, y: isKept ? offset.y : Self.resting(offset.y, from: old.y, to: new.y, &displaced.y)))
  }

  private func restingX(_ offset: CGFloat, from old: ScrollExtent, to new: ScrollExtent) -> CGFloat {
    guard beginsAtRight else { return Self.resting(offset, from: old, to: new, &displaced.x) }
    // Without a rounding error where nothing changed.
    guard old != new else { return offset }
    return new.mirrored(
      Self.resting(old.mirrored(offset), from: old.mirrored, to: new.mirrored, &displaced.x))
  }

  /// Has what is held or moves keep its distance from the right end of the content, where that begins.
  /// - Returns: the old lengths, at the end's new place.
  private func takeAlong(_ old: ScrollExtent, to new: ScrollExtent) -> ScrollExtent {
    let distance = new.mirrored(0) - old.mirrored(0)
    guard distance != 0, scrollView.dragging.isContentHeld || scrollView.mover.isMoving else { return old }
    scrollView.shiftContentOffset(by: CGPoint(x: distance, y: 0))
    return ScrollExtent(
      content: old.content + distance, viewport: old.viewport, leading: old.leading - distance, trailing: old.trailing)
  }

  private static func resting(
    _ offset: CGFloat, from old: ScrollExtent, to new: ScrollExtent, _ displaced: inout Displacement?
  ) -> CGFloat {
    var wished = offset
    if let known = displaced, known.placed == offset, known.content == new.content { wished = known.wished }
    displaced = nil
    guard wished != offset || offset != old.lowest else { return new.lowest }
    guard old.overshoot(of: offset) == 0 else { return offset }
    let placed = new.clamped(wished)
    if placed < wished, old.viewport != new.viewport {
      displaced = Displacement(wished: wished, placed: placed, content: new.content)
    }
    return placed
  }
}

extension UIScrollView {
  /// `contentInset` plus the parts of the safe area that `contentInsetAdjustmentBehavior` adds, plus, at the top,
  /// the room of a large title, and the height of a refresh control that is refreshing.
  public final var adjustedContentInset: UIEdgeInsets {
    var inset = edgeInset
    inset.top += refreshing.inset
    return inset
  }

  /// `adjustedContentInset` without the room of a large title and a refresh control: floating headers stay at the edge,
  /// and do not make way for these.
  package final var edgeInset: UIEdgeInsets {
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

  /// The lengths of the horizontal axis and its rest range.
  package final var horizontalExtent: ScrollExtent {
    let inset = adjustedContentInset
    return ScrollExtent(
      content: contentSize.width, viewport: storedBounds.width, leading: inset.left, trailing: inset.right
    ).aligned(at: contentAlignmentPoint.x)
  }

  /// The lengths of the vertical axis and its rest range.
  package final var verticalExtent: ScrollExtent {
    let inset = adjustedContentInset
    return ScrollExtent(
      content: contentSize.height, viewport: storedBounds.height, leading: inset.top, trailing: inset.bottom
    ).aligned(at: contentAlignmentPoint.y)
  }

  /// The lengths of an axis and its rest range.
  final func extent(of axis: ScrollAxis) -> ScrollExtent { axis == .vertical ? verticalExtent : horizontalExtent }

  /// Moves content and viewport together: called by a subclass when content above the viewport
  /// changed its height, so that what is on the screen stays still. Whatever moves goes on moving.
  package final func shiftContentOffset(by distance: CGPoint) {
    guard distance != .zero else { return }
    mover.shift(by: distance)
    dragging.shift(by: distance)
    indicators.shiftTrail(by: distance.y)
    placer.apply(contentOffset + distance)
  }

  /// Marks layout, in which the subviews move, and tells the delegate. Called after each change of the offset, from
  /// user or program.
  final func offsetDidChange() {
    setNeedsLayout()
    if !holdsScrollReport() { reportScroll() }
  }

  /// Tells that the offset changed.
  final func reportScroll() {
    scrollDelegate?.scrollViewDidScroll(self)
    tellOfMovementAbove()
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
  fileprivate static let none = ScrollExtent(content: 0, viewport: 0)
}
