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
  var inset: CGFloat { barRoom + controlRoom }
  /// The control's height while it refreshes and is not pulled, in points.
  fileprivate var controlRoom: CGFloat = 0
  /// By how much the bar can give way, in points.
  private(set) var barRoom: CGFloat = 0
  /// The bar; gone when its navigation is.
  private weak var bar: (any ScrollTopBar)?
  /// Whether there is a bar or a control, kept for the frames of all scroll views that have neither: a weak reference
  /// costs each of them a lock.
  private(set) var isInUse = false
  /// Whether the pull under way may still start a refresh; each starts one at most.
  fileprivate var isArmed = false
  /// The user moved the content, and it has not come to rest.
  fileprivate var isAwaitingRest = false

  /// Puts another control above the content, or none, behind everything that scrolls. There is no room for the one
  /// before any more.
  fileprivate func put(_ newControl: (any PullControl)?) {
    if let old = control {
      control = nil
      isArmed = false
      if old.superview === scrollView { old.removeFromSuperview() }
    }
    control = newControl
    isInUse = newControl != nil || bar != nil
    guard let newControl else { return }
    height = type(of: newControl).height
    scrollView.insertSubview(newControl, at: scrollView.backdropCount)
  }

  /// Puts a bar above the content that can give way by `room` points, or none.
  /// - Returns: whether the room is another than before.
  fileprivate func put(_ newBar: (any ScrollTopBar)?, room: CGFloat) -> Bool {
    bar = newBar
    isInUse = newBar != nil || control != nil
    guard room != barRoom else { return false }
    barRoom = room
    return true
  }

  /// Whether this is the bar above the content.
  func has(_ other: any ScrollTopBar) -> Bool { bar === other }

  /// Whether a pull can start a refresh.
  var isReady: Bool { control.map { $0.isEnabled && !$0.isRefreshing } ?? false }

  /// How far the content is pulled beyond its top, in points, whether or not there is room for the control: 0 at rest.
  var pulledDistance: CGFloat { -scrollView.edgeInset.top - barRoom - scrollView.contentOffset.y }

  /// Height of the bar at present beyond what does not give way, in points.
  var shownBarRoom: CGFloat { barRoom > 0 ? max(0, barRoom + pulledDistance) : 0 }

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
  /// - Parameters:
  ///   - isPulled: whether a finger or the wheel holds the content.
  ///   - willRest: whether the content is in the user's hand, or on its way to rest.
  func contentDidMove(isPulled: Bool, willRest: Bool) {
    bar?.contentDidMove(in: scrollView)
    isAwaitingRest = willRest
    guard let control, isArmed, pulledDistance >= height, isPulled, isReady else { return }
    isArmed = false
    control.refreshByUser()
  }

  /// Has the bar come to rest, too. Called in frames in which nothing moves by itself and nothing is held.
  func contentMayRest() {
    guard isAwaitingRest else { return }
    isAwaitingRest = false
    bar?.contentDidRest(in: scrollView)
  }

  /// The room that the control takes at rest; nil without one.
  fileprivate var wantedRoom: CGFloat? { control.map { $0.isRefreshing ? height : 0 } }

  /// Where content follows when the control's room becomes another: content at rest at the upper edge, or in the room
  /// that goes. Nil for other content.
  fileprivate func offsetFollowing(roomOf newRoom: CGFloat) -> CGPoint? {
    let offset = scrollView.contentOffset
    let edge = scrollView.verticalExtent.lowest
    let target = edge + controlRoom - newRoom
    let follows = newRoom > controlRoom ? offset.y == edge : offset.y < target
    return follows ? CGPoint(x: offset.x, y: target) : nil
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

  /// Puts another control above the content, or none.
  final func setPullControl(_ control: (any PullControl)?) {
    guard control !== refreshing.control else { return }
    if refreshing.control != nil { setControlRoom(to: 0) }
    refreshing.put(control)
    pullControlDidChange()
  }

  /// Puts a bar above the content that can give way by `room` points, or none. Content at rest at the upper edge stays
  /// there.
  final func setTopBar(_ bar: (any ScrollTopBar)?, room: CGFloat) {
    if refreshing.put(bar, room: room) { roomDidChange() }
  }

  /// The control began or ended. Content that is held makes room when it is let go.
  final func pullControlDidChange() {
    guard let room = refreshing.wantedRoom else { return }
    setNeedsLayout()
    if room == 0 || !isContentPulled { setControlRoom(to: room) }
  }

  /// Called when the content is let go, before its way back is planned.
  final func makeRoomForRefreshing() {
    refreshing.isArmed = false
    if let room = refreshing.wantedRoom, room > 0 { setControlRoom(to: room) }
  }

  /// The user has put the content elsewhere at once, where it rests: the bar is to rest there, too.
  final func contentWasPut() {
    guard refreshing.isInUse else { return }
    refreshing.isAwaitingRest = true
    mover.startTicking()
  }

  /// Tells what is above the content that the offset changed.
  final func tellOfMovementAbove() {
    // Most scroll views have nothing there.
    guard refreshing.isInUse else { return }
    refreshing.contentDidMove(
      isPulled: isContentPulled, willRest: mover.isMoving || mover.isArriving || mover.isContentHeld)
  }

  /// Whether a finger or the wheel holds the content.
  private var isContentPulled: Bool { mover.kind == .pull || mover.isContentHeld }

  /// Changes the control's room. Content at rest at the upper edge, or in the room that goes, moves along.
  private func setControlRoom(to room: CGFloat) {
    guard refreshing.controlRoom != room else { return }
    if let offset = refreshing.offsetFollowing(roomOf: room) { mover.settle(to: offset) }
    refreshing.controlRoom = room
    roomDidChange()
  }

  private func roomDidChange() {
    insetsMayHaveChanged()
    mover.rebase(translation: panGestureRecognizer.translation(in: superview))
  }
}
