import Foundation

/// Content in the user's hand: under fingers, or moved by an indicator's knob. With the mouse content is moved by the
/// wheel and the indicators.
final class ScrollDragging: ScrollFacet {
  /// How the content is held.
  enum Grip {
    /// Fingers on the content. `origin` is the offset at translation zero if nothing held back.
    case content(origin: CGPoint, lockedTo: ScrollAxis?)
    /// The knob of an indicator; `inside` is the distance from its start to the pointer.
    case knob(ScrollAxis, inside: CGFloat)
  }

  /// The hold on the content; nil while neither finger nor pointer holds it.
  private(set) var grip: Grip?
  /// A finger is about to hold the content, and the app is being told of the end of what moved it.
  private var isCatching = false

  /// Whether a finger or an indicator holds the content, or is about to.
  var isHeld: Bool { grip != nil || isCatching }

  /// Whether fingers hold the content.
  var isContentHeld: Bool {
    if case .content = grip { return true }
    return false
  }

  /// The axis whose indicator's knob is held.
  var knobAxis: ScrollAxis? {
    if case .knob(let axis, _) = grip { return axis }
    return nil
  }

  /// Whether the user could move the content along `axis`.
  func canDrag(_ axis: ScrollAxis) -> Bool {
    scrollView.isScrollEnabled && (scrollView.extent(of: axis).overflows || canBounce(axis))
  }

  /// Whether content gives way beyond its end.
  func canBounce(_ axis: ScrollAxis) -> Bool {
    let scrollView = scrollView
    return switch axis {
    case .horizontal:
      scrollView.bouncesHorizontally
        && (scrollView.alwaysBounceHorizontal || scrollView.horizontalExtent.overflows)
    case .vertical:
      scrollView.bouncesVertically && (scrollView.alwaysBounceVertical || scrollView.verticalExtent.overflows)
    }
  }

  // MARK: The pan

  /// The pan recogniser changed its state.
  func panDidChange() {
    switch scrollView.panGestureRecognizer.state {
    case .began:
      begin()
      drag()
    case .changed: drag()
    case .ended: end(isThrown: true)
    case .cancelled: end(isThrown: false)
    case .possible, .failed: break
    }
  }

  private func begin() {
    // A caught fling is dragged on; it has not come to rest by itself.
    catchContent {
      if case .flinging = scrollView.mover.motion { scrollView.mover.run(.resting) } else { scrollView.mover.stop() }
    }
    // The delegate may have moved the content when it was told of the end, which releases the content.
    guard scrollView.panGestureRecognizer.state == .began else { return }
    grip = .content(origin: askedOffset, lockedTo: nil)
    announce()
  }

  /// Runs `stop`, which ends what moves the content, as the user takes hold of it. The content counts as held
  /// meanwhile: a delegate that is told of the end and takes the view out of its window has it go back into range.
  func catchContent(_ stop: () -> Void) {
    isCatching = true
    stop()
    isCatching = false
  }

  /// Tells the delegate that the user takes hold of the content.
  func announce() {
    let scrollView = scrollView
    scrollView.refreshing.arm()
    scrollView.contentWillScroll()
    if scrollView.keyboardDismissMode != .none { scrollView.window?.endEditing(true) }
    scrollView.scrollDelegate?.scrollViewWillBeginDragging(scrollView)
  }

  private func drag() {
    let scrollView = scrollView
    guard case .content(let origin, var locked) = grip, let now = scrollView.frameTime else { return }
    let translation = scrollView.panGestureRecognizer.translation(in: scrollView.superview)
    if scrollView.isDirectionalLockEnabled, locked == nil {
      locked = abs(translation.x) > abs(translation.y) ? .horizontal : .vertical
      grip = .content(origin: origin, lockedTo: locked)
    }
    var offset = scrollView.contentOffset
    if canDrag(.horizontal), locked != .vertical { offset.x = held(origin.x - translation.x, .horizontal) }
    if canDrag(.vertical), locked != .horizontal { offset.y = held(origin.y - translation.y, .vertical) }
    scrollView.placer.place(offset)
    scrollView.indicators.show(at: now)
    scrollView.mover.startTicking()
  }

  private func end(isThrown: Bool) {
    guard case .content(_, let locked) = grip else { return }
    grip = nil
    var velocity = CGPoint.zero
    if isThrown {
      let finger = scrollView.panGestureRecognizer.velocity(in: scrollView.superview)
      if canDrag(.horizontal), locked != .vertical { velocity.x = -finger.x }
      if canDrag(.vertical), locked != .horizontal { velocity.y = -finger.y }
    }
    scrollView.mover.letGo(velocity: velocity)
  }

  /// Drags need a window's events: one that has begun ends, and a finger that is down begins none.
  func leaveWindow() { scrollView.panGestureRecognizer.giveUp() }

  // MARK: The knob

  /// The pointer takes an indicator's knob, and with it content that was on its way back into range.
  /// - Parameter inside: from the knob's start to the pointer, in points.
  func holdKnob(_ axis: ScrollAxis, inside: CGFloat) {
    grip = .knob(axis, inside: inside)
    announce()
    // The delegate may have taken the view out of its window.
    if knobAxis != nil { scrollView.placer.returnAtOnce() }
  }

  /// The pointer lets the knob go, if it held one.
  func releaseKnob() {
    guard knobAxis != nil else { return }
    grip = nil
    scrollView.mover.letGo(velocity: .zero)
    scrollView.mover.startTicking()
  }

  // MARK: Other changes meanwhile

  /// The app or a subclass moved the content under the finger: the drag goes on from there.
  func shift(by distance: CGPoint) {
    guard case .content(let origin, let locked) = grip else { return }
    grip = .content(origin: origin + distance, lockedTo: locked)
  }

  /// The rest range changed under the finger: the content stays where it is, and gives way from there.
  func rebase() {
    guard case .content(_, let locked) = grip else { return }
    let translation = scrollView.panGestureRecognizer.translation(in: scrollView.superview)
    grip = .content(origin: askedOffset + translation, lockedTo: locked)
  }

  // MARK: The rubber band

  /// The offset shown when the finger asks for `wanted`.
  private func held(_ wanted: CGFloat, _ axis: ScrollAxis) -> CGFloat {
    let extent = scrollView.extent(of: axis)
    let bound = extent.clamped(wanted)
    guard bound != wanted, canBounce(axis) else { return bound }
    return bound + RubberBand(length: extent.viewport).overshoot(forPull: wanted - bound)
  }

  /// The offset a finger asks for when the present one shows.
  private var askedOffset: CGPoint {
    func asked(_ shown: CGFloat, _ extent: ScrollExtent) -> CGFloat {
      let bound = extent.clamped(shown)
      guard bound != shown else { return shown }
      return bound + RubberBand(length: extent.viewport).pull(forOvershoot: shown - bound)
    }
    let offset = scrollView.contentOffset
    return CGPoint(x: asked(offset.x, scrollView.horizontalExtent), y: asked(offset.y, scrollView.verticalExtent))
  }
}

extension UIScrollView {
  /// Whether a finger or an indicator's drag holds the content, moved or not.
  public final var isTracking: Bool { dragging.grip != nil || panGestureRecognizer.numberOfTouches > 0 }

  /// Whether the content is held and has moved: by fingers, an indicator or a touchpad.
  public final var isDragging: Bool { wheel.isHeld || dragging.grip != nil }
}

/// A scroll view's own pan: fingers only, and only along axes that move.
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
  /// Set by the scroll view, which owns the recogniser.
  weak var scrollView: UIScrollView?

  override init(target: Any?, action: Selector?) {
    super.init(target: target, action: action)
    allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
  }

  override func wants(_ touch: UITouch) -> Bool {
    guard let scrollView, scrollView.isScrollEnabled, super.wants(touch) else { return false }
    return scrollView.indicators.indicator(under: touch.location(in: scrollView) - scrollView.contentOffset) == nil
  }

  /// Moving content is caught by the touch itself.
  override func beginsWithTouch() -> Bool { scrollView?.mover.isMoving ?? false }

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
    if scrollView.mover.isMoving { return true }
    guard mayCancelTouches(in: scrollView) else { return false }
    let way = translation(in: scrollView.superview)
    let velocity = way == .zero ? velocity(in: scrollView.superview) : way
    return scrollView.dragging.canDrag(abs(velocity.x) > abs(velocity.y) ? .horizontal : .vertical)
  }
}
