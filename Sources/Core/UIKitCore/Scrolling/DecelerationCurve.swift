import Foundation

/// How an offset coasts after the finger has left: the speed falls by a constant factor every
/// millisecond, `v(t) = v₀ · rate^(1000 t)`, until it is 10 points a second.
///
/// The curve is a closed form of the time since the release, so the place at a given time does not
/// depend on how many frames were drawn before. One axis; offsets in points, times in seconds.
package struct DecelerationCurve: Equatable, Sendable {
  /// The speed at which coasting ends, in points a second.
  package static let stoppingSpeed: CGFloat = 10

  /// The offset at time zero.
  package private(set) var start: CGFloat
  /// The offset the curve ends at, returned exactly once `duration` has passed.
  package private(set) var target: CGFloat
  /// Speed at time zero, signed, in points a second.
  package let velocity: CGFloat
  /// Seconds until the speed is `stoppingSpeed`; zero when it is no higher at the start.
  package let duration: TimeInterval
  /// Fall of the speed's logarithm in a second.
  private let decay: Double

  /// Coasts from `start` at `velocity`.
  /// - Parameter rate: factor a millisecond, within 0 and 1; 0.998 is the normal one.
  package init(start: CGFloat, velocity: CGFloat, rate: CGFloat) {
    decay = Self.decay(of: rate)
    self.start = start
    self.velocity = velocity
    let surplus = abs(velocity) - Self.stoppingSpeed
    guard surplus > 0 else {
      target = start
      duration = 0
      return
    }
    target = start + (velocity < 0 ? -surplus : surplus) / decay
    duration = log(Double(abs(velocity) / Self.stoppingSpeed)) / decay
  }

  /// Coasts from `start` so that it ends at `target`: the start speed is the one that lands there.
  /// Used where a delegate or paging has chosen another place to stop.
  package init(start: CGFloat, landingAt target: CGFloat, rate: CGFloat) {
    decay = Self.decay(of: rate)
    self.start = start
    self.target = target
    let distance = target - start
    guard distance != 0 else {
      velocity = 0
      duration = 0
      return
    }
    let speed = abs(distance) * decay + Self.stoppingSpeed
    velocity = distance < 0 ? -speed : speed
    duration = log(Double(speed / Self.stoppingSpeed)) / decay
  }

  /// The offset `time` seconds after the release.
  package func offset(at time: TimeInterval) -> CGFloat {
    guard time > 0 else { return start }
    guard time < duration else { return target }
    return start - velocity * expm1(-decay * time) / decay
  }

  /// The speed `time` seconds after the release; zero once it has stopped.
  package func velocity(at time: TimeInterval) -> CGFloat {
    guard time < duration else { return 0 }
    return velocity * exp(-decay * max(0, time))
  }

  /// When the curve passes `offset`; nil when it stops before or goes the other way.
  package func time(reaching offset: CGFloat) -> TimeInterval? {
    let wanted = offset - start
    let whole = target - start
    guard wanted != 0 else { return 0 }
    guard whole != 0, (wanted < 0) == (whole < 0), abs(wanted) <= abs(whole) else { return nil }
    return min(duration, -log1p(Double(-wanted / velocity) * decay) / decay)
  }

  /// Moves the whole curve; used when content above the viewport changes its height.
  package mutating func shift(by distance: CGFloat) {
    start += distance
    target += distance
  }

  private static func decay(of rate: CGFloat) -> Double {
    precondition(
      rate > 0 && rate < 1, "deceleration rate \(rate): give a factor between 0 and 1, both excluded")
    return -1000 * log(Double(rate))
  }
}
