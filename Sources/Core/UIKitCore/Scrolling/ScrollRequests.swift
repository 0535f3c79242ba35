import Foundation

/// Scrolling on request: by the app, by keys, by a click on the track of an indicator.
extension UIScrollView {
  /// How many movements in a row that begin when the one before is ended are ended, too.
  private static let mostWays = 8

  /// Puts `offset` at the top-left corner, at once or over 0.3 seconds.
  final func scroll(to offset: CGPoint, animated: Bool, for purpose: ScrollPurpose) {
    if offset != contentOffset { contentWillScroll() }
    makeWay(animated: animated)
    guard animated, let now = frameTime, UIApplication.shared.animator.moves else {
      if mover.isContentHeld { mover.shift(by: offset - contentOffset) }
      bounds = CGRect(origin: offset, size: storedBounds.size)
      return
    }
    // Where it is already it stays, unless it has just set out for another place.
    guard offset != contentOffset || isScrollAnimating else { return }
    mover.animate(to: offset, at: now, for: purpose)
  }

  /// Ends what moves the content before it is scrolled on request, and tells the delegate. An animation takes it out of
  /// the user's hand, and stays for another one, which takes its velocity over; who scrolls at once finds nothing
  /// moving afterwards, not even what the delegate began when it was told.
  /// - Parameter isWanted: whether the request still holds; asked before a movement is ended that began meanwhile.
  package final func makeWay(animated: Bool, while isWanted: () -> Bool = { true }) {
    guard animated, frameTime != nil, UIApplication.shared.animator.moves else {
      mover.stop()
      for _ in 1..<Self.mostWays where mover.isMoving && isWanted() {
        contentWillScroll()
        mover.stop()
      }
      return
    }
    panGestureRecognizer.giveUp()
    dragging.releaseKnob()
    if !isScrollAnimating { mover.stop() }
  }

  /// Ends every movement where it is.
  public final func stopScrollingAndZooming() {
    panGestureRecognizer.giveUp()
    mover.stop()
  }

  /// Scrolls to the top if `scrollsToTop` and the delegate allow it, as a click on the status bar
  /// does on a phone.
  package final func scrollToTop() {
    guard scrollsToTop, scrollDelegate?.scrollViewShouldScrollToTop(self) ?? true else { return }
    guard contentOffset.y != verticalExtent.lowest else { return }
    // The motion that would have brought the other axis into range ends.
    let top = CGPoint(x: horizontalExtent.clamped(contentOffset.x), y: verticalExtent.lowest)
    scroll(to: top, animated: true, for: .top)
  }

  /// See `scrollRectToVisible(_:animated:)`.
  final func scrollLeast(toShow rect: CGRect, animated: Bool) {
    guard rect.isFinite else { return }
    let inset = adjustedContentInset
    let offset = contentOffset
    let x = Self.leastMove(
      toShow: rect.minX...rect.maxX,
      in: offset.x + inset.left, length: storedBounds.width - inset.left - inset.right)
    let y = Self.leastMove(
      toShow: rect.minY...rect.maxY,
      in: offset.y + inset.top, length: storedBounds.height - inset.top - inset.bottom)
    guard x != 0 || y != 0 else { return }
    // Along both axes, whichever moves: what would have brought the other one into range, a hand or a way back, ends.
    setContentOffset((offset + CGPoint(x: x, y: y)).clamped(to: extents), animated: animated)
    // The delegate was told of the motion that ended, and may have changed the content.
    mover.landInRange(.horizontal)
    mover.landInRange(.vertical)
  }

  /// The signed distance that brings `range` into `start ..< start + length` with the least move.
  private static func leastMove(
    toShow range: ClosedRange<CGFloat>, in start: CGFloat, length: CGFloat
  ) -> CGFloat {
    let toStart = range.lowerBound - start
    let toEnd = range.upperBound - (start + length)
    // Both inside, or the range covers the whole length.
    guard (toStart < 0) == (toEnd < 0), toStart != 0, toEnd != 0 else { return 0 }
    return abs(toStart) < abs(toEnd) ? toStart : toEnd
  }
}
