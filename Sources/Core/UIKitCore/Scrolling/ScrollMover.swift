import Foundation

/// Runs the motion of the content: whatever moves or holds it.
///
/// A motion is a `ScrollMotion`, a closed form in time, and is shown by the frame clock, which sleeps when all is at
/// rest.
///
/// Invariant: one motion at a time; the method that ends one that moves by itself tells the subscribers which it was.
final class ScrollMover: ScrollFacet {
  /// How a motion ended.
  enum End {
    /// It arrived, or the wheel behind it has paused for so long that it counts as let go.
    case arrived
    /// Something else takes the content over where it is.
    case interrupted
  }

  @exclusivity(unchecked) private(set) var motion = ScrollMotion.resting { didSet { kind = motion.kind } }
  /// The kind of the motion, which is large and costly to read.
  @exclusivity(unchecked) private(set) var kind = ScrollMotion.Kind.rest
  /// A motion of the user's is over, and its last offset is being told.
  private(set) var isArriving = false
  /// Runs while `frame` asks for more.
  private var link: CADisplayLink?
  private var frame: (TimeInterval) -> Bool = { _ in false }
  private var endings: [(ScrollMotion, End) -> Void] = []

  isolated deinit { link?.invalidate() }

  /// Whether content moves without anyone holding it.
  var isMoving: Bool { kind.isMovingByItself }

  /// Whether fingers hold the content.
  var isContentHeld: Bool { kind == .drag }

  /// The axis whose indicator's knob is held.
  var knobAxis: ScrollAxis? {
    if case .knob(let axis, _) = motion { return axis }
    return nil
  }

  /// Whether fingers or the pointer on an indicator's knob hold the content.
  var isInHand: Bool { kind == .drag || kind == .knob }

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
    if !motion.isHeld, motion.hasArrived(at: now) { return end(.arrived, at: restingPlace) }
    scrollView.placeContent(at: motion.offset(at: now, from: scrollView.contentOffset, in: scrollView.verticalExtent))
    // The delegate may have changed the content, and with it the motion.
    if motion.isHeld, motion.hasArrived(at: now) { end(.arrived) }
  }

  /// Ends the motion, at a place that it arrives at. It is over before this last offset is told: one that the delegate sets
  /// then is at rest. The delegate may start another motion from within these calls.
  private func end(_ end: End, at place: CGPoint? = nil) {
    let ended = motion
    motion = .resting
    if let place {
      isArriving = ended.kind != .animation
      scrollView.moveContent(to: place)
      isArriving = false
    }
    for tell in endings { tell(ended, end) }
  }

  /// Where the motion comes to rest: on device pixels, where no delegate and no call has chosen the place.
  private var restingPlace: CGPoint {
    let target = motion.target ?? scrollView.contentOffset
    let natural = scrollView.aligned(target)
    switch motion {
    case .resting, .dragged, .knob, .animating, .pulling: return target
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

  // MARK: Animations

  /// Moves the content to `offset` over 0.3 seconds. A running animation, whose end is not told, gives it its speed.
  /// - Precondition: the view is in a window.
  func animate(to offset: CGPoint, at now: TimeInterval, for purpose: ScrollPurpose) {
    var velocity = CGPoint.zero
    if case .animating(let running, let since, _) = motion { velocity = running.velocity(at: now - since) }
    motion = .animating(
      ScrollAnimation(from: scrollView.contentOffset, to: offset, velocity: velocity), since: now, purpose)
    startTicking()
  }

  /// Moves the content at rest by an animation of which the delegate is not told.
  func settle(to offset: CGPoint) {
    guard kind == .rest, let now = scrollView.frameTime, UIApplication.shared.animator.moves else { return }
    animate(to: offset, at: now, for: .refresh)
  }

  // MARK: Another end on the way

  /// The rest range changed under what is pulled: the content stays where it is, and gives way from there.
  /// - Parameter translation: how far fingers have gone, in points of the view around.
  func rebase(translation: CGPoint) {
    guard let now = scrollView.frameTime else { return }
    motion.rebase(to: scrollView.contentOffset, in: scrollView.extents, at: now, translation: translation)
  }

  /// Content above the viewport changed its height: everything goes on, `distance` further down.
  func shift(by distance: CGPoint) {
    motion.shift(by: distance)
    guard kind == .glide, let now = scrollView.frameTime else { return }
    motion.keepToEnds(x: scrollView.horizontalExtent, y: scrollView.verticalExtent, at: now)
  }

  /// The extents changed while the content moves: the motion goes on in the new ones.
  /// - Returns: false when the content does not move by itself.
  func goOn(from old: ScrollExtents, to new: ScrollExtents) -> Bool {
    guard isMoving else { return false }
    guard let now = scrollView.frameTime else {
      // The view is leaving its window, where the motion ends before it arrives.
      if kind != .fling, motion.landing(from: old, to: new) != motion.target { scrollView.returnAtOnce() }
      return true
    }
    motion.goOn(from: old, to: new, showing: scrollView.contentOffset, at: now, scrollView.flingRules)
    return true
  }

  /// Whether the offset, or where it is moving to, lies in the rest range of an axis; false while fingers hold the
  /// content.
  func landsInRange(_ axis: ScrollAxis) -> Bool {
    let scrollView = scrollView
    guard !isContentHeld else { return false }
    let extent = scrollView.extent(of: axis)
    switch motion {
    case .flinging: return true
    case .pulling where axis == .vertical: return false
    case .resting, .dragged, .knob, .pulling, .animating, .gliding:
      return extent.overshoot(of: (motion.target ?? scrollView.contentOffset).along(axis)) == 0
    }
  }

  /// The same of the vertical axis, along which tables move.
  var landsInRange: Bool { landsInRange(.vertical) }

  /// Brings the offset, or where it is moving to, back into the rest range of an axis after a shift took it out; not
  /// while fingers hold the content. A knob cannot leave its track, and the content does not give way to it.
  func landInRange(_ axis: ScrollAxis = .vertical) {
    let scrollView = scrollView
    guard !isContentHeld else { return }
    let extent = scrollView.extent(of: axis)
    guard let target = motion.target else {
      if !isMoving { scrollView.moveContent(to: scrollView.contentOffset.clamped(to: extent, along: axis)) }
      return
    }
    guard extent.overshoot(of: target.along(axis)) != 0 else { return }
    guard let now = scrollView.frameTime else {
      if kind == .fling { return }
      return scrollView.moveContent(to: scrollView.contentOffset.clamped(to: extent, along: axis))
    }
    if kind == .fling { return motion.replan(in: scrollView.extents, scrollView.flingRules, at: now) }
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
  public final var isDecelerating: Bool { mover.kind == .fling || wheel.isCoasting }

  /// Whether a programmatic animated scroll is under way.
  public final var isScrollAnimating: Bool { mover.kind == .animation }

  /// How content that is thrown now slows down. Landing is quick whatever the rate where pages are turned: the place is
  /// chosen, the way there is not.
  final var flingRules: FlingRules {
    let rate = decelerationRate.rawValue
    return FlingRules(
      rate: rate, landingRate: isPagingEnabled ? DecelerationRate.fast.rawValue : rate,
      bounces: (canBounce(.horizontal), canBounce(.vertical)))
  }
}
