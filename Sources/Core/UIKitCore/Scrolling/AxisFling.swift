import Foundation

/// Everything one axis does after the finger has left it: come back if it is outside its rest
/// range, coast inside, bounce where it runs into an end.
///
/// The whole way is planned at release and is a closed form of the time since. Offsets in points,
/// times in seconds.
package struct AxisFling: Equatable, Sendable {
  private struct Return: Equatable {
    var spring: BounceSpring
    /// The bound the spring pulls to.
    var bound: CGFloat
    /// How long the spring is followed.
    var duration: TimeInterval
  }

  private var pull: Return?
  private var coast: DecelerationCurve?
  private var coastDuration: TimeInterval = 0
  private var bounce: Return?
  private var final: CGFloat
  /// Whether the end was chosen by a delegate or by paging, and is to be met to the fraction.
  package let isChosen: Bool

  /// Plans the way from `offset` at `velocity` (points a second).
  /// - Parameters:
  ///   - rate: the deceleration rate, a factor a millisecond.
  ///   - bounces: whether running into an end overshoots; otherwise it stops there dead.
  package init(
    offset: CGFloat, velocity: CGFloat, extent: ScrollExtent, rate: CGFloat, bounces: Bool
  ) {
    isChosen = false
    let bound = extent.clamped(offset)
    guard bound == offset else {
      let spring = BounceSpring(displacement: offset - bound, velocity: velocity)
      guard let crossing = spring.crossingTime else {
        pull = Return(spring: spring, bound: bound, duration: spring.duration)
        final = bound
        return
      }
      pull = Return(spring: spring, bound: bound, duration: crossing)
      final = bound
      run(
        DecelerationCurve(start: bound, velocity: spring.velocity(at: crossing), rate: rate),
        extent: extent, bounces: bounces)
      return
    }
    final = offset
    run(
      DecelerationCurve(start: offset, velocity: velocity, rate: rate),
      extent: extent, bounces: bounces)
  }

  /// Plans the way from `offset` to a place chosen by a delegate or by paging, which is not clamped.
  package init(offset: CGFloat, landingAt target: CGFloat, rate: CGFloat) {
    isChosen = true
    let curve = DecelerationCurve(start: offset, landingAt: target, rate: rate)
    coast = curve
    coastDuration = curve.duration
    final = target
  }

  /// Where the axis would come to rest within its range if it started like this; what a delegate
  /// is offered as the target before the fling is planned.
  package static func naturalTarget(
    offset: CGFloat, velocity: CGFloat, extent: ScrollExtent, rate: CGFloat
  ) -> CGFloat {
    AxisFling(offset: offset, velocity: velocity, extent: extent, rate: rate, bounces: false).target
  }

  /// The offset at the end of the whole way.
  package var target: CGFloat { final }

  /// Seconds until the axis rests.
  package var duration: TimeInterval {
    (pull?.duration ?? 0) + coastDuration + (bounce?.duration ?? 0)
  }

  /// The offset after `time` seconds.
  package func offset(at time: TimeInterval) -> CGFloat {
    guard time < duration else { return final }
    var left = max(0, time)
    if let pull {
      if left < pull.duration { return pull.bound + pull.spring.displacement(at: left) }
      left -= pull.duration
    }
    if let coast {
      if left < coastDuration { return coast.offset(at: left) }
      left -= coastDuration
    }
    guard let bounce else { return final }
    return bounce.bound + bounce.spring.displacement(at: left)
  }

  /// The signed speed after `time` seconds, in points a second.
  package func velocity(at time: TimeInterval) -> CGFloat {
    guard time < duration else { return 0 }
    var left = max(0, time)
    if let pull {
      if left < pull.duration { return pull.spring.velocity(at: left) }
      left -= pull.duration
    }
    if let coast {
      if left < coastDuration { return coast.velocity(at: left) }
      left -= coastDuration
    }
    return bounce?.spring.velocity(at: left) ?? 0
  }

  /// Moves the whole way; used when content above the viewport changes its height.
  package mutating func shift(by distance: CGFloat) {
    pull?.bound += distance
    coast?.shift(by: distance)
    bounce?.bound += distance
    final += distance
  }

  private mutating func run(_ curve: DecelerationCurve, extent: ScrollExtent, bounces: Bool) {
    coast = curve
    let end = extent.clamped(curve.target)
    guard end != curve.target, let impact = curve.time(reaching: end) else {
      coastDuration = curve.duration
      final = curve.target
      return
    }
    coastDuration = impact
    final = end
    guard bounces else { return }
    let spring = BounceSpring(displacement: 0, velocity: curve.velocity(at: impact))
    bounce = Return(spring: spring, bound: end, duration: spring.duration)
  }
}
