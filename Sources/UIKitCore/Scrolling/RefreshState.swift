import Foundation

/// What a scroll view keeps while it has a refresh control.
@MainActor
final class RefreshState {
  let control: UIRefreshControl
  /// Room at the top of the adjusted inset, in points: the control's height while it refreshes and nobody pulls.
  var inset: CGFloat = 0
  /// Whether the pull under way may still start a refresh; each starts one at most (O10).
  var isArmed = false
  /// When the wheel last turned over the scroll view, in seconds of the frame clock.
  var lastTurn = -TimeInterval.infinity

  init(_ control: UIRefreshControl) { self.control = control }
}
