import Foundation

/// Pulling content beyond its top by the wheel, where a refresh control waits there. Elsewhere the wheel stops at
/// the end of the content.
extension UIScrollView {
  /// Takes the turns of a pull: a turn towards the top begins one when the content has rested there for a moment.
  func takePull(_ event: WheelEvent, _ refresh: RefreshState, at now: TimeInterval) -> Bool {
    let rest = now - refresh.lastTurn
    refresh.lastTurn = now
    let lines = event.lines
    let points = lines.dy * (event.isPrecise ? Self.pointsPerNotch : WheelPull.pointsPerNotch)
    if case .pulling(var pull) = motion {
      guard lines.dy != 0 else { return true }
      guard lines.dy > 0 || pull.target > 0 else {
        // Back at the content: the turn scrolls on.
        endPull()
        return false
      }
      pull.turn(by: points, at: now, isPrecise: event.isPrecise)
      follow(pull, at: now)
      return true
    }
    guard lines.dy > abs(lines.dx), rest >= WheelPull.leastRest, mayPull(refresh, event) else { return false }
    motion = .resting
    var pull = WheelPull(presentPull, at: now, isPrecise: event.isPrecise)
    pull.turn(by: points, at: now, isPrecise: event.isPrecise)
    wheelBurst = .held(lastDelta: now)
    motion = .pulling(pull)
    announceDrag()
    guard case .pulling = motion else { return true }
    follow(pull, at: now)
    return true
  }

  private func mayPull(_ refresh: RefreshState, _ event: WheelEvent) -> Bool {
    guard refresh.control.isEnabled, !refresh.control.isRefreshing, !isPagingEnabled else { return false }
    guard event.modifierFlags.isDisjoint(with: [.shift, .control]), contentOffset.y <= verticalExtent.lowest else {
      return false
    }
    switch motion {
    case .resting: return true
    // On its way back from the last pull.
    case .flinging: return contentOffset.y < verticalExtent.lowest
    case .animating, .gliding, .pulling: return false
    }
  }

  private func follow(_ pull: WheelPull, at now: TimeInterval) {
    wheelBurst = .held(lastDelta: now)
    motion = .pulling(pull)
    show(pull, at: now)
    showIndicators(at: now)
    startTicking()
  }

  /// The pull behind what shows of the content's upper edge, in points.
  private var presentPull: CGFloat {
    let extent = verticalExtent
    return RubberBand(length: extent.viewport).pull(forOvershoot: max(0, extent.lowest - contentOffset.y))
  }

  /// Moves the content along its pull; called by the frame clock.
  func advance(_ pull: WheelPull, to now: TimeInterval) {
    show(pull, at: now)
    guard case .pulling(let pull) = motion, pull.isLetGo(at: now) else { return }
    endPull()
  }

  /// Has the pull go on from where the content is, after the rest range changed.
  func rebasePull() {
    guard case .pulling(var pull) = motion, let now = frameTime else { return }
    pull.rebase(to: presentPull, at: now)
    motion = .pulling(pull)
  }

  /// The wheel has gone quiet, or turned back to the content, which springs back.
  private func endPull() {
    motion = .resting
    endWheelBurst()
  }

  /// Something else takes the content over where it is.
  func endPullInPlace() {
    wheelBurst = .none
    makeRoomForRefresh()
    var target = contentOffset
    delegate?.scrollViewWillEndDragging(self, withVelocity: .zero, targetContentOffset: &target)
    delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
  }

  private func show(_ pull: WheelPull, at now: TimeInterval) {
    let extent = verticalExtent
    let overshoot = RubberBand(length: extent.viewport).overshoot(forPull: pull.points(at: now))
    place(CGPoint(x: contentOffset.x, y: extent.lowest - overshoot))
  }
}
