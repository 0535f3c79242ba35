import Foundation

/// The frame clock's part: moving what moves by itself to the present.
extension UIScrollView {
  /// The present on the frame clock; nil outside of a window.
  var frameTime: TimeInterval? { windowStorage?.application.platform.clock.now }

  /// Asks for a call before each frame, until nothing moves any more.
  func startTicking() {
    if let frameLink {
      if frameLink.isPaused { frameLink.isPaused = false }
      return
    }
    guard windowStorage != nil else { return }
    let link = CADisplayLink { [weak self] link in self?.tick(at: link.timestamp) }
    link.add(to: .main, forMode: .common)
    frameLink = link
  }

  /// Moves to `now`. Called by the display link; the link sleeps when all is at rest.
  func tick(at now: TimeInterval) {
    advanceMotion(to: now)
    let indicatorsChange = advanceIndicators(to: now)
    guard !motion.isMovingByItself, !indicatorsChange else { return }
    frameLink?.isPaused = true
  }

  private func advanceMotion(to now: TimeInterval) {
    switch motion {
    case .resting: break
    case .flinging(let x, let y, let since):
      let time = now - since
      showIndicators(at: now)
      guard time >= max(x.duration, y.duration) else {
        place(CGPoint(x: x.offset(at: time), y: y.offset(at: time)))
        return
      }
      let natural = aligned(CGPoint(x: x.target, y: y.target))
      finish(
        at: CGPoint(
          x: x.isChosen ? x.target : natural.x, y: y.isChosen ? y.target : natural.y))
    case .animating(let animation, let since, _):
      let time = now - since
      showIndicators(at: now)
      guard animation.isFinished(at: time) else {
        place(animation.offset(at: time))
        return
      }
      finish(at: animation.target)
    case .gliding(let x, let y):
      advanceGlide(x: x, y: y, to: now)
    case .pulling(let pull): advance(pull, to: now)
    }
  }

  /// The motion arrives. The delegate may start another from within these calls.
  private func finish(at target: CGPoint) {
    let finished = motion
    motion = .resting
    apply(target)
    switch finished {
    case .flinging: delegate?.scrollViewDidEndDecelerating(self)
    case .animating(_, _, let purpose): scrollAnimationDidEnd(purpose)
    case .gliding, .pulling, .resting: break
    }
  }

  /// Ends what moves by itself where it is, and tells the delegate that it is over.
  func stopMotion() {
    let stopped = motion
    motion = .resting
    switch stopped {
    case .resting: break
    case .flinging: delegate?.scrollViewDidEndDecelerating(self)
    case .animating(_, _, let purpose): scrollAnimationDidEnd(purpose)
    case .gliding: endWheelBurst()
    case .pulling: endPullInPlace()
    }
  }

  /// Motion needs a window's frames.
  func leaveWindow() {
    if drag != nil { panGestureRecognizer.giveUp() }
    stopMotion()
    indicators = ScrollIndicatorState()
    frameLink?.invalidate()
    frameLink = nil
  }
}
