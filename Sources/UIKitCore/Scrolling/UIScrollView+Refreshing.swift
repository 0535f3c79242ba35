import Foundation

/// The refresh control above the content.
extension UIScrollView {
  /// Puts another control above the content, or none, behind everything that scrolls.
  final func setPullControl(_ control: (any PullControl)?) {
    guard control !== refresh?.control else { return }
    if let old = refresh {
      setRefreshInset(to: 0)
      refresh = nil
      if old.control.superview === self { old.control.removeFromSuperview() }
    }
    guard let control else { return }
    refresh = RefreshState(control)
    insertSubview(control, at: backdropCount)
    refreshingDidChange()
  }

  /// The lowest index of a subview that is content.
  final var bottomOfContent: Int { backdropCount + (refresh == nil ? 0 : 1) }

  /// How far the content is pulled beyond its top, in points, whether or not there is room for the control: 0 at rest.
  private var pulledDistance: CGFloat { -edgeInset.top - contentOffset.y }

  /// Whether a finger or the wheel holds the content.
  private var isPulled: Bool {
    if case .pulling = motion { return true }
    if case .content = drag?.grip { return true }
    return false
  }

  // MARK: The layout pass

  /// Puts the control where the content begins, or, pulled further than it is high, at the top of the visible area.
  func place(_ refresh: RefreshState) {
    let control = refresh.control
    let pull = pulledDistance
    let height = refresh.height
    let frame = CGRect(x: contentOffset.x, y: -max(height, pull), width: storedBounds.width, height: height)
    if control.frame != frame { control.frame = frame }
    control.show(pull: pull)
  }

  // MARK: Refreshing

  /// Starts a refresh when the user has pulled the whole control into view. Called when the offset changed.
  func refreshIfPulled() {
    guard let refresh, refresh.isArmed, pulledDistance >= refresh.height, isPulled, refresh.control.isEnabled,
      !refresh.control.isRefreshing
    else { return }
    refresh.isArmed = false
    refresh.control.refreshByUser()
  }

  /// The control began or ended. Content that is held makes room when it is let go.
  func refreshingDidChange() {
    guard let refresh else { return }
    setNeedsLayout()
    if !refresh.control.isRefreshing {
      setRefreshInset(to: 0)
    } else if !isPulled {
      setRefreshInset(to: refresh.height)
    }
  }

  /// Called when the content is let go, before its way back is planned.
  func makeRoomForRefresh() {
    guard let refresh else { return }
    refresh.isArmed = false
    if refresh.control.isRefreshing { setRefreshInset(to: refresh.height) }
  }

  /// Changes the room at the top. Content at rest at the upper edge, or in the room that goes, moves along.
  private func setRefreshInset(to inset: CGFloat) {
    guard let refresh, refresh.inset != inset else { return }
    let edge = verticalExtent.lowest
    let target = CGPoint(x: contentOffset.x, y: edge + refresh.inset - inset)
    let follows = inset > refresh.inset ? contentOffset.y == edge : contentOffset.y < target.y
    if follows, drag == nil, case .resting = motion, let now = frameTime, UIView.areAnimationsEnabled {
      motion = .animating(ScrollAnimation(from: contentOffset, to: target, velocity: .zero), since: now, .refresh)
      startTicking()
    }
    refresh.inset = inset
    insetsMayHaveChanged()
    rebaseDrag()
    rebasePull()
  }

  // MARK: The keyboard

  /// F5 and Ctrl+R refresh, as on any desktop.
  /// - Returns: false for other keys, and without a refresh control that can refresh.
  func refreshesByKey(_ key: UIKey) -> Bool {
    guard let refresh, refresh.control.isEnabled else { return false }
    let held = key.modifierFlags.intersection([.command, .control, .alternate, .shift])
    switch key.keyCode {
    case .keyboardF5 where held.isEmpty, .keyboardR where held == .control:
      if !refresh.control.isRefreshing { refresh.control.refreshByUser() }
      return true
    default: return false
    }
  }

  /// Stops at the first broken promise about the refresh control; called by tests outside of layout passes.
  func checkRefreshInvariants() {
    guard let refresh else { return }
    precondition(refresh.control.superview === self, "the refresh control is not in its scroll view")
    precondition(children[backdropCount] === refresh.control, "the refresh control does not lie behind the content")
    precondition(
      refresh.inset == 0 || refresh.control.isRefreshing, "there is room for a refresh control that does not refresh")
    precondition(refresh.control.frame.maxY <= 0, "the refresh control covers the content: \(refresh.control.frame)")
  }
}
