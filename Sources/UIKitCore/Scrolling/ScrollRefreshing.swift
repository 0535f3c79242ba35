import Foundation

/// The requirements of a scroll view on the control above its content.
@MainActor
protocol PullControl: UIView {
  /// Height in points, and the room the control takes while it refreshes.
  static var height: CGFloat { get }
  var isEnabled: Bool { get }
  /// Whether a refresh is under way.
  var isRefreshing: Bool { get }
  /// Begins, and sends `.valueChanged`.
  func refreshByUser()
  /// Shows as much of itself as a pull of so many points uncovers. Called by the scroll view's layout.
  func show(pull: CGFloat)
}

/// The refresh control above the content: its place, the room it takes, and when a pull starts it.
final class ScrollRefreshing: ScrollFacet {
  private(set) var control: (any PullControl)?
  /// The control's height in points.
  private var height: CGFloat = 0
  /// Room at the top of the adjusted inset, in points: the control's height while it refreshes and is not pulled.
  private(set) var inset: CGFloat = 0
  /// Whether the pull under way may still start a refresh; each starts one at most.
  private var isArmed = false

  /// Puts another control above the content, or none, behind everything that scrolls.
  func set(_ newControl: (any PullControl)?) {
    guard newControl !== control else { return }
    if let old = control {
      setInset(to: 0)
      control = nil
      isArmed = false
      if old.superview === scrollView { old.removeFromSuperview() }
    }
    guard let newControl else { return }
    control = newControl
    height = type(of: newControl).height
    scrollView.insertSubview(newControl, at: scrollView.backdropCount)
    controlDidChange()
  }

  /// Whether a pull can start a refresh.
  var isReady: Bool { control.map { $0.isEnabled && !$0.isRefreshing } ?? false }

  /// How far the content is pulled beyond its top, in points, whether or not there is room for the control: 0 at rest.
  private var pulledDistance: CGFloat { -scrollView.edgeInset.top - scrollView.contentOffset.y }

  /// Whether a finger or the wheel holds the content.
  private var isPulled: Bool {
    if case .pulling = scrollView.mover.motion { return true }
    return scrollView.dragging.isContentHeld
  }

  /// Puts the control where the content begins, or, pulled further than it is high, at the top of the visible area.
  /// Called by the layout pass.
  func layout() {
    guard let control else { return }
    let pull = pulledDistance
    let frame = CGRect(
      x: scrollView.contentOffset.x, y: -max(height, pull), width: scrollView.storedBounds.width, height: height)
    if control.frame != frame { control.frame = frame }
    control.show(pull: pull)
  }

  // MARK: Refreshing

  /// The user takes hold of the content.
  func arm() {
    if let control { isArmed = !control.isRefreshing }
  }

  /// Starts a refresh when the user has pulled the whole control into view. Called when the offset changed.
  func beginIfPulled() {
    guard let control, isArmed, pulledDistance >= height, isPulled, isReady else { return }
    isArmed = false
    control.refreshByUser()
  }

  /// The control began or ended. Content that is held makes room when it is let go.
  func controlDidChange() {
    guard let control else { return }
    scrollView.setNeedsLayout()
    if !control.isRefreshing {
      setInset(to: 0)
    } else if !isPulled {
      setInset(to: height)
    }
  }

  /// Called when the content is let go, before its way back is planned.
  func makeRoom() {
    guard let control else { return }
    isArmed = false
    if control.isRefreshing { setInset(to: height) }
  }

  /// Changes the room at the top. Content at rest at the upper edge, or in the room that goes, moves along.
  private func setInset(to newInset: CGFloat) {
    guard inset != newInset else { return }
    let scrollView = scrollView
    let offset = scrollView.contentOffset
    let edge = scrollView.verticalExtent.lowest
    let target = CGPoint(x: offset.x, y: edge + inset - newInset)
    let follows = newInset > inset ? offset.y == edge : offset.y < target.y
    if follows, scrollView.dragging.grip == nil { scrollView.mover.settle(to: target) }
    inset = newInset
    scrollView.placer.insetsMayHaveChanged()
    scrollView.dragging.rebase()
    scrollView.wheel.rebasePull()
  }

  /// F5 and Ctrl+R refresh, as on any desktop.
  /// - Returns: false for other keys, and without a refresh control that can refresh.
  func take(_ key: UIKey) -> Bool {
    guard let control, control.isEnabled else { return false }
    let held = key.modifierFlags.intersection([.command, .control, .alternate, .shift])
    guard key.keyCode == .keyboardF5 && held.isEmpty || key.matches("r", .control) else { return false }
    if !control.isRefreshing { control.refreshByUser() }
    return true
  }

  /// Stops at the first broken promise about the refresh control; called by tests outside of layout passes.
  override func checkInvariants() {
    guard let control else { return precondition(inset == 0, "there is room for a refresh control that is gone") }
    precondition(control.superview === scrollView, "the refresh control is not in its scroll view")
    precondition(
      scrollView.children[scrollView.backdropCount] === control, "the refresh control does not lie behind the content")
    precondition(inset == 0 || control.isRefreshing, "there is room for a refresh control that does not refresh")
    precondition(control.frame.maxY <= 0, "the refresh control covers the content: \(control.frame)")
  }
}

extension UIScrollView {
  /// The lowest index of a subview that is content.
  final var bottomOfContent: Int { backdropCount + (refreshing.control == nil ? 0 : 1) }
}
