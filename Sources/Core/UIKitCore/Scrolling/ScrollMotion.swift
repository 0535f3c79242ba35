import Foundation

/// A motion of a scroll view's content in time: a value that knows where the content is at any moment, when the motion
/// has arrived, and how it goes on when what it moves in changes.
///
/// `ScrollMover` runs one at a time. Offsets in points, times in seconds of the frame clock.
enum ScrollMotion {
  case resting
  /// Coasting or bouncing after a drag.
  case flinging(x: AxisFling, y: AxisFling, since: TimeInterval)
  /// A programmatic scroll.
  case animating(ScrollAnimation, since: TimeInterval, ScrollPurpose)
  /// Following the wheel. A touchpad holds the content until it has given no delta for a while.
  case gliding(x: WheelGlide, y: WheelGlide, lastDelta: TimeInterval?)
  /// Pulled beyond its top by the wheel.
  case pulling(WheelPull)

  /// Whether content moves without anyone holding it.
  var isMovingByItself: Bool {
    if case .resting = self { return false }
    return true
  }

  // MARK: In time

  /// The offset at `now`.
  /// - Parameters:
  ///   - offset: the present one.
  ///   - extent: the vertical extent, above which a pull shows.
  func offset(
    at now: TimeInterval, from offset: @autoclosure () -> CGPoint, in extent: @autoclosure () -> ScrollExtent
  ) -> CGPoint {
    switch self {
    case .resting: return offset()
    case .flinging(let x, let y, let since): return CGPoint(x: x.offset(at: now - since), y: y.offset(at: now - since))
    case .animating(let animation, let since, _): return animation.offset(at: now - since)
    case .gliding(let x, let y, _): return CGPoint(x: x.offset(at: now), y: y.offset(at: now))
    case .pulling(let pull): return CGPoint(x: offset().x, y: pull.offset(at: now, in: extent()))
    }
  }

  /// Whether the motion is over at `now`. One of the wheel is not while the wheel may turn on.
  func hasArrived(at now: TimeInterval) -> Bool {
    switch self {
    case .resting: return false
    case .flinging(let x, let y, let since): return now - since >= max(x.duration, y.duration)
    case .animating(let animation, let since, _): return animation.isFinished(at: now - since)
    case .gliding(let x, let y, let lastDelta):
      guard x.isSettled(at: now), y.isSettled(at: now) else { return false }
      guard let lastDelta else { return true }
      return now - lastDelta >= ScrollWheel.touchpadPause
    case .pulling(let pull): return pull.isLetGo(at: now)
    }
  }

  /// Whether a touchpad or a pull holds the content: the motion does not arrive, it is let go.
  var isHeld: Bool {
    switch self {
    case .pulling: true
    case .gliding(_, _, let lastDelta): lastDelta != nil
    case .resting, .flinging, .animating: false
    }
  }

  /// Whether the user began the motion, by a drag or the wheel.
  var isOfUser: Bool {
    switch self {
    case .flinging, .gliding, .pulling: true
    case .resting, .animating: false
    }
  }

  /// Where the motion ends if nothing changes; nil for content that rests, or ends wherever it is let go.
  var target: CGPoint? {
    switch self {
    case .resting, .pulling: nil
    case .flinging(let x, let y, _): CGPoint(x: x.target, y: y.target)
    case .animating(let animation, _, _): animation.target
    case .gliding(let x, let y, _): CGPoint(x: x.target, y: y.target)
    }
  }

  // MARK: Going on when the content changes

  /// Has an animation end elsewhere at the time it would have ended, and a glide land elsewhere along the axes on which
  /// that is another place. Other motions go on as they are.
  mutating func steer(to target: CGPoint, at now: TimeInterval) {
    switch self {
    case .resting, .flinging, .pulling: break
    case .animating(let animation, let since, let purpose):
      self = .animating(animation.retargeted(to: target, at: now - since), since: now, purpose)
    case .gliding(var x, var y, let lastDelta):
      if target.x != x.target { x.land(on: target.x, at: now) }
      if target.y != y.target { y.land(on: target.y, at: now) }
      self = .gliding(x: x, y: y, lastDelta: lastDelta)
    }
  }

  /// The same, but an animation sets out once more, from `offset`, at the speed it has.
  mutating func redirect(to target: CGPoint, from offset: CGPoint, at now: TimeInterval) {
    guard case .animating(let animation, let since, let purpose) = self else { return steer(to: target, at: now) }
    self = .animating(
      ScrollAnimation(from: offset, to: target, velocity: animation.velocity(at: now - since)), since: now, purpose)
  }

  /// Has a glide to an end of the content lead to where that end is now. Other motions go on as they are.
  mutating func keepToEnds(x across: ScrollExtent, y along: ScrollExtent, at now: TimeInterval) {
    guard case .gliding(var x, var y, let lastDelta) = self else { return }
    x.keepToEnd(of: across.restRange, at: now)
    y.keepToEnd(of: along.restRange, at: now)
    self = .gliding(x: x, y: y, lastDelta: lastDelta)
  }

  /// Content above the viewport changed its height: everything goes on, `distance` further down.
  mutating func shift(by distance: CGPoint) {
    switch self {
    case .resting, .pulling: break
    case .flinging(var x, var y, let since):
      x.shift(by: distance.x)
      y.shift(by: distance.y)
      self = .flinging(x: x, y: y, since: since)
    case .animating(var animation, let since, let purpose):
      animation.shift(by: distance)
      self = .animating(animation, since: since, purpose)
    case .gliding(var x, var y, let lastDelta):
      x.shift(by: distance.x)
      y.shift(by: distance.y)
      self = .gliding(x: x, y: y, lastDelta: lastDelta)
    }
  }
}

/// The purpose of a programmatic scroll.
enum ScrollPurpose {
  case offset
  case top
  /// Room for a refresh control that comes or goes.
  case refresh
  /// A row of a table, whose place may be found out on the way.
  case row
}

/// One of the directions content can move in.
enum ScrollAxis {
  case horizontal
  case vertical
}

extension CGPoint {
  /// The coordinate along an axis.
  func along(_ axis: ScrollAxis) -> CGFloat { axis == .vertical ? y : x }

  /// The nearest offset in the rest range of an axis.
  func clamped(to extent: ScrollExtent, along axis: ScrollAxis) -> CGPoint {
    axis == .vertical ? CGPoint(x: x, y: extent.clamped(y)) : CGPoint(x: extent.clamped(x), y: y)
  }
}
