import Foundation

/// A controller in a navigation stack: the view around its view, and the scroll view that the bar follows.
@MainActor
final class NavigationPage: ScrollTopBar {
  let controller: UIViewController
  private weak var owner: UINavigationController?
  /// Around the controller's view, which the app may replace while this moves.
  let host = UIView(frame: .zero)
  /// The scroll view whose content the bar gives way to; nil for views that do not scroll.
  private(set) weak var scrollView: UIScrollView?
  /// Shown by the owner as the top one, or on the way there.
  var isShown = false
  /// The controller will be shown elsewhere, with its searches: the columns of a split view are no longer one stack.
  var isTransferred = false

  init(_ controller: UIViewController, in owner: UINavigationController) {
    self.controller = controller
    self.owner = owner
    host.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  /// Whether the owner contains the controller. Without that it tells the controller nothing: another one does.
  var isOwned: Bool { owner.map { controller.parent === $0 } ?? false }

  /// The bar that the controller has itself: as a column of a split view.
  var innerBar: UINavigationBar? { (controller as? UINavigationController)?.navigationBar }

  /// How much of the navigation bar is seen above the page: none of it above a column with a bar of its own.
  var barShare: CGFloat { innerBar == nil ? 1 : 0 }

  /// The page is shown from now on, in a space of a size, in points.
  func enter(_ size: CGSize) {
    isShown = true
    host.frame = CGRect(origin: .zero, size: size)
    loadView()
  }

  /// Puts the controller's view into the host.
  private func loadView() {
    guard let view = controller.view, view.superview !== host else { return }
    view.frame = host.bounds.inset(by: barsBeside)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    host.addSubview(view)
  }

  // MARK: The content

  /// The room of bars that the controller's view does not go under, in points.
  private var barsBeside = UIEdgeInsets.zero

  /// Finds the scroll view, and gives it and the controller's safe area the room that bars take.
  /// - Parameters:
  ///   - fixed: height of the bar that does not give way, in points; nil without a bar.
  ///   - room: height of the bar that does, in points.
  ///   - bottom: height of the toolbar, in points.
  func adapt(fixed: CGFloat?, room: CGFloat, bottom: CGFloat) {
    let edges = controller.edgesForExtendedLayout
    let found = edges.contains(.top) ? controller.contentScrollView.flatMap { reachesTop($0) ? $0 : nil } : nil
    if found !== scrollView {
      if let scrollView, scrollView.refreshing.has(self) { scrollView.setTopBar(nil, room: 0) }
      scrollView = found
    }
    let top = fixed.map { $0 + (found == nil ? room : 0) } ?? 0
    let beside = UIEdgeInsets(
      top: edges.contains(.top) ? 0 : top, left: 0, bottom: edges.contains(.bottom) ? 0 : bottom, right: 0)
    controller.barInsets = UIEdgeInsets(top: top - beside.top, left: 0, bottom: bottom - beside.bottom, right: 0)
    if beside != barsBeside {
      barsBeside = beside
      if let view = controller.viewIfLoaded, view.superview === host { view.frame = host.bounds.inset(by: beside) }
    }
    found?.setTopBar(self, room: fixed == nil ? 0 : room)
  }

  /// Whether content goes under the bar: the scroll view begins at the top of the controller's view, and keeps to the
  /// safe area by itself.
  private func reachesTop(_ scrollView: UIScrollView) -> Bool {
    guard scrollView.contentInsetAdjustmentBehavior != .never else { return false }
    guard let view = controller.viewIfLoaded, scrollView !== view else { return true }
    // Constraints have not placed it yet.
    let isPlaced = scrollView.bounds.height > 0
    return scrollView.superview === view ? !isPlaced || scrollView.frame.minY <= 0 : true
  }

  /// Ends following the scroll view, and takes the views away. Called when the page is in the stack no longer, and not on
  /// the screen.
  func leave() {
    if let scrollView, scrollView.refreshing.has(self) { scrollView.setTopBar(nil, room: 0) }
    scrollView = nil
    controller.barInsets = .zero
    innerBar?.outerItem = nil
    host.removeFromSuperview()
    if let view = controller.viewIfLoaded, view.superview === host { view.removeFromSuperview() }
  }

  /// How far the content has moved up from where it rests at the top, in points; negative while it is pulled.
  var scrolledDistance: CGFloat {
    guard let scrollView else { return 0 }
    return -scrollView.refreshing.pulledDistance
  }

  /// Whether no content is under a bar at the bottom.
  var isContentAtEnd: Bool { scrollView.map { $0.contentOffset.y >= $0.verticalExtent.highest } ?? true }

  func contentDidMove(in scrollView: UIScrollView) {
    // Found before it had its place, which turned out to be further down.
    guard reachesTop(scrollView) else {
      owner?.contentDidChange()
      return
    }
    if isShown { owner?.contentDidMove(on: self) }
  }

  /// Moves content that has left a large title or a search field half in the bar on, so that it is there or not.
  func contentDidRest(in scrollView: UIScrollView) {
    guard isShown, let bar = owner?.navigationBar.page, bar.item === controller.navigationItem else { return }
    let distance = scrolledDistance
    let offset = scrollView.contentOffset
    let way = bar.restingDistance(near: distance) - distance
    let target = min(offset.y + way, scrollView.verticalExtent.highest)
    guard target != offset.y else { return }
    scrollView.scroll(to: CGPoint(x: offset.x, y: target), animated: true, for: .refresh)
  }
}
