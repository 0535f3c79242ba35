import Foundation

/// The wheel and the touchpad.
///
/// The turns that belong together are reported to the delegate as one drag: notches as one that is
/// let go at once and decelerates, a touchpad's deltas as one that is held until they cease.
extension UIScrollView {
  /// Points a notch moves the content.
  package static let pointsPerNotch: CGFloat = 60
  /// Seconds without a delta after which a touchpad counts as let go.
  static let touchpadPause: TimeInterval = 0.1

  /// Takes a turn that this view can follow: in its direction the content, or where it glides to,
  /// is not at its end yet. Otherwise the turn goes on to the scroll view around. While the content
  /// is held a turn has no effect.
  func takeWheel(_ event: WheelEvent) -> Bool {
    guard isScrollEnabled, let now = frameTime else { return false }
    guard drag == nil else { return true }
    if let refresh, takePull(event, refresh, at: now) { return true }
    var lines = event.lines
    if event.modifierFlags.contains(.shift), lines.dx == 0 {
      lines = CGVector(dx: lines.dy, dy: 0)
    }
    // Positive lines turn towards the beginning of the content.
    let distance = CGPoint(
      x: -lines.dx * Self.pointsPerNotch, y: -lines.dy * Self.pointsPerNotch)
    let x = horizontalExtent
    let y = verticalExtent
    let glide = presentGlide
    let movesX = x.canMove(from: glide.x.target, by: distance.x)
    let movesY = y.canMove(from: glide.y.target, by: distance.y)
    guard movesX || movesY else { return false }
    if !isGliding { stopMotion() }

    holdWheel(isPrecise: event.isPrecise, at: now)
    var (glideX, glideY) = presentGlide
    if event.isPrecise {
      if movesX { glideX.addPrecise(distance.x, at: now, within: x.restRange) }
      if movesY { glideY.addPrecise(distance.y, at: now, within: y.restRange) }
    } else if !isPagingEnabled {
      if movesX { glideX.addNotch(distance.x, at: now, within: x.restRange) }
      if movesY { glideY.addNotch(distance.y, at: now, within: y.restRange) }
    } else if !isGliding {
      // One page a turn, however many notches arrive before it has come.
      if movesX {
        let way = x.distanceToPage(from: contentOffset.x, towards: distance.x)
        glideX.addNotch(way, at: now, within: x.restRange)
      }
      if movesY {
        let way = y.distanceToPage(from: contentOffset.y, towards: distance.y)
        glideY.addNotch(way, at: now, within: y.restRange)
      }
    }
    motion = .gliding(x: glideX, y: glideY)
    if event.isPrecise {
      place(CGPoint(x: glideX.offset(at: now), y: glideY.offset(at: now)))
    } else if wheelBurst != .coasting {
      releaseWheel(at: now)
    }
    showIndicators(at: now)
    startTicking()
    return true
  }

  /// Moves the content along its glide; called by the frame clock.
  func advanceGlide(x: WheelGlide, y: WheelGlide, to now: TimeInterval) {
    showIndicators(at: now)
    place(CGPoint(x: x.offset(at: now), y: y.offset(at: now)))
    guard isGliding, x.isSettled(at: now), y.isSettled(at: now) else { return }
    if case .held(let last) = wheelBurst, now - last < Self.touchpadPause { return }
    motion = .resting
    endWheelBurst()
  }

  /// The wheel has come to rest, or something else takes over.
  func endWheelBurst() {
    let ended = wheelBurst
    wheelBurst = .none
    switch ended {
    case .none: break
    case .coasting: delegate?.scrollViewDidEndDecelerating(self)
    case .held: letGo(velocity: .zero)
    }
  }

  // MARK: Parts of a burst

  private var isGliding: Bool {
    if case .gliding = motion { return true }
    return false
  }

  /// The glides under way, or resting ones.
  private var presentGlide: (x: WheelGlide, y: WheelGlide) {
    if case .gliding(let x, let y) = motion { return (x, y) }
    return (WheelGlide(restingAt: contentOffset.x), WheelGlide(restingAt: contentOffset.y))
  }

  private func holdWheel(isPrecise: Bool, at now: TimeInterval) {
    switch (wheelBurst, isPrecise) {
    case (.held, true): wheelBurst = .held(lastDelta: now)
    case (.held, false), (.coasting, false): break
    case (.none, true), (.coasting, true):
      wheelBurst = .held(lastDelta: now)
      announceDrag()
    case (.none, false): announceDrag()
    }
  }

  /// A notch lets go at once: the glide is the deceleration.
  private func releaseWheel(at now: TimeInterval) {
    guard case .gliding(var x, var y) = motion else { return }
    wheelBurst = .coasting
    let natural = CGPoint(x: x.target, y: y.target)
    var target = natural
    delegate?.scrollViewWillEndDragging(self, withVelocity: .zero, targetContentOffset: &target)
    if target != natural {
      x.land(on: target.x, at: now)
      y.land(on: target.y, at: now)
      motion = .gliding(x: x, y: y)
    }
    delegate?.scrollViewDidEndDragging(self, willDecelerate: true)
    guard wheelBurst == .coasting else { return }
    delegate?.scrollViewWillBeginDecelerating(self)
  }
}
