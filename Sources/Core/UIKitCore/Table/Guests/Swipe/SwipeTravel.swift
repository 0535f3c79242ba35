import Foundation

/// How far a row moves under a finger, and where it comes to rest.
///
/// Distances are in points from the row's own place, outward, towards where the buttons come to light; velocities are
/// in points a second in that direction.
package struct SwipeTravel: Equatable, Sendable {
  /// Where a row rests.
  package enum Rest: Equatable, Sendable {
    /// In its place.
    case closed
    /// Beside its buttons.
    case open
    /// Out of sight, beside one button as wide as the row.
    case full
  }

  /// A release at this speed opens or closes wherever the row is, in points a second.
  package static let flick = 300.0
  /// Seconds a row takes to come to rest.
  package static let restDuration = 0.3
  /// How much farther than its buttons a row must be pulled for its first action to be performed, in points.
  private static let fullMargin = 20.0

  /// Width of the row.
  package let rowWidth: Double
  /// Width of the buttons together; more than 0.
  package let reach: Double
  /// Whether pulling across about half the row performs the first action.
  package let allowsFull: Bool

  /// - Precondition: `reach` is positive and less than `rowWidth`.
  package init(rowWidth: Double, reach: Double, allowsFull: Bool) {
    precondition(
      reach > 0 && reach < rowWidth, "buttons \(reach) points wide do not fit beside a row of \(rowWidth) points")
    self.rowWidth = rowWidth
    self.reach = reach
    self.allowsFull = allowsFull
  }

  /// The distance from which on letting go performs the first action, if that is allowed.
  package var fullDistance: Double { min(rowWidth, max(rowWidth / 2, reach + Self.fullMargin)) }

  // MARK: Under the finger

  private var band: RubberBand { RubberBand(length: rowWidth) }

  /// Where the row is when the finger asks for `pull`. It follows as far as there is something to bare, and gives way
  /// less and less beyond.
  package func distance(forPull pull: Double) -> Double {
    if pull < 0 { return band.overshoot(forPull: pull) }
    if allowsFull { return min(pull, rowWidth) }
    return pull <= reach ? pull : reach + band.overshoot(forPull: pull - reach)
  }

  /// The pull of a finger that catches the row at `distance`: the inverse of `distance(forPull:)`.
  package func pull(forDistance distance: Double) -> Double {
    if distance < 0 { return band.pull(forOvershoot: distance) }
    if allowsFull { return min(distance, rowWidth) }
    return distance <= reach ? distance : reach + band.pull(forOvershoot: distance - reach)
  }

  /// Whether letting go at `distance` performs the first action.
  package func isFull(_ distance: Double) -> Bool { allowsFull && distance >= fullDistance }

  // MARK: Let go

  /// Where a row let go comes to rest: a flick decides, a slow hand by what it has bared.
  package func rest(from distance: Double, velocity: Double) -> Rest {
    if isFull(distance), velocity > -Self.flick { return .full }
    if distance <= 0 || velocity <= -Self.flick { return .closed }
    return velocity >= Self.flick || distance >= reach / 2 ? .open : .closed
  }

  /// How far from its place the row rests.
  package func distance(of rest: Rest) -> Double {
    switch rest {
    case .closed: 0
    case .open: reach
    case .full: rowWidth
    }
  }

  /// The way to where the row rests. It starts at the speed of the finger, as far as it then does not run past its
  /// end.
  package func move(from distance: Double, velocity: Double, to rest: Rest) -> EasedMove {
    let target = self.distance(of: rest)
    let fastest = 3 * (target - distance) / Self.restDuration
    let speed = fastest >= 0 ? min(max(velocity, 0), fastest) : max(min(velocity, 0), fastest)
    return EasedMove(from: distance, to: target, startVelocity: speed, duration: Self.restDuration)
  }
}
