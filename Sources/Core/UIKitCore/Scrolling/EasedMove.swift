import Foundation

/// A short move of one offset to a place it must reach at a given time, starting at the speed it
/// already has: the cubic whose end speed is zero.
///
/// From rest it is the ease-in-ease-out curve `s²(3 - 2s)`. Offsets in points, times in seconds
/// since the move began.
package struct EasedMove: Equatable, Sendable {
  /// The offset at time zero.
  package private(set) var start: CGFloat
  /// The offset at the end, returned exactly from `duration` on.
  package private(set) var target: CGFloat
  /// Signed speed at time zero, in points a second.
  package let startVelocity: CGFloat
  /// Length of the move in seconds; zero is already there.
  package let duration: TimeInterval

  /// Plans a move.
  /// - Precondition: `duration` is not negative.
  package init(
    from start: CGFloat, to target: CGFloat, startVelocity: CGFloat = 0, duration: TimeInterval
  ) {
    precondition(duration >= 0, "an eased move cannot last \(duration) s")
    self.start = start
    self.target = target
    self.startVelocity = startVelocity
    self.duration = duration
  }

  /// The offset after `time` seconds.
  package func offset(at time: TimeInterval) -> CGFloat {
    guard time < duration else { return target }
    guard time > 0 else { return start }
    let s = CGFloat(time / duration)
    let rest = 1 - s
    return start + (target - start) * s * s * (3 - 2 * s)
      + startVelocity * CGFloat(duration) * s * rest * rest
  }

  /// The signed speed after `time` seconds, in points a second; zero from `duration` on.
  package func velocity(at time: TimeInterval) -> CGFloat {
    guard time < duration else { return 0 }
    let s = CGFloat(max(0, time) / duration)
    let rest = 1 - s
    return (target - start) / CGFloat(duration) * 6 * s * rest
      + startVelocity * rest * (1 - 3 * s)
  }

  /// Moves the whole curve; used when content above the viewport changes its height.
  package mutating func shift(by distance: CGFloat) {
    start += distance
    target += distance
  }
}
