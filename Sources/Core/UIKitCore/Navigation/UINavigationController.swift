import Foundation

/// Shows one of a stack of controllers, with a bar that tells its title and leads back.
///
/// The stack changes at once; the view of the new top controller slides in after that, if it is to be animated. A change
/// during a transition ends the transition at once. The user goes back by the back button, Alt+Left, the mouse's back
/// button, and by a drag from the edge at which lines begin.
@preconcurrency @MainActor
open class UINavigationController: UIViewController, NavigationBarOwner, ViewContainer {
  /// Told what is shown.
  open weak var delegate: (any UINavigationControllerDelegate)?
  /// The bar. Its items are those of the controllers.
  public final let navigationBar: UINavigationBar
  /// The bar at the bottom, which shows the top controller's `toolbarItems`.
  public final var toolbar: UIToolbar! { bottom.bar }
  private var bottom = BottomBar()
  /// The drag from the edge. Its delegate decides, if one is set, when a screen can be left by it; without one that is
  /// while there is a back button.
  public final var interactivePopGestureRecognizer: UIGestureRecognizer? { edgePan }
  private let edgePan = EdgePanGestureRecognizer()
  /// Hides the bars as the user scrolls or taps; nil unless the app asked for it.
  final var barHiding: BarHiding?

  private var pages: [NavigationPage] = []
  /// The page whose view is shown, or on its way.
  private var shown: NavigationPage?
  private var transition: NavigationTransition?
  /// The page whose view was shown, while views are being exchanged.
  private var outgoing: NavigationPage?
  /// How the next page is to come.
  private var wish = (isAnimated: false, isPush: true)
  /// Views are being exchanged: what app code changes meanwhile is carried out after that.
  private var isChanging = false
  private var hasAppeared = false

  // MARK: Making

  /// A navigation controller without screens, with bars of classes of the app's.
  /// - Parameters:
  ///   - navigationBarClass: `UINavigationBar` or a subclass that is made by `init(frame:)`; nil for `UINavigationBar`.
  ///   - toolbarClass: the same of `UIToolbar`.
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
    guard let barClass = (navigationBarClass ?? UINavigationBar.self) as? UINavigationBar.Type else {
      misuse("navigationBarClass must be UINavigationBar or a subclass of it")
    }
    guard let bottomClass = (toolbarClass ?? UIToolbar.self) as? UIToolbar.Type else {
      misuse("toolbarClass must be UIToolbar or a subclass of it")
    }
    navigationBar = UIViewShape.make(barClass)
    bottom = BottomBar(of: bottomClass)
    super.init(nibName: nil, bundle: nil)
    begin()
  }

  /// A navigation controller whose stack begins with a screen.
  public init(rootViewController: UIViewController) {
    navigationBar = UINavigationBar(frame: .zero)
    super.init(nibName: nil, bundle: nil)
    begin()
    pushViewController(rootViewController, animated: false)
  }

  /// A navigation controller without screens. Interface files are not read: both arguments are ignored.
  public override init(nibName: String?, bundle: Bundle?) {
    navigationBar = UINavigationBar(frame: .zero)
    super.init(nibName: nibName, bundle: bundle)
    begin()
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  private func begin() {
    navigationBar.owner = self
    bottom.onHide = { [weak self] in self?.setToolbarHidden($0, animated: false) }
    edgePan.canBegin = { [weak self] in self?.canDragBack ?? false }
    edgePan.addHandler { [weak self] _ in self?.edgePanDidChange() }
  }

  open override func loadView() {
    let made = NavigationView(frame: frameForLoading, of: self)
    made.addSubview(navigationBar)
    made.addGestureRecognizer(edgePan)
    view = made
  }

  private var root: NavigationView? { viewIfLoaded as? NavigationView }

  // MARK: The stack

  /// The controllers, the one shown last. Setting them replaces the stack at once.
  open var viewControllers: [UIViewController] {
    get { pages.map(\.controller) }
    set { setViewControllers(newValue, animated: false) }
  }
  /// The controller on top.
  open var topViewController: UIViewController? { pages.last?.controller }
  /// The controller that is seen: the one that is presented, else the one on top.
  open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

  /// Replaces the stack. A new top controller that was in the stack before comes as by a pop, another as by a push.
  /// - Precondition: the controllers are distinct, and none is a navigation controller.
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    guard Set(viewControllers.map(ObjectIdentifier.init)).count == viewControllers.count else {
      misuse("All view controllers in a navigation controller must be distinct (\(viewControllers))")
    }
    for controller in viewControllers where !hasColumn(controller) { requireNoNavigation(controller) }
    let wasThere = pages.contains { $0.controller === viewControllers.last }
    setStack(viewControllers, isAnimated: animated, isPush: !wasThere)
  }

  /// Puts a controller on top.
  /// - Precondition: it is not in the stack, and no navigation controller.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    requireNoNavigation(viewController)
    guard !pages.contains(where: { $0.controller === viewController }) else {
      misuse("Pushing the same view controller instance more than once is not supported (\(viewController))")
    }
    setStack(self.viewControllers + [viewController], isAnimated: animated, isPush: true)
  }

  private func requireNoNavigation(_ controller: UIViewController) {
    guard controller is UINavigationController else { return }
    misuse("Pushing a navigation controller is not supported (\(controller))")
  }

  /// Takes the top controller away.
  /// - Returns: it; nil when it is the only one.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard pages.count > 1, let top = topViewController else { return nil }
    setStack(self.viewControllers.dropLast(), isAnimated: animated, isPush: false)
    return top
  }

  /// Takes all controllers above another one away.
  /// - Returns: those taken away, from the lowest on.
  /// - Precondition: the controller is in the stack.
  @discardableResult
  open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
    guard let index = pages.firstIndex(where: { $0.controller === viewController }) else {
      misuse("Tried to pop to a view controller that doesn't exist.")
    }
    let above = pages[(index + 1)...].map(\.controller)
    if !above.isEmpty { setStack(Array(self.viewControllers[...index]), isAnimated: animated, isPush: false) }
    return above
  }

  /// Takes all controllers but the lowest away.
  /// - Returns: those taken away, from the lowest on; nil for an empty stack.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    pages.first.flatMap { popToViewController($0.controller, animated: animated) }
  }

  /// Pushes the controller.
  open override func show(_ vc: UIViewController, sender: Any?) { pushViewController(vc, animated: true) }

  private func setStack(_ controllers: some Collection<UIViewController>, isAnimated: Bool, isPush: Bool) {
    let known = pages + [shown, transition?.from, transition?.to].compactMap(\.self)
    let old = pages
    let new = controllers.map { controller in
      // One that has left, and comes back while its page is still shown, comes with its view as it is by now.
      known.first { $0.controller === controller && ($0.isOwned || isInStack($0)) }
        ?? NavigationPage(controller, in: self)
    }
    // The screens that are told may change the stack again: it is another from the beginning.
    pages = new
    wish = (isAnimated, isPush)
    for page in old where !isInStack(page) { page.controller.willMove(toParent: nil) }
    let added = new.filter { page in !old.contains { $0 === page } }
    for page in added where isInStack(page) {
      if page.isOwned {
        page.controller.willMove(toParent: self)
      } else {
        addChild(page.controller)
        // One that the app keeps elsewhere is not in the stack.
        if !page.isOwned { pages.removeAll { $0 === page } }
        if !isInStack(page) { release(page) }
      }
    }
    for (index, page) in pages.enumerated() {
      page.innerBar?.outerItem = index > 0 ? pages[index - 1].controller.navigationItem : nil
    }
    for page in old where !isInUse(page) { release(page) }
    if !pages.isEmpty { (parent as? UITabBarController)?.tabsMayHaveChanged() }
    for page in added where isInStack(page) && (page !== pages.last || root?.windowStorage == nil) {
      page.controller.didMove(toParent: self)
    }
    showTop()
  }

  private func isInStack(_ page: NavigationPage) -> Bool { pages.contains { $0 === page } }

  /// A screen that the app takes out, or shows elsewhere, leaves the stack, and ends the transition that moves it.
  override func childDidLeave(_ child: UIViewController) {
    if hasColumn(child) { setStack(self.viewControllers.filter { $0 !== child }, isAnimated: false, isPush: false) }
    endTransition(of: child)
  }

  private func isInUse(_ page: NavigationPage) -> Bool {
    page === shown || page === outgoing || page === transition?.from || page === transition?.to || isInStack(page)
  }

  /// A page is in the stack no longer, and not on the screen.
  private func release(_ page: NavigationPage) {
    page.leave()
    // The controller may have come back with another page.
    guard !hasColumn(page.controller) else { return }
    if !page.isTransferred { page.controller.endSearches() }
    if page.isOwned { page.controller.removeFromParent() }
  }

  // MARK: Showing

  /// Exchanges what is shown until it is the top of the stack.
  private func showTop() {
    guard let root, !isChanging else { return }
    isChanging = true
    untilSettled {
      guard shown !== pages.last else { return false }
      finishTransition()
      if shown !== pages.last { change(in: root) }
      return true
    }
    isChanging = false
    if shown !== pages.last {
      remark(
        """
        \(type(of: self)): the stack became another one again and again while its screens were told of the change before; \
        \(pages.last.map { "\(type(of: $0.controller))" } ?? "no screen") is shown with the next layout: change the stack once
        """)
    }
    if shown === pages.last, transition == nil { navigationBar.show(pages.map(\.controller.navigationItem)) }
    (parent as? UITabBarController)?.stackDidChange()
    root.setNeedsLayout()
    root.window?.updateTitle()
  }

  /// - Parameter isDragged: whether a finger moves what changes.
  private func change(in root: NavigationView, isDragged: Bool = false) {
    let old = shown
    let new = pages.last
    (shown, outgoing) = (new, old)
    defer {
      outgoing = nil
      if let old, !isInUse(old) { release(old) }
    }
    old?.isShown = false
    guard let new else {
      navigationBar.show([])
      old?.host.removeFromSuperview()
      return
    }
    let size = root.content.bounds.size
    new.enter(size)
    let isAnimated =
      wish.isAnimated && root.windowStorage != nil && old?.isOwned == true && size.width > 0
      && (isDragged || UIApplication.shared.animator.isAllowed)
    if hasAppeared { delegate?.navigationController(self, willShow: new.controller, animated: isAnimated) }
    // The app may have taken the new screen out meanwhile, or all of it off the screen.
    guard isInStack(new) else {
      (shown, new.isShown) = (old, false)
      old?.isShown = true
      return release(new)
    }
    guard isAnimated, root.windowStorage != nil, let old, old.isOwned, !isInStack(old) || !isDragged else {
      return exchange(old, for: new, in: root)
    }
    startTransition(from: old, to: new, isDragged: isDragged, in: root)
    if !isDragged { run() }
  }

  /// Exchanges views at once.
  private func exchange(_ old: NavigationPage?, for new: NavigationPage, in root: NavigationView) {
    navigationBar.show(pages.map(\.controller.navigationItem))
    adapt(new)
    let left = old?.isOwned == true ? old : nil
    left?.controller.beginAppearanceTransition(false, animated: false)
    root.content.addSubview(new.host)
    old?.host.removeFromSuperview()
    if let left, left.isOwned { left.controller.endAppearanceTransition() }
    if new.isOwned, root.windowStorage != nil || old == nil {
      new.controller.didMove(toParent: self)
    }
    if hasAppeared { tellShown(new.controller, animated: false) }
  }

  private func tellShown(_ controller: UIViewController, animated: Bool) {
    delegate?.navigationController(self, didShow: controller, animated: animated)
    UIAccessibility.post(notification: .screenChanged, argument: nil)
  }

  // MARK: Transitions

  private var sign: CGFloat { viewIfLoaded?.isInRightToLeft == true ? -1 : 1 }

  private func startTransition(
    from old: NavigationPage, to new: NavigationPage, isDragged: Bool, in root: NavigationView
  ) {
    let started = NavigationTransition(from: old, to: new, isPush: wish.isPush, isDragged: isDragged)
    started.barHeights.old = navigationBar.page?.height ?? 0
    transition = started
    if !storedIsBarHidden { navigationBar.show(true) }
    navigationBar.alpha = old.barShare
    old.controller.beginAppearanceTransition(false, animated: true)
    if transition === started, new.isOwned {
      new.controller.beginAppearanceTransition(true, animated: true)
    }
    // The app may have taken all of it off the screen from one of these calls.
    guard transition === started else {
      if shown === new { root.content.addSubview(new.host) }
      return
    }
    UIView.performWithoutAnimation {
      let wasAtEdge = navigationBar.isAtEdge
      started.pages = navigationBar.beginChange(to: pages.map(\.controller.navigationItem))
      adapt(new)
      if started.movesPagesWithScreens, wasAtEdge != navigationBar.isAtEdge {
        navigationBar.keepGround(to: wasAtEdge ? started.pages.new : started.pages.old)
      }
      started.barHeights.new = navigationBar.page?.height ?? 0
      root.content.clipsToBounds = true
      root.content.insertSubview(new.host, at: started.isPush ? root.content.children.count : 0)
      // Between both, as far as the app has left them there.
      root.content.insertSubview(started.shadow, at: started.isPush ? root.content.children.count - 1 : 1)
      started.place(at: 0, size: root.content.bounds.size, sign: sign)
      navigationBar.layoutIfNeeded()
    }
  }

  /// Goes on from where the transition is, to its end or back to its beginning.
  private func run() {
    guard let transition, let root else { return }
    let toEnd = transition.state != .returning
    let way = toEnd ? 1 - transition.progress : transition.progress
    UIView.animate(
      withDuration: max(0.05, NavigationTransition.duration * way), delay: 0, options: .curveEaseOut,
      animations: {
        transition.place(at: toEnd ? 1 : 0, size: root.content.bounds.size, sign: sign)
        placeBar(height: transition.finalBarHeight)
        navigationBar.alpha = transition.outcome.stays.barShare
        navigationBar.layoutIfNeeded()
      },
      completion: { [weak self, weak transition] _ in
        guard let self, let transition, self.transition === transition else { return }
        finishTransition()
        showTop()
      })
  }

  /// Ends the transition, if there is one, with its views in their places.
  private func finishTransition() {
    guard let ended = transition, let root else { return }
    transition = nil
    for view in ended.views { view.window?.application.animator.interrupt(view) }
    navigationBar.window?.application.animator.interrupt(navigationBar)
    let (stays, goes) = ended.outcome
    goes.host.removeFromSuperview()
    ended.end()
    root.content.clipsToBounds = false
    stays.host.frame = CGRect(origin: .zero, size: root.content.bounds.size)
    navigationBar.endChange(removing: ended.state == .returning ? ended.pages.new : ended.pages.old)
    // The other screen, told that it leaves again, may have ended the transition before this one was told that it stays.
    if ended.state == .returning, stays.isOwned, isInStack(stays) {
      stays.controller.beginAppearanceTransition(true, animated: true)
    }
    // One that was told may have begun another transition.
    for page in [goes, stays] where page.isOwned && transition?.moves(page.controller) != true {
      page.controller.endAppearanceTransition()
    }
    if !isInUse(goes) { release(goes) }
    if ended.isPush || ended.state == .returning, stays.isOwned { stays.controller.didMove(toParent: self) }
    root.setNeedsLayout()
    root.window?.updateTitle()
    tellShown(stays.controller, animated: true)
  }

  /// Ends the transition at once if it moves a controller.
  private func endTransition(of controller: UIViewController) {
    guard transition?.moves(controller) == true else { return }
    finishTransition()
    showTop()
  }

  // MARK: Dragging back

  private var canDragBack: Bool {
    guard pages.count > 1, !isChanging, let top = topViewController else { return false }
    let inner = top as? UINavigationController
    // A column that has screens of its own goes back by itself.
    guard inner?.pages.count ?? 0 < 2 else { return false }
    guard edgePan.delegate == nil else { return true }
    let item = (inner?.topViewController ?? top).navigationItem
    let replacesBack = item.leftBarButtonItem != nil && !item.leftItemsSupplementBackButton
    return !isNavigationBarHidden && !item.hidesBackButton && !replacesBack && item.backAction == nil
  }

  private func edgePanDidChange() {
    guard let root else { return }
    switch edgePan.state {
    case .began: beginDragging(in: root)
    case .changed: drag(in: root)
    case .ended:
      guard let transition, transition.state == .dragged else { return }
      drag(in: root)
      // Where the drag would come to in a fifth of a second.
      let coming = transition.progress + 0.2 * sign * edgePan.velocity(in: nil).x / max(1, root.bounds.width)
      if coming > 0.5 { commitDragging() } else { cancelDragging() }
    case .cancelled, .failed: cancelDragging()
    case .possible: break
    }
  }

  private func beginDragging(in root: NavigationView) {
    finishTransition()
    // A callback of the one that is finished may have begun another, which goes on.
    guard transition == nil, pages.count > 1, let old = shown, old === pages.last else { return }
    isChanging = true
    pages.removeLast()
    wish = (true, false)
    old.controller.willMove(toParent: nil)
    // The screen may have been put back, or all others taken away.
    if shown !== pages.last { change(in: root, isDragged: true) }
    isChanging = false
    drag(in: root)
    showTop()
  }

  private func drag(in root: NavigationView) {
    guard let transition, transition.state == .dragged else { return }
    let width = max(1, root.content.bounds.width)
    let progress = max(0, min(1, sign * edgePan.translation(in: nil).x / width))
    transition.place(at: progress, size: root.content.bounds.size, sign: sign)
    placeBar(height: transition.barHeight)
    navigationBar.alpha = transition.barShare
  }

  private func commitDragging() {
    guard let transition, transition.state == .dragged else { return }
    transition.goOn()
    run()
  }

  /// The screen that was dragged aside stays after all.
  private func cancelDragging() {
    guard let transition, transition.state == .dragged else { return }
    let (back, other) = (transition.from, transition.to)
    transition.turnBack()
    pages.append(back)
    shown = back
    (back.isShown, other.isShown) = (true, false)
    back.controller.willMove(toParent: self)
    for (page, isAppearing) in [(other, false), (back, true)] {
      // A screen that was told may have changed the stack, which ends the transition.
      guard self.transition === transition else { return }
      page.controller.beginAppearanceTransition(isAppearing, animated: true)
    }
    guard self.transition === transition else { return }
    navigationBar.cancelChange(to: pages.map(\.controller.navigationItem), page: transition.pages.old)
    run()
  }

  // MARK: Bars

  /// Whether there is no bar.
  open var isNavigationBarHidden: Bool {
    get { storedIsBarHidden }
    set { setNavigationBarHidden(newValue, animated: false) }
  }
  private var storedIsBarHidden = false
  /// Whether there is no toolbar; true to begin with.
  open var isToolbarHidden: Bool {
    get { storedIsToolbarHidden }
    set { setToolbarHidden(newValue, animated: false) }
  }
  private var storedIsToolbarHidden = true

  /// Shows or hides the bar; the content takes its room.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    guard hidden != storedIsBarHidden else { return }
    storedIsBarHidden = hidden
    barsDidChange(animated: animated)
  }

  /// Shows or hides the toolbar.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
    guard hidden != storedIsToolbarHidden else { return }
    storedIsToolbarHidden = hidden
    barsDidChange(animated: animated)
  }

  private func barsDidChange(animated: Bool) {
    guard let root else { return }
    guard animated, root.windowStorage != nil else { return root.setNeedsLayout() }
    // Laid out at the place it comes from.
    if showsToolbar, !bottom.isInUse { UIView.performWithoutAnimation { placeToolbar(in: root, isShown: false) } }
    barSlides += 1
    UIView.animate(
      withDuration: 0.2, animations: { layOut() },
      completion: { [weak self] _ in
        guard let self else { return }
        barSlides -= 1
        viewIfLoaded?.setNeedsLayout()
      })
  }
  /// Bars that come or go at present.
  private var barSlides = 0

  private var showsToolbar: Bool {
    !storedIsToolbarHidden && pages.last?.innerBar == nil
      && !pages.contains { $0.controller.hidesBottomBarWhenPushed }
  }

  /// Gives a page the room that bars take.
  private func adapt(_ page: NavigationPage) {
    let bar = navigationBar.page
    page.adapt(
      fixed: storedIsBarHidden || page.innerBar != nil ? nil : bar?.fixedHeight ?? 0, room: bar?.room ?? 0,
      bottom: showsToolbar ? UIToolbar.height : 0)
    followContent(of: page)
  }

  private func followContent(of page: NavigationPage) {
    if bottom.isInUse { bottom.bar.isAtEdge = page.isContentAtEnd }
    guard let bar = navigationBar.page else { return }
    let distance = page.scrolledDistance
    bar.setExtra(page.scrollView == nil ? bar.room : max(0, bar.room - distance))
    navigationBar.isAtEdge = page.scrollView == nil || distance <= bar.room
  }

  /// The content under the bar has moved.
  final func contentDidMove(on page: NavigationPage) {
    guard page === shown, transition == nil else { return }
    if let barHiding, let scrollView = page.scrollView { barHiding.contentDidMove(in: scrollView) }
    followContent(of: page)
    if !storedIsBarHidden, let height = navigationBar.page?.height, height != navigationBar.bounds.height {
      placeBar(height: height)
    }
  }

  private func placeBar(height: CGFloat) {
    guard let root else { return }
    let top = root.safeAreaInsets.top
    navigationBar.frame = CGRect(
      x: 0, y: storedIsBarHidden ? -height - 1 : top, width: root.bounds.width, height: height)
    let isHidden = storedIsBarHidden || shown?.innerBar != nil
    navigationBar.show(!isHidden || transition != nil || barSlides > 0)
  }

  final func layOut() {
    guard let root else { return }
    if shown !== pages.last { showTop() }
    if let shown { adapt(shown) }
    if transition?.state != .dragged {
      placeBar(height: barHeight)
      navigationBar.alpha = shown?.barShare ?? 1
    }
    if showsToolbar || bottom.isInUse { placeToolbar(in: root, isShown: showsToolbar) }
  }

  private func placeToolbar(in root: NavigationView, isShown: Bool) {
    bottom.place(in: root, isShown: isShown, isSliding: barSlides > 0, items: topViewController?.toolbarItems)
  }

  private var barHeight: CGFloat { transition?.finalBarHeight ?? navigationBar.page?.height ?? BarPage.rowHeight }

  final func wheelTurnedOverBar(_ event: WheelEvent) -> Bool { shown?.scrollView?.wheelTurned(event) ?? false }

  // MARK: A column of a split view

  /// Whether a controller is in the stack, itself.
  final func hasColumn(_ controller: UIViewController) -> Bool { pages.contains { $0.controller === controller } }

  /// Puts the secondary column of a split view on top: with the bar that it has, if it is a navigation controller.
  final func pushColumn(_ column: UIViewController, animated: Bool) {
    setStack(viewControllers + [column], isAnimated: animated, isPush: true)
  }

  /// Takes the column out of the stack at once, with what is above it.
  /// - Returns: what was above.
  final func takeColumn(_ column: UIViewController) -> [UIViewController] {
    guard let index = pages.firstIndex(where: { $0.controller === column }) else {
      // The user may be dragging it aside.
      if let page = transition?.from, page.controller === column {
        page.isTransferred = true
        endTransition(of: column)
      }
      return []
    }
    let above = pages[(index + 1)...].map(\.controller)
    for page in pages[index...] { page.isTransferred = true }
    setStack(Array(viewControllers[..<index]), isAnimated: false, isPush: false)
    return above
  }

  // MARK: Overridden

  /// The title of the controller on top; where that shows an item that is not its own, the item's.
  override var titleForWindow: String? {
    guard let top = topViewController else { return title }
    let item = top.navigationItem
    let isOwn = item === top.navigationPartInUse?.item
    return (isOwn ? nil : item.title) ?? top.titleForWindow ?? title
  }

  override func goBack() -> Bool {
    if super.goBack() { return true }
    guard pages.count > 1, let item = topViewController?.navigationItem, !item.hidesBackButton else { return false }
    if let action = item.backAction { action.perform(from: navigationBar) } else { popViewController(animated: true) }
    return true
  }

  /// Called before the view enters a window or leaves it.
  final func viewWillMove(toWindow window: UIWindow?) {
    if window == nil { finishTransition() } else { showTop() }
  }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard !hasAppeared else { return }
    showTop()
    hasAppeared = true
    if let top = topViewController { delegate?.navigationController(self, willShow: top, animated: animated) }
  }

  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard !hasToldFirst else { return }
    hasToldFirst = true
    if let top = topViewController { tellShown(top, animated: animated) }
  }
  private var hasToldFirst = false
}
