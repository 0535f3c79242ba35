import Foundation

/// Movements whose end changes while they are under way, because content is still being measured.
extension UIScrollView {
  /// Whether the offset, or where it is moving to, lies in the vertical rest range; false while the content is held.
  var landsInRange: Bool {
    guard drag == nil else { return false }
    switch motion {
    case .resting: return verticalExtent.overshoot(of: contentOffset.y) == 0
    case .flinging: return true
    case .pulling: return false
    case .animating(let animation, _, _): return verticalExtent.overshoot(of: animation.target.y) == 0
    case .gliding(_, let y): return verticalExtent.overshoot(of: y.target) == 0
    }
  }

  /// Brings the offset, or where it is moving to, back into the vertical rest range after a shift took it out.
  func landInRange() {
    switch motion {
    case .resting: apply(CGPoint(x: contentOffset.x, y: verticalExtent.clamped(contentOffset.y)))
    case .pulling: break
    case .flinging(_, let y, _):
      if verticalExtent.overshoot(of: y.target) != 0 { replanFling() }
    case .animating(let animation, _, _):
      steer(to: CGPoint(x: animation.target.x, y: verticalExtent.clamped(animation.target.y)))
    case .gliding(let x, var y):
      let target = verticalExtent.clamped(y.target)
      guard let now = frameTime, target != y.target else { return }
      y.land(on: target, at: now)
      motion = .gliding(x: x, y: y)
    }
  }

  /// Has the running animation end elsewhere, at the time it would have ended.
  func steer(to target: CGPoint) {
    guard case .animating(let animation, let since, let purpose) = motion, let now = frameTime,
      target != animation.target
    else { return }
    motion = .animating(animation.retargeted(to: target, at: now - since), since: now, purpose)
  }

  /// Keeps the vertical knob from going back when the content is about to change its length.
  func beginIndicatorTrail() {
    guard indicators.trail == nil, verticalExtent.overflows, let place = indicatorPlace(.vertical) else { return }
    let extent = verticalExtent
    // At either end it cannot go back.
    guard contentOffset.y > extent.lowest, contentOffset.y < extent.highest else { return }
    indicators.trail = IndicatorTrail(at: contentOffset.y, in: place.layout)
  }

  /// Moves the knob after the content was laid out.
  func followIndicatorTrail() {
    guard let place = indicatorPlace(.vertical) else {
      indicators.trail = nil
      return
    }
    if takenIndicator == .vertical {
      // The knob is where it is held.
      indicators.trail?.hold(at: contentOffset.y)
      return
    }
    indicators.trail?.follow(contentOffset.y, in: place.layout)
    if indicators.trail?.agrees(with: place.layout) == true { indicators.trail = nil }
  }
}
