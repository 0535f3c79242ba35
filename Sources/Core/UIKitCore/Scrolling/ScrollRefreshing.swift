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

/// A bar above a scroll view that gives way while the content moves up: a large title, a field to search in.
@MainActor
protocol ScrollTopBar: AnyObject {
  /// Called when the content moved.
  func contentDidMove(in scrollView: UIScrollView)
  /// Called when the user has moved the content, and it has come to rest.
  func contentDidRest(in scrollView: UIScrollView)
}

/// The room above the content: a bar in it gives way to the content, and below the bar a refresh control has its place,
/// takes its room, and is started by a pull.
final class ScrollRefreshing: ScrollFacet {
  private(set) var control: (any PullControl)?
  /// The control's height in points.
  private var height: CGFloat = 0
  /// The part of the adjusted inset at the top into which floating headers move, in points: the room of bar and control.
  private(set) var inset: CGFloat = 0
  /// The control's height while it refreshes and is not pulled, in points.
  private var controlRoom: CGFloat = 0
  /// By how much the bar can give way, in points.
  private(set) var barRoom: CGFloat = 0
  /// The bar; gone when its navigation is.
  private weak var bar: (any ScrollTopBar)?
  /// Whether there is a bar or a control, kept for the frames of all scroll views that have neither: a weak reference
  /// costs each of them a lock.
  private var isInUse = false
  /// Whether the pull under way may still start a refresh; each starts one at most.
  private var isArmed = false
  /// The user moved the content, and it has not come to rest.
  private var isAwaitingRest = false

  /// Puts another control above the content, or none, behind everything that scrolls.
  func set(_ newControl: (any PullControl)?) {
    guard newControl !== control else { return }
    if let old = control {
      setControlRoom(to: 0)
      control = nil
      isInUse = bar != nil
      isArmed = false
      if old.superview === scrollView { old.removeFromSuperview() }
    }
    guard let newControl else { return }
    control = newControl
    isInUse = true
    height = type(of: newControl).height
    scrollView.insertSubview(newControl, at: scrollView.backdropCount)
    controlDidChange()
  }

  /// Puts a bar above the content that can give way by `room` points, or none. Content at rest at the upper edge stays
  /// there.
  func set(_ newBar: (any ScrollTopBar)?, room: CGFloat) {
    bar = newBar
    isInUse = newBar != nil || control != nil
    guard room != barRoom else { return }
    barRoom = room
    roomDidChange()
  }

  /// Whether this is the bar above the content.
  func has(_ other: any ScrollTopBar) -> Bool { bar === other }

  /// Whether a pull can start a refresh.
  var isReady: Bool { control.map { $0.isEnabled && !$0.isRefreshing } ?? false }

  /// How far the content is pulled beyond its top, in points, whether or not there is room for the control: 0 at rest.
  var pulledDistance: CGFloat { -scrollView.edgeInset.top - barRoom - scrollView.contentOffset.y }

  /// Height of the bar at present beyond what does not give way, in points.
  var shownBarRoom: CGFloat { barRoom > 0 ? max(0, barRoom + pulledDistance) : 0 }

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
      x: scrollView.contentOffset.x, y: -barRoom - max(height, pull), width: scrollView.storedBounds.width,
      height: height)
    if control.frame != frame { control.frame = frame }
    control.show(pull: pull)
  }

  // MARK: Refreshing

  /// The user takes hold of the content.
  func arm() {
    if let control { isArmed = !control.isRefreshing }
  }

  /// Has the bar follow, and starts a refresh when the user has pulled the whole control into view. Called when the
  /// offset changed.
  func contentDidMove() {
    guard isInUse else { return }
    bar?.contentDidMove(in: scrollView)
    isAwaitingRest = scrollView.mover.isMoving || scrollView.dragging.isContentHeld
    guard let control, isArmed, pulledDistance >= height, isPulled, isReady else { return }
    isArmed = false
    control.refreshByUser()
  }

  /// The user has put the content elsewhere at once, where it rests: the bar is to rest there, too.
  func contentWasPut() {
    guard bar != nil else { return }
    isAwaitingRest = true
    scrollView.mover.startTicking()
  }

  /// Has the bar come to rest, too. Called by the frame clock while nothing moves by itself.
  func contentMayRest() {
    guard isAwaitingRest, !scrollView.dragging.isContentHeld else { return }
    isAwaitingRest = false
    bar?.contentDidRest(in: scrollView)
  }

  /// The control began or ended. Content that is held makes room when it is let go.
  func controlDidChange() {
    guard let control else { return }
    scrollView.setNeedsLayout()
    if !control.isRefreshing {
      setControlRoom(to: 0)
    } else if !isPulled {
      setControlRoom(to: height)
    }
  }

  /// Called when the content is let go, before its way back is planned.
  func makeRoom() {
    guard let control else { return }
    isArmed = false
    if control.isRefreshing { setControlRoom(to: height) }
  }

  /// Changes the control's room. Content at rest at the upper edge, or in the room that goes, moves along.
  private func setControlRoom(to newRoom: CGFloat) {
    guard controlRoom != newRoom else { return }
    let scrollView = scrollView
    let offset = scrollView.contentOffset
    let edge = scrollView.verticalExtent.lowest
    let target = CGPoint(x: offset.x, y: edge + controlRoom - newRoom)
    let follows = newRoom > controlRoom ? offset.y == edge : offset.y < target.y
    if follows, scrollView.dragging.grip == nil { scrollView.mover.settle(to: target) }
    controlRoom = newRoom
    roomDidChange()
  }

  private func roomDidChange() {
    let scrollView = scrollView
    inset = barRoom + controlRoom
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
    guard let control else { return precondition(controlRoom == 0, "there is room for a refresh control that is gone") }
    precondition(control.superview === scrollView, "the refresh control is not in its scroll view")
    precondition(
      scrollView.children[scrollView.backdropCount] === control, "the refresh control does not lie behind the content")
    precondition(controlRoom == 0 || control.isRefreshing, "there is room for a refresh control that does not refresh")
    precondition(control.frame.maxY <= 0, "the refresh control covers the content: \(control.frame)")
  }
}

extension UIScrollView {
  /// The lowest index of a subview that is content.
  package final var bottomOfContent: Int { backdropCount + (refreshing.control == nil ? 0 : 1) }
}
