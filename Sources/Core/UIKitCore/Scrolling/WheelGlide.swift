import Foundation

/// Turns the notches of a wheel into a smooth movement of one offset.
///
/// Each notch moves a target; the offset reaches it within `duration`, and its speed does not jump
/// when more notches arrive on the way. Deltas of a touchpad are applied at once and in full: the
/// fingers do the easing, and fractions of a point add up. The offset never leaves the range it is
/// given. Offsets in points, times in seconds of the frame clock.
package struct WheelGlide: Equatable, Sendable {
  /// Seconds from a notch to its arrival.
  package static let duration: TimeInterval = 0.13

  private var move: EasedMove
  private var range: ClosedRange<CGFloat>
  /// The end of the range that notches lead to.
  private var end: End?

  /// An end of the rest range.
  private enum End { case lower, upper }

  /// A glide that rests at `offset`.
  package init(restingAt offset: CGFloat) {
    move = EasedMove(from: offset, to: offset, duration: 0)
    range = offset...offset
  }

  /// Where the glide ends if nothing more arrives.
  package var target: CGFloat { move.target }

  /// The offset at `now`.
  package func offset(at now: TimeInterval) -> CGFloat {
    // The start may lie outside the range: then the way leads in.
    let low = min(range.lowerBound, move.start)
    let high = max(range.upperBound, move.start)
    return min(max(move.offset(at: now), low), high)
  }

  /// The signed speed at `now`, in points a second.
  package func velocity(at now: TimeInterval) -> CGFloat {
    move.velocity(at: now)
  }

  /// Whether the target has been reached at `now`; no frame is needed from then on.
  package func isSettled(at now: TimeInterval) -> Bool {
    move.isOver(at: now)
  }

  /// Adds the distance of a notch, in points, to the target.
  ///
  /// A notch against the movement counts from where the offset is, so turning back is felt at once.
  /// - Parameter range: the rest range at `now`; the target stays within.
  package mutating func addNotch(
    _ distance: CGFloat, at now: TimeInterval, within range: ClosedRange<CGFloat>
  ) {
    let here = offset(at: now)
    let speed = velocity(at: now)
    let turnsBack = distance * (target - here) < 0
    let wanted = (turnsBack ? here : target) + distance
    let target = min(max(wanted, range.lowerBound), range.upperBound)
    self.range = range
    end = target <= range.lowerBound ? .lower : target >= range.upperBound ? .upper : nil
    guard target != self.target else { return }
    move = Self.move(from: here, at: speed, to: target, within: range, now)
  }

  /// Applies a touchpad's distance, in points, at once; any easing under way ends here.
  package mutating func addPrecise(
    _ distance: CGFloat, at now: TimeInterval, within range: ClosedRange<CGFloat>
  ) {
    let wanted = offset(at: now) + distance
    let place = min(max(wanted, range.lowerBound), range.upperBound)
    self.range = range
    end = nil
    move = EasedMove(from: place, to: place, duration: 0)
  }

  /// Makes `target` the place the glide ends at; used where a delegate has chosen another one. The
  /// range gives way to it.
  package mutating func land(on target: CGFloat, at now: TimeInterval) {
    let here = offset(at: now)
    let speed = velocity(at: now)
    range = min(range.lowerBound, target)...max(range.upperBound, target)
    end = nil
    move = Self.move(from: here, at: speed, to: target, within: range, now)
  }

  /// Leads to the end of the content that notches led to, where content has turned out longer or shorter on the way:
  /// who turns the wheel to the end wants to get there, wherever it is.
  /// - Parameter newRange: the rest range at `now`.
  package mutating func keepToEnd(of newRange: ClosedRange<CGFloat>, at now: TimeInterval) {
    guard let end else { return }
    let place = end == .lower ? newRange.lowerBound : newRange.upperBound
    if place != target { land(on: place, at: now) }
    self.end = end
  }

  /// Moves the glide as a whole; used when content above the viewport changes its height.
  package mutating func shift(by distance: CGFloat) {
    move.shift(by: distance)
    range = (range.lowerBound + distance)...(range.upperBound + distance)
  }

  /// A move that keeps `speed` at its start and stays in `range`.
  private static func move(
    from here: CGFloat, at speed: CGFloat, to target: CGFloat, within range: ClosedRange<CGFloat>, _ now: TimeInterval
  ) -> EasedMove {
    let distance = target - here
    guard speed * distance < 0 else {
      // The cubic overshoots when the start speed would cover thrice the distance: end sooner.
      let shortest = speed == 0 ? duration : Double(3 * distance / speed)
      return EasedMove(
        from: here, to: target, startVelocity: speed, duration: min(duration, shortest), at: now)
    }
    // Going the wrong way first, the cubic gets at most 4/27 · speed · duration beyond `here`.
    let room = speed > 0 ? range.upperBound - here : here - range.lowerBound
    let allowed = max(0, room) * 27 / 4 / CGFloat(duration)
    let limited = min(abs(speed), allowed)
    return EasedMove(
      from: here, to: target, startVelocity: speed < 0 ? -limited : limited, duration: duration, at: now)
  }
}
