import Foundation

/// A motion of a scroll view's content in time: a value that knows where the content is at any moment, when the motion
/// has arrived, and how it goes on when what it moves in changes.
///
/// `ScrollMover` runs one at a time. Offsets in points, times in seconds of the frame clock.
enum ScrollMotion {
  case resting
  /// Under fingers.
  case dragged(ScrollDrag)
  /// Moved by the knob of an indicator; `inside` is the distance from the knob's start to the pointer.
  case knob(ScrollAxis, inside: CGFloat)
  /// Coasting or bouncing after a drag.
  case flinging(x: AxisFling, y: AxisFling, since: TimeInterval)
  /// A programmatic scroll.
  case animating(ScrollAnimation, since: TimeInterval, ScrollPurpose)
  /// Following the wheel. A touchpad holds the content until it has given no delta for a while.
  case gliding(x: WheelGlide, y: WheelGlide, lastDelta: TimeInterval?)
  /// Pulled beyond its top by the wheel.
  case pulling(WheelPull)

  /// The kinds of motion.
  enum Kind {
    case rest, drag, knob, fling, animation, glide, pull

    /// Whether content moves without anyone holding it.
    var isMovingByItself: Bool {
      switch self {
      case .rest, .drag, .knob: false
      case .fling, .animation, .glide, .pull: true
      }
    }
  }

  var kind: Kind {
    switch self {
    case .resting: .rest
    case .dragged: .drag
    case .knob: .knob
    case .flinging: .fling
    case .animating: .animation
    case .gliding: .glide
    case .pulling: .pull
    }
  }

  // MARK: In time

  /// The offset at `now`. What is in the user's hand stays until the hand moves.
  /// - Parameters:
  ///   - offset: the present one.
  ///   - extent: the vertical extent, above which a pull shows.
  func offset(
    at now: TimeInterval, from offset: @autoclosure () -> CGPoint, in extent: @autoclosure () -> ScrollExtent
  ) -> CGPoint {
    switch self {
    case .resting, .dragged, .knob: return offset()
    case .flinging(let x, let y, let since): return CGPoint(x: x.offset(at: now - since), y: y.offset(at: now - since))
    case .animating(let animation, let since, _): return animation.offset(at: now - since)
    case .gliding(let x, let y, _): return CGPoint(x: x.offset(at: now), y: y.offset(at: now))
    case .pulling(let pull): return CGPoint(x: offset().x, y: pull.offset(at: now, in: extent()))
    }
  }

  /// Whether the motion is over at `now`. One of the wheel is not while the wheel may turn on.
  func hasArrived(at now: TimeInterval) -> Bool {
    switch self {
    case .resting, .dragged, .knob: return false
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
    case .resting, .dragged, .knob, .flinging, .animating: false
    }
  }

  /// Where the motion ends if nothing changes; nil for content that rests, or is in the user's hand.
  var target: CGPoint? {
    switch self {
    case .resting, .dragged, .knob, .pulling: nil
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
    case .resting, .dragged, .knob, .flinging, .pulling: break
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

  /// The extents changed on the way: coasting is planned anew from where it is, at its speed; what would end in the old
  /// rest range ends in the new one, and a glide to an end of the content at where that is now.
  /// - Parameters:
  ///   - offset: the present one, from which an animation sets out once more.
  ///   - rules: those of a throw, as they are now.
  mutating func goOn(
    from old: ScrollExtents, to new: ScrollExtents, showing offset: CGPoint, at now: TimeInterval, _ rules: FlingRules
  ) {
    if kind == .fling { return replan(in: new, rules, at: now) }
    keepToEnds(x: new.x, y: new.y, at: now)
    // A pull follows the upper edge in any case.
    guard let target, let landing = landing(from: old, to: new), landing != target else { return }
    redirect(to: landing, from: offset, at: now)
  }

  /// Where the motion ends when the extents change on its way: a target in the old rest range stays in the new one,
  /// another was chosen so and is kept. Nil without a target.
  func landing(from old: ScrollExtents, to new: ScrollExtents) -> CGPoint? {
    target.map { target in
      CGPoint(
        x: old.x.overshoot(of: target.x) == 0 ? new.x.clamped(target.x) : target.x,
        y: old.y.overshoot(of: target.y) == 0 ? new.y.clamped(target.y) : target.y)
    }
  }

  /// Has a fling go on from where it is, at its speed, in these extents. Other motions go on as they are.
  mutating func replan(in extents: ScrollExtents, _ rules: FlingRules, at now: TimeInterval) {
    guard case .flinging(let x, let y, let since) = self else { return }
    let time = now - since
    let (newX, newY) = rules.fling(
      from: CGPoint(x: x.offset(at: time), y: y.offset(at: time)),
      CGPoint(x: x.velocity(at: time), y: y.velocity(at: time)), in: extents,
      to: (x.isChosen ? extents.x.clamped(x.target) : nil, y.isChosen ? extents.y.clamped(y.target) : nil))
    self = .flinging(x: newX, y: newY, since: now)
  }

  /// The rest range changed under what is pulled: the content stays at `offset`, and gives way from there. Other motions
  /// go on as they are.
  /// - Parameter translation: how far fingers have gone.
  mutating func rebase(to offset: CGPoint, in extents: ScrollExtents, at now: TimeInterval, translation: CGPoint) {
    if case .dragged(var drag) = self {
      drag.rebase(to: offset, in: extents, at: translation)
      self = .dragged(drag)
    } else if case .pulling(var pull) = self {
      pull.rebase(showing: offset.y, in: extents.y, at: now)
      self = .pulling(pull)
    }
  }

  /// Content above the viewport changed its height: everything goes on, `distance` further down.
  mutating func shift(by distance: CGPoint) {
    switch self {
    case .resting, .knob, .pulling: break
    case .dragged(var drag):
      drag.shift(by: distance)
      self = .dragged(drag)
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

/// The lengths of both axes.
typealias ScrollExtents = (x: ScrollExtent, y: ScrollExtent)

/// How content that is thrown slows down, and whether it gives way.
struct FlingRules {
  /// The deceleration rates of content that is thrown, and of content that lands where a delegate or paging chose:
  /// factors a millisecond.
  var rate, landingRate: CGFloat
  /// Whether content that runs into an end overshoots.
  var bounces: (x: Bool, y: Bool)

  /// The ways of both axes from `offset` at `velocity`, in points a second.
  /// - Parameter targets: chosen places to land at; nil for where an axis coasts to.
  func fling(
    from offset: CGPoint, _ velocity: CGPoint, in extents: ScrollExtents, to targets: (x: CGFloat?, y: CGFloat?)
  ) -> (x: AxisFling, y: AxisFling) {
    func way(_ offset: CGFloat, _ speed: CGFloat, _ extent: ScrollExtent, _ target: CGFloat?, _ bounces: Bool)
      -> AxisFling
    {
      target.map { AxisFling(offset: offset, landingAt: $0, rate: landingRate) }
        ?? AxisFling(offset: offset, velocity: speed, extent: extent, rate: rate, bounces: bounces)
    }
    return (
      way(offset.x, velocity.x, extents.x, targets.x, bounces.x),
      way(offset.y, velocity.y, extents.y, targets.y, bounces.y)
    )
  }
}

extension CGPoint {
  /// The coordinate along an axis.
  func along(_ axis: ScrollAxis) -> CGFloat { axis == .vertical ? y : x }

  /// The same point but for its coordinate along an axis.
  func with(_ coordinate: CGFloat, along axis: ScrollAxis) -> CGPoint {
    axis == .vertical ? CGPoint(x: x, y: coordinate) : CGPoint(x: coordinate, y: y)
  }

  /// The nearest offset in the rest range of an axis.
  func clamped(to extent: ScrollExtent, along axis: ScrollAxis) -> CGPoint {
    with(extent.clamped(along(axis)), along: axis)
  }

  /// The nearest offset in the rest range.
  func clamped(to extents: ScrollExtents) -> CGPoint { CGPoint(x: extents.x.clamped(x), y: extents.y.clamped(y)) }
}
