import Foundation

/// A wheel or a touchpad that pulls content beyond its top.
///
/// Turns add up to a pull, in points as a finger's; `RubberBand` maps the pull to the visible overshoot. A notch moves
/// the pull smoothly, a touchpad's delta at once. A wheel cannot be released, so a pause counts as the release. Times
/// are in seconds of the frame clock.
package struct WheelPull: Equatable, Sendable {
  /// Points of pull in a notch: two do not reach a refresh control's height in a viewport of any length, three do in
  /// one of 250 points and more.
  package static let pointsPerNotch: CGFloat = 48
  /// How long content must have been left alone before a turn at its top is meant as a pull, and not as the end of
  /// scrolling there.
  package static let leastRest: TimeInterval = 0.25
  /// Seconds without a turn after which a wheel counts as let go, and the same for a touchpad.
  package static let notchPause: TimeInterval = 0.4, precisePause: TimeInterval = 0.2

  private var move: EasedMove
  private var lastTurn: TimeInterval
  private var isPrecise: Bool

  /// The pull behind what shows of the content's upper edge, at the time `now`.
  /// - Parameters:
  ///   - offset: the vertical offset, in points.
  ///   - extent: the vertical axis.
  package init(showing offset: CGFloat, in extent: ScrollExtent, at now: TimeInterval, isPrecise: Bool) {
    self.init(Self.points(showing: offset, in: extent), at: now, isPrecise: isPrecise)
  }

  /// A pull of `points`, 0 or more, at the time `now`.
  package init(_ points: CGFloat, at now: TimeInterval, isPrecise: Bool) {
    let points = max(0, points)
    move = EasedMove(from: points, to: points, duration: 0)
    lastTurn = now
    self.isPrecise = isPrecise
  }

  /// The pull that the turns so far amount to, in points; 0 or more.
  package var target: CGFloat { move.target }

  /// The pull at `now`, in points; 0 or more.
  package func points(at now: TimeInterval) -> CGFloat { max(0, move.offset(at: now)) }

  /// Adds a turn of `points`, negative ones back towards the content.
  package mutating func turn(by points: CGFloat, at now: TimeInterval, isPrecise: Bool) {
    let here = self.points(at: now)
    let speed = move.velocity(at: now)
    let turnsBack = points * (target - here) < 0
    let wanted = max(0, (isPrecise || turnsBack ? here : target) + points)
    move =
      isPrecise
      ? EasedMove(from: wanted, to: wanted, duration: 0)
      : EasedMove(
        from: here, to: wanted, startVelocity: turnsBack ? 0 : speed, duration: WheelGlide.duration, at: now)
    lastTurn = now
    self.isPrecise = isPrecise
  }

  /// Has the pull go on, at rest, from the vertical offset that shows, after the rest range changed.
  package mutating func rebase(showing offset: CGFloat, in extent: ScrollExtent, at now: TimeInterval) {
    let points = Self.points(showing: offset, in: extent)
    move = EasedMove(from: points, to: points, duration: 0)
  }

  private static func points(showing offset: CGFloat, in extent: ScrollExtent) -> CGFloat {
    max(0, RubberBand(length: extent.viewport).pull(forOvershoot: max(0, extent.lowest - offset)))
  }

  /// The vertical offset at `now`, above an axis' rest range.
  package func offset(at now: TimeInterval, in extent: ScrollExtent) -> CGFloat {
    extent.lowest - RubberBand(length: extent.viewport).overshoot(forPull: points(at: now))
  }

  /// Whether no turn has come for so long that the wheel counts as let go.
  package func isLetGo(at now: TimeInterval) -> Bool {
    now - lastTurn >= (isPrecise ? Self.precisePause : Self.notchPause)
  }
}
