import Foundation

/// The movement behind `setContentOffset(_:animated:)`: both axes eased over 0.3 seconds.
///
/// A movement that replaces another takes over its speed, so that calling it every few frames gives
/// one smooth ride. Offsets in points, times in seconds since it began.
package struct ScrollAnimation: Equatable, Sendable {
  /// Seconds a programmatic scroll takes, whatever its distance.
  package static let duration: TimeInterval = 0.3

  private var horizontal: EasedMove
  private var vertical: EasedMove
  private let length: TimeInterval

  /// Plans a scroll from `start` to `target`, neither of which is clamped.
  /// - Parameter velocity: speed at the start, in points a second.
  package init(from start: CGPoint, to target: CGPoint, velocity: CGPoint = .zero) {
    self.init(from: start, to: target, velocity: velocity, length: Self.duration)
  }

  private init(from start: CGPoint, to target: CGPoint, velocity: CGPoint, length: TimeInterval) {
    self.length = length
    horizontal = EasedMove(from: start.x, to: target.x, startVelocity: velocity.x, duration: length)
    vertical = EasedMove(from: start.y, to: target.y, startVelocity: velocity.y, duration: length)
  }

  /// The scroll from where it is after `time` seconds, at its speed, to another target in the time that is left.
  package func retargeted(to target: CGPoint, at time: TimeInterval) -> ScrollAnimation {
    ScrollAnimation(
      from: offset(at: time), to: target, velocity: velocity(at: time), length: max(0, length - max(0, time)))
  }

  /// Where the scroll ends.
  package var target: CGPoint { CGPoint(x: horizontal.target, y: vertical.target) }

  /// The offset after `time` seconds; exactly `target` from its end on.
  package func offset(at time: TimeInterval) -> CGPoint {
    CGPoint(x: horizontal.offset(at: time), y: vertical.offset(at: time))
  }

  /// The speed after `time` seconds, in points a second.
  package func velocity(at time: TimeInterval) -> CGPoint {
    CGPoint(x: horizontal.velocity(at: time), y: vertical.velocity(at: time))
  }

  /// Whether the target is reached after `time` seconds.
  package func isFinished(at time: TimeInterval) -> Bool { time >= length }

  /// Moves the scroll as a whole; used when content above the viewport changes its height.
  package mutating func shift(by distance: CGPoint) {
    horizontal.shift(by: distance.x)
    vertical.shift(by: distance.y)
  }
}
