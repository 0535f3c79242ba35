import Foundation

/// A short move of one offset to a place it must reach at a given time, starting at the speed it
/// already has: the cubic whose end speed is zero.
///
/// From rest it is the ease-in-ease-out curve `s²(3 - 2s)`. Offsets in points, times in seconds
/// of the clock on which the move begins.
package struct EasedMove: Equatable, Sendable {
  /// The offset at the beginning.
  package private(set) var start: CGFloat
  /// The offset at the end, returned exactly from `duration` on.
  package private(set) var target: CGFloat
  /// Signed speed at the beginning, in points a second.
  package let startVelocity: CGFloat
  /// Length of the move in seconds; zero is already there.
  package let duration: TimeInterval
  private let began: TimeInterval

  /// Plans a move.
  /// - Precondition: `duration` is not negative.
  package init(
    from start: CGFloat, to target: CGFloat, startVelocity: CGFloat = 0, duration: TimeInterval,
    at began: TimeInterval = 0
  ) {
    precondition(duration >= 0, "an eased move cannot last \(duration) s")
    self.start = start
    self.target = target
    self.startVelocity = startVelocity
    self.duration = duration
    self.began = began
  }

  /// The offset at `now`.
  package func offset(at now: TimeInterval) -> CGFloat {
    let time = now - began
    guard time < duration else { return target }
    guard time > 0 else { return start }
    let s = CGFloat(time / duration)
    let rest = 1 - s
    return start + (target - start) * s * s * (3 - 2 * s)
      + startVelocity * CGFloat(duration) * s * rest * rest
  }

  /// The signed speed at `now`, in points a second; zero from the end on.
  package func velocity(at now: TimeInterval) -> CGFloat {
    let time = now - began
    guard time < duration else { return 0 }
    let s = CGFloat(max(0, time) / duration)
    let rest = 1 - s
    return (target - start) / CGFloat(duration) * 6 * s * rest
      + startVelocity * rest * (1 - 3 * s)
  }

  /// Whether the target has been reached at `now`.
  package func isOver(at now: TimeInterval) -> Bool { now - began >= duration }

  /// Moves the whole curve; used when content above the viewport changes its height.
  package mutating func shift(by distance: CGFloat) {
    start += distance
    target += distance
  }
}
