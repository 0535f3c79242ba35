import Foundation

/// Scrolling on the app's request.
extension UIScrollView {
  func scrollLeast(toShow rect: CGRect, animated: Bool) {
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
    let target = CGPoint(
      x: x == 0 ? offset.x : horizontalExtent.clamped(offset.x + x),
      y: y == 0 ? offset.y : verticalExtent.clamped(offset.y + y))
    setContentOffset(target, animated: animated)
  }

  /// Scrolls to the top if `scrollsToTop` and the delegate allow it, as a click on the status bar
  /// does on a phone.
  package final func scrollToTop() {
    guard scrollsToTop, delegate?.scrollViewShouldScrollToTop(self) ?? true else { return }
    let top = CGPoint(x: contentOffset.x, y: verticalExtent.lowest)
    guard contentOffset.y != top.y else { return }
    scroll(to: top, animated: true, for: .top)
  }

  /// Whether a programmatic animated scroll is under way.
  public final var isScrollAnimating: Bool {
    if case .animating = motion { return true }
    return false
  }

  /// Ends every movement where it is.
  public final func stopScrollingAndZooming() {
    panGestureRecognizer.giveUp()
    stopMotion()
  }

  func scroll(to offset: CGPoint, animated: Bool, for purpose: ScrollPurpose) {
    if offset != contentOffset { contentWillScroll() }
    guard animated, let now = frameTime, UIView.areAnimationsEnabled else {
      stopMotion()
      shiftDrag(by: offset - contentOffset)
      bounds = CGRect(origin: offset, size: storedBounds.size)
      return
    }
    panGestureRecognizer.giveUp()
    var velocity = CGPoint.zero
    if case .animating(let running, let since, _) = motion {
      velocity = running.velocity(at: now - since)
    } else {
      stopMotion()
    }
    guard offset != contentOffset || velocity != .zero else { return }
    motion = .animating(
      ScrollAnimation(from: contentOffset, to: offset, velocity: velocity), since: now, purpose)
    startTicking()
  }

  func scrollAnimationDidEnd(_ purpose: ScrollPurpose) {
    switch purpose {
    case .offset: delegate?.scrollViewDidEndScrollingAnimation(self)
    case .row:
      // The table sees that its row has arrived.
      setNeedsLayout()
      delegate?.scrollViewDidEndScrollingAnimation(self)
    case .refresh: break
    case .top: delegate?.scrollViewDidScrollToTop(self)
    }
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
