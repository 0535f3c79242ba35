import Foundation

/// Moves the content by itself: coasting and bouncing after a drag, scrolling on the app's request, following the
/// wheel.
///
/// A movement is a `ScrollMotion`, a closed form in time, and is shown by the frame clock, which sleeps when all is at
/// rest.
///
/// Invariant: one movement at a time; the method that ends one tells the subscribers which it was.
final class ScrollMover: ScrollFacet {
  /// How a motion ended.
  enum End {
    /// It arrived, or the wheel behind it has paused for so long that it counts as let go.
    case arrived
    /// Something else takes the content over where it is.
    case interrupted
  }

  private(set) var motion = ScrollMotion.resting
  /// A motion of the user's is over, and its last offset is being told.
  private(set) var isArriving = false
  /// Runs while `frame` asks for more.
  private var link: CADisplayLink?
  private var frame: (TimeInterval) -> Bool = { _ in false }
  private var endings: [(ScrollMotion, End) -> Void] = []

  isolated deinit { link?.invalidate() }

  /// Whether content moves without anyone holding it.
  var isMoving: Bool { motion.isMovingByItself }

  /// Has `frame` called before each frame from `startTicking()` on, with the time on the frame clock, until it returns
  /// false. Called once.
  func everyFrame(_ frame: @escaping (TimeInterval) -> Bool) { self.frame = frame }

  /// Has `tell` called whenever a motion has ended, with the motion; another one may be begun from within.
  func whenMotionEnds(_ tell: @escaping (ScrollMotion, End) -> Void) { endings.append(tell) }

  // MARK: The frame clock

  /// Asks for a call before each frame, until nothing moves any more. What begins now need not wait for what is ticking
  /// already.
  func startTicking() {
    if let link {
      link.isPaused = false
      return
    }
    guard scrollView.windowStorage != nil else { return }
    let made = CADisplayLink { [weak self] link in
      guard let self, !frame(link.targetTimestamp) else { return }
      self.link?.isPaused = true
    }
    made.add(to: .main, forMode: .common)
    link = made
  }

  /// Moves the content to where the motion is at `now`.
  func advance(to now: TimeInterval) {
    guard isMoving else { return }
    let scrollView = scrollView
    if !motion.isHeld, motion.hasArrived(at: now) { return finish() }
    scrollView.placer.place(motion.offset(at: now, from: scrollView.contentOffset, in: scrollView.verticalExtent))
    // The delegate may have changed the content, and with it the motion.
    guard motion.isHeld, motion.hasArrived(at: now) else { return }
    end(.arrived)
  }

  /// The motion arrives, and is over before the last offset is told: one that the delegate sets then is at rest. The
  /// delegate may start another motion from within these calls.
  private func finish() {
    let finished = motion
    motion = .resting
    isArriving = finished.isOfUser
    scrollView.placer.apply(restingPlace(of: finished))
    isArriving = false
    for tell in endings { tell(finished, .arrived) }
  }

  private func end(_ end: End) {
    let ended = motion
    motion = .resting
    for tell in endings { tell(ended, end) }
  }

  /// Where a motion comes to rest: on device pixels, where no delegate and no call has chosen the place.
  private func restingPlace(of finished: ScrollMotion) -> CGPoint {
    let target = finished.target ?? scrollView.contentOffset
    let natural = scrollView.placer.aligned(target)
    switch finished {
    case .resting, .animating, .pulling: return target
    case .gliding: return natural
    case .flinging(let x, let y, _):
      return CGPoint(x: x.isChosen ? target.x : natural.x, y: y.isChosen ? target.y : natural.y)
    }
  }

  // MARK: Beginning and ending

  /// Moves the content by `newMotion` from now on; no subscriber is told of the motion it replaces.
  func run(_ newMotion: ScrollMotion) { motion = newMotion }

  /// Ends what moves by itself where it is, and tells the subscribers that it is over.
  func stop() {
    if isMoving { end(.interrupted) }
  }

  /// Motion needs a window's frames.
  func leaveWindow() {
    stop()
    link?.invalidate()
    link = nil
  }

  // MARK: Scrolling on request

  /// Puts `offset` at the top-left corner, at once or over 0.3 seconds.
  func scroll(to offset: CGPoint, animated: Bool, for purpose: ScrollPurpose) {
    let scrollView = scrollView
    if offset != scrollView.contentOffset { scrollView.contentWillScroll() }
    makeWay(animated: animated)
    guard animated, let now = scrollView.frameTime, UIApplication.shared.animator.moves else {
      scrollView.dragging.shift(by: offset - scrollView.contentOffset)
      scrollView.bounds = CGRect(origin: offset, size: scrollView.storedBounds.size)
      return
    }
    var velocity = CGPoint.zero
    if case .animating(let running, let since, _) = motion { velocity = running.velocity(at: now - since) }
    // Where it is already it stays, unless it has just set out for another place.
    guard offset != scrollView.contentOffset || scrollView.isScrollAnimating else { return }
    motion = .animating(
      ScrollAnimation(from: scrollView.contentOffset, to: offset, velocity: velocity), since: now, purpose)
    startTicking()
  }

  /// How many movements in a row that begin when the one before is ended are ended, too.
  private static let mostWays = 8

  /// Ends what moves the content before it is scrolled on request, and tells the delegate. An animation takes it out of
  /// the user's hand, and stays for another one, which takes its velocity over; who scrolls at once finds nothing
  /// moving afterwards, not even what the delegate began when it was told.
  /// - Parameter isWanted: whether the request still holds; asked before a movement is ended that began meanwhile.
  func makeWay(animated: Bool, while isWanted: () -> Bool = { true }) {
    guard animated, scrollView.frameTime != nil, UIApplication.shared.animator.moves else {
      stop()
      for _ in 1..<Self.mostWays where isMoving && isWanted() {
        scrollView.contentWillScroll()
        stop()
      }
      return
    }
    scrollView.panGestureRecognizer.giveUp()
    scrollView.dragging.releaseKnob()
    if case .animating = motion {} else { stop() }
  }

  /// Moves the content at rest by an animation of which the delegate is not told.
  func settle(to offset: CGPoint) {
    guard case .resting = motion, let now = scrollView.frameTime, UIApplication.shared.animator.moves else { return }
    motion = .animating(
      ScrollAnimation(from: scrollView.contentOffset, to: offset, velocity: .zero), since: now, .refresh)
    startTicking()
  }

  // MARK: Coasting

  /// The user lets go at `velocity` points a second: asks the delegate where to stop and starts
  /// coasting, bouncing or coming back.
  func letGo(velocity: CGPoint) {
    let scrollView = scrollView
    scrollView.makeRoomForRefreshing()
    let x = scrollView.horizontalExtent
    let y = scrollView.verticalExtent
    let offset = scrollView.contentOffset
    let rate = scrollView.decelerationRate.rawValue
    let natural = scrollView.placer.aligned(
      CGPoint(
        x: AxisFling.naturalTarget(offset: offset.x, velocity: velocity.x, extent: x, rate: rate),
        y: AxisFling.naturalTarget(offset: offset.y, velocity: velocity.y, extent: y, rate: rate)))
    var proposed = natural
    if scrollView.isPagingEnabled {
      let dragging = scrollView.dragging
      if dragging.canDrag(.horizontal) { proposed.x = x.page(from: offset.x, velocity: velocity.x) }
      if dragging.canDrag(.vertical) { proposed.y = y.page(from: offset.y, velocity: velocity.y) }
    }
    var target = proposed
    scrollView.scrollDelegate?.scrollViewWillEndDragging(
      scrollView, withVelocity: CGPoint(x: velocity.x / 1000, y: velocity.y / 1000), targetContentOffset: &target)

    let here = scrollView.contentOffset
    let flingX = fling(.horizontal, from: here.x, velocity.x, x, to: target.x == natural.x ? nil : target.x)
    let flingY = fling(.vertical, from: here.y, velocity.y, y, to: target.y == natural.y ? nil : target.y)
    guard max(flingX.duration, flingY.duration) > 0, let now = scrollView.frameTime else {
      if scrollView.frameTime == nil {
        // The delegate may have taken the view out of its window.
        scrollView.placer.returnAtOnce()
      } else {
        // A way back of a pixel takes no time.
        scrollView.placer.place(CGPoint(x: flingX.target, y: flingY.target))
      }
      scrollView.scrollDelegate?.scrollViewDidEndDragging(scrollView, willDecelerate: false)
      return
    }
    motion = .flinging(x: flingX, y: flingY, since: now)
    startTicking()
    scrollView.scrollDelegate?.scrollViewDidEndDragging(scrollView, willDecelerate: true)
    guard scrollView.isDecelerating else { return }
    scrollView.scrollDelegate?.scrollViewWillBeginDecelerating(scrollView)
  }

  /// The extents changed under a fling: it goes on from where it is, at its speed.
  private func replanFling() {
    guard case .flinging(let x, let y, let since) = motion, let now = scrollView.frameTime else { return }
    let time = now - since
    let across = scrollView.horizontalExtent
    let along = scrollView.verticalExtent
    motion = .flinging(
      x: fling(
        .horizontal, from: x.offset(at: time), x.velocity(at: time), across,
        to: x.isChosen ? across.clamped(x.target) : nil),
      y: fling(
        .vertical, from: y.offset(at: time), y.velocity(at: time), along,
        to: y.isChosen ? along.clamped(y.target) : nil), since: now)
  }

  private func fling(
    _ axis: ScrollAxis, from offset: CGFloat, _ velocity: CGFloat, _ extent: ScrollExtent, to target: CGFloat?
  ) -> AxisFling {
    let rate = scrollView.decelerationRate.rawValue
    guard let target else {
      return AxisFling(
        offset: offset, velocity: velocity, extent: extent, rate: rate, bounces: scrollView.dragging.canBounce(axis))
    }
    // Landing is quick whatever the rate: the place is chosen, the way there is not.
    return AxisFling(
      offset: offset, landingAt: target,
      rate: scrollView.isPagingEnabled ? UIScrollView.DecelerationRate.fast.rawValue : rate)
  }

  // MARK: Another end on the way

  /// The rest range changed under a pull of the wheel: the content stays where it is, and gives way from there.
  func rebase() {
    guard case .pulling(var pull) = motion, let now = scrollView.frameTime else { return }
    pull.rebase(showing: scrollView.contentOffset.y, in: scrollView.verticalExtent, at: now)
    motion = .pulling(pull)
  }

  /// Content above the viewport changed its height: everything goes on, `distance` further down.
  func shift(by distance: CGPoint) {
    motion.shift(by: distance)
    keepGlideToEnd()
  }

  /// A glide to an end of the content leads to where that end is now.
  private func keepGlideToEnd() {
    guard case .gliding = motion, let now = scrollView.frameTime else { return }
    motion.keepToEnds(x: scrollView.horizontalExtent, y: scrollView.verticalExtent, at: now)
  }

  /// The extents changed while the content moves: coasting is planned anew, and what would end in the old rest range
  /// ends in the new one.
  /// - Returns: false when the content is at rest.
  func goOn(from old: (x: ScrollExtent, y: ScrollExtent), to new: (x: ScrollExtent, y: ScrollExtent)) -> Bool {
    guard isMoving else { return false }
    if case .flinging = motion {
      replanFling()
      return true
    }
    keepGlideToEnd()
    // A pull follows the upper edge in any case.
    guard let target = motion.target else { return true }
    let landing = Self.retained(target, from: old, to: new)
    guard landing != target else { return true }
    if let now = scrollView.frameTime {
      motion.redirect(to: landing, from: scrollView.contentOffset, at: now)
    } else {
      // The view is leaving its window, where the motion ends before it arrives.
      scrollView.placer.returnAtOnce()
    }
    return true
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

  /// Whether the offset, or where it is moving to, lies in the rest range of an axis; false while fingers hold the
  /// content.
  func landsInRange(_ axis: ScrollAxis) -> Bool {
    let scrollView = scrollView
    guard !scrollView.dragging.isContentHeld else { return false }
    let extent = scrollView.extent(of: axis)
    switch motion {
    case .flinging: return true
    case .pulling where axis == .vertical: return false
    case .resting, .pulling, .animating, .gliding:
      return extent.overshoot(of: (motion.target ?? scrollView.contentOffset).along(axis)) == 0
    }
  }

  /// The same of the vertical axis, along which tables move.
  var landsInRange: Bool { landsInRange(.vertical) }

  /// Brings the offset, or where it is moving to, back into the rest range of an axis after a shift took it out; not
  /// while fingers hold the content. A knob cannot leave its track, and the content does not give way to it.
  func landInRange(_ axis: ScrollAxis = .vertical) {
    let scrollView = scrollView
    guard !scrollView.dragging.isContentHeld else { return }
    let extent = scrollView.extent(of: axis)
    guard let target = motion.target else {
      if !isMoving { scrollView.placer.apply(scrollView.contentOffset.clamped(to: extent, along: axis)) }
      return
    }
    guard extent.overshoot(of: target.along(axis)) != 0 else { return }
    if case .flinging = motion { return replanFling() }
    guard let now = scrollView.frameTime else {
      return scrollView.placer.apply(scrollView.contentOffset.clamped(to: extent, along: axis))
    }
    motion.steer(to: target.clamped(to: extent, along: axis), at: now)
  }

  /// Has the running animation end elsewhere, at the time it would have ended.
  func steer(to target: CGPoint) {
    guard case .animating(let animation, _, _) = motion, let now = scrollView.frameTime, target != animation.target
    else { return }
    motion.steer(to: target, at: now)
  }
}

extension UIScrollView {
  /// The moment of the content that is on the screen, on the frame clock: where movements set out from. Nil outside of
  /// a window.
  final var frameTime: TimeInterval? { windowStorage?.application.frameLoop.motionTime }

  /// Whether the content moves by itself after the user let go of it.
  public final var isDecelerating: Bool {
    if case .flinging = mover.motion { return true }
    return wheel.isCoasting
  }

  /// Whether a programmatic animated scroll is under way.
  public final var isScrollAnimating: Bool {
    if case .animating = mover.motion { return true }
    return false
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
    mover.scroll(to: top, animated: true, for: .top)
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
    let target = CGPoint(x: horizontalExtent.clamped(offset.x + x), y: verticalExtent.clamped(offset.y + y))
    setContentOffset(target, animated: animated)
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
