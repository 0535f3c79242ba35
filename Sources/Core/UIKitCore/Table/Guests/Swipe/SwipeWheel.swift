import Foundation

/// Tells the sideways turns of a wheel or touchpad from the others. Turns that follow each other without a pause belong
/// together, and the first of them decide what all are.
@MainActor
struct SwipeWheel {
  enum Phase: Equatable {
    /// Nothing has been turned for a while.
    case idle
    /// Sideways, by so many points, not far enough for a row yet.
    case gathering(Double)
    /// Moves a row.
    case swiping
    /// Has done what it was to do.
    case spent
    /// Is for scrolling.
    case scrolling
  }

  /// Points sideways before a row moves.
  static let slop = 6.0

  private(set) var phase = Phase.idle
  private(set) var lastTurn = -TimeInterval.infinity

  var isSwiping: Bool { phase == .swiping }

  /// Whether the turns have ceased.
  func hasPaused(at now: TimeInterval) -> Bool { now - lastTurn >= ScrollWheel.touchpadPause }

  /// Notes a turn.
  /// - Parameter points: to the right and down, as the content would follow.
  mutating func turn(by points: CGPoint, at now: TimeInterval) {
    if hasPaused(at: now) { phase = .idle }
    lastTurn = now
    switch phase {
    case .idle: phase = abs(points.x) > abs(points.y) ? .gathering(points.x) : .scrolling
    case .gathering(let sum): phase = .gathering(sum + points.x)
    case .swiping, .spent, .scrolling: break
    }
  }

  mutating func beginSwiping() { phase = .swiping }
  mutating func leaveToScrolling() { phase = .scrolling }
  mutating func spend() { phase = .spent }

  /// The row it moved is no longer to be moved.
  mutating func end() { if phase == .swiping { phase = .spent } }
}
