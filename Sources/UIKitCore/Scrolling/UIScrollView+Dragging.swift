import Foundation

/// Content under a finger.
extension UIScrollView {
  /// Whether a finger or an indicator's drag holds the content, moved or not.
  public final var isTracking: Bool { drag != nil || panGestureRecognizer.numberOfTouches > 0 }

  /// Whether the content is held and has moved: by fingers, an indicator or a touchpad.
  public final var isDragging: Bool {
    if case .held = wheelBurst { return true }
    return drag != nil
  }

  /// Whether the user could move the content along `axis`.
  func canDrag(_ axis: ScrollAxis) -> Bool {
    guard isScrollEnabled else { return false }
    switch axis {
    case .horizontal: return horizontalExtent.overflows || canBounce(.horizontal)
    case .vertical: return verticalExtent.overflows || canBounce(.vertical)
    }
  }

  /// Whether content gives way beyond its end.
  func canBounce(_ axis: ScrollAxis) -> Bool {
    switch axis {
    case .horizontal:
      bouncesHorizontally && (alwaysBounceHorizontal || horizontalExtent.overflows)
    case .vertical: bouncesVertically && (alwaysBounceVertical || verticalExtent.overflows)
    }
  }

  // MARK: The pan

  func panDidChange() {
    switch panGestureRecognizer.state {
    case .began:
      beginContentDrag()
      dragContent()
    case .changed: dragContent()
    case .ended: endContentDrag(throwing: true)
    case .cancelled: endContentDrag(throwing: false)
    case .possible, .failed: break
    }
  }

  private func beginContentDrag() {
    // A caught fling is dragged on; it has not come to rest by itself.
    if case .flinging = motion { motion = .resting } else { stopMotion() }
    drag = ScrollDrag(
      grip: .content(
        origin: CGPoint(
          x: pulled(contentOffset.x, horizontalExtent),
          y: pulled(contentOffset.y, verticalExtent)), lockedTo: nil))
    announceDrag()
  }

  /// Tells the delegate that the user takes hold of the content.
  func announceDrag() {
    if let refresh { refresh.isArmed = !refresh.control.isRefreshing }
    contentWillScroll()
    if keyboardDismissMode != .none { window?.endEditing(true) }
    delegate?.scrollViewWillBeginDragging(self)
  }

  private func dragContent() {
    guard case .content(let origin, var locked) = drag?.grip, let now = frameTime else { return }
    let translation = panGestureRecognizer.translation(in: superview)
    if isDirectionalLockEnabled, locked == nil {
      locked = abs(translation.x) > abs(translation.y) ? .horizontal : .vertical
      drag?.grip = .content(origin: origin, lockedTo: locked)
    }
    let movesX = canDrag(.horizontal) && locked != .vertical
    let movesY = canDrag(.vertical) && locked != .horizontal
    place(
      CGPoint(
        x: movesX
          ? held(origin.x - translation.x, horizontalExtent, gives: canBounce(.horizontal))
          : contentOffset.x,
        y: movesY
          ? held(origin.y - translation.y, verticalExtent, gives: canBounce(.vertical))
          : contentOffset.y))
    showIndicators(at: now)
    startTicking()
  }

  private func endContentDrag(throwing: Bool) {
    guard case .content(_, let locked) = drag?.grip else { return }
    drag = nil
    var velocity = CGPoint.zero
    if throwing {
      let finger = panGestureRecognizer.velocity(in: superview)
      if canDrag(.horizontal), locked != .vertical { velocity.x = -finger.x }
      if canDrag(.vertical), locked != .horizontal { velocity.y = -finger.y }
    }
    letGo(velocity: velocity)
  }

  /// The app or a subclass moved the content under the finger: the drag goes on from there.
  func shiftDrag(by distance: CGPoint) {
    guard case .content(let origin, let locked) = drag?.grip else { return }
    drag?.grip = .content(origin: origin + distance, lockedTo: locked)
  }

  /// The rest range changed under the finger: the content stays where it is, and gives way from there.
  func rebaseDrag() {
    guard case .content(_, let locked) = drag?.grip else { return }
    let here = CGPoint(x: pulled(contentOffset.x, horizontalExtent), y: pulled(contentOffset.y, verticalExtent))
    drag?.grip = .content(origin: here + panGestureRecognizer.translation(in: superview), lockedTo: locked)
  }

  // MARK: The rubber band

  /// The offset shown when the finger asks for `wanted`.
  private func held(_ wanted: CGFloat, _ extent: ScrollExtent, gives: Bool) -> CGFloat {
    let bound = extent.clamped(wanted)
    guard bound != wanted, gives else { return bound }
    return bound + RubberBand(length: extent.viewport).overshoot(forPull: wanted - bound)
  }

  /// The offset a finger asks for when `shown` shows.
  private func pulled(_ shown: CGFloat, _ extent: ScrollExtent) -> CGFloat {
    let bound = extent.clamped(shown)
    guard bound != shown else { return shown }
    return bound + RubberBand(length: extent.viewport).pull(forOvershoot: shown - bound)
  }
}

/// A scroll view's own pan: fingers only, and only along axes that move.
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
  /// Set by the scroll view, which owns the recogniser.
  weak var scrollView: UIScrollView?

  required init() {
    super.init()
    allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
  }

  override func wants(_ touch: UITouch) -> Bool {
    guard let scrollView, scrollView.isScrollEnabled, super.wants(touch) else { return false }
    let place = touch.location(in: scrollView) - scrollView.contentOffset
    return scrollView.indicator(under: place) == nil
  }

  /// Moving content is caught by the touch itself.
  override func beginsWithTouch() -> Bool { scrollView?.motion.isMovingByItself ?? false }

  private func mayCancelTouches(in scrollView: UIScrollView) -> Bool {
    for touch in liveTouches {
      guard let view = touch.view, view !== scrollView else { continue }
      guard scrollView.canCancelContentTouches, scrollView.touchesShouldCancel(in: view) else { return false }
    }
    return true
  }

  /// A pan across the axes that move is left to others: to a scroll view around, to a row's swipe.
  override func mayBegin() -> Bool {
    guard let scrollView else { return false }
    if scrollView.motion.isMovingByItself { return true }
    guard mayCancelTouches(in: scrollView) else { return false }
    let way = translation(in: scrollView.superview)
    let velocity = way == .zero ? velocity(in: scrollView.superview) : way
    let isHorizontal = abs(velocity.x) > abs(velocity.y)
    return scrollView.canDrag(isHorizontal ? .horizontal : .vertical)
  }
}
