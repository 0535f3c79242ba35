import Foundation

/// What a scroll view asks of the control above its content.
@MainActor
protocol PullControl: UIView {
  /// Height in points, and the room the control takes while it refreshes.
  static var height: CGFloat { get }
  var isEnabled: Bool { get }
  /// Whether a refresh is under way.
  var isRefreshing: Bool { get }
  /// Begins, and tells whoever listens.
  func refreshByUser()
  /// Shows as much of itself as a pull of so many points uncovers. Called by the scroll view's layout.
  func show(pull: CGFloat)
}

/// What a scroll view keeps while it has a refresh control.
@MainActor
final class RefreshState {
  let control: any PullControl
  /// The control's height in points.
  let height: CGFloat
  /// Room at the top of the adjusted inset, in points: the control's height while it refreshes and nobody pulls.
  var inset: CGFloat = 0
  /// Whether the pull under way may still start a refresh; each starts one at most.
  var isArmed = false
  /// When the wheel last turned over the scroll view, in seconds of the frame clock.
  var lastTurn = -TimeInterval.infinity

  init(_ control: any PullControl) {
    self.control = control
    height = type(of: control).height
  }
}
