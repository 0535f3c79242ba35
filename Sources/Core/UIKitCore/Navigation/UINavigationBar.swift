import Foundation

/// Decides about a bar without a navigation controller. All methods are optional.
@preconcurrency @MainActor
public protocol UINavigationBarDelegate: AnyObject {
  /// Whether an item may be pushed.
  func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool
  /// An item was pushed.
  func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem)
  /// Whether the top item may be popped.
  func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
  /// An item was popped.
  func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem)
}

extension UINavigationBarDelegate {
  /// True.
  public func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool { true }
  /// Nothing.
  public func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {}
  /// True.
  public func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool { true }
  /// Nothing.
  public func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {}
}

/// The navigation controller of a bar.
@MainActor
protocol NavigationBarOwner: AnyObject {
  /// The user clicked the back button.
  func goBackFromBar()
  /// The user chose an item of the back button's menu.
  func goBackFromBar(to item: UINavigationItem)
  /// An item, or the bar, may need another height.
  func barMayNeedAnotherHeight()
  /// The app has hidden the bar itself, or shows it again.
  func barWasHidden(_ isHidden: Bool)
  /// The wheel was turned over the bar.
  func wheelTurnedOverBar(_ event: WheelEvent) -> Bool
}

/// The bar at the top: title, back button, buttons, and below them a large title and a search field.
///
/// A navigation controller keeps a bar for itself. One that an app makes is driven by `items`, `pushItem` and `popItem`.
@preconcurrency @MainActor
open class UINavigationBar: UIView, NavigationItemObserver {
  /// Decides and is told; nil for a bar of a navigation controller.
  open weak var delegate: (any UINavigationBarDelegate)?

  // MARK: Looks

  /// Whether titles are large, as far as their items agree.
  open var prefersLargeTitles = false { didSet { if prefersLargeTitles != oldValue { itemsDidChange() } } }
  /// Kept; the renderer has no blur, and bars are opaque.
  open var isTranslucent = true
  /// The colour of the ground in place of that of `standardAppearance`; nil for that.
  open var barTintColor: UIColor? { didSet { looksDidChange() } }
  /// The looks of code from before `UINavigationBarAppearance`; nil until such code sets one.
  private var classic: ClassicBarLook?
  /// Black has a dark ground and white titles.
  open var barStyle: UIBarStyle {
    get { classic?.style ?? .default }
    set { changeClassic { $0.style = newValue } }
  }
  /// A picture in place of the line below the bar; an empty one for no line.
  open var shadowImage: UIImage? {
    get { classic?.shadow }
    set { changeClassic { $0.shadow = newValue } }
  }

  /// Sets the picture of the ground; an empty one for no ground, nil for the usual one.
  /// - Parameter barMetrics: only `default` has an effect: no bar here is as low as in landscape on an iPhone.
  open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
    if barMetrics == .default { changeClassic { $0.background = backgroundImage } }
  }

  /// The picture that was set for the ground.
  open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? {
    barMetrics == .default ? classic?.background : nil
  }

  private func changeClassic(_ change: (inout ClassicBarLook) -> Void) {
    var look = classic ?? ClassicBarLook()
    change(&look)
    classic = look
    looksDidChange()
  }

  /// Font and colour of titles where the appearance has none.
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { looksDidChange() } }
  /// Font and colour of large titles where the appearance has none.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { looksDidChange() } }
  /// The look with content under the bar.
  open var standardAppearance = UINavigationBarAppearance() {
    didSet {
      standardAppearance = looks.keep(standardAppearance)
      looksDidChange()
    }
  }
  /// The look in flat bars of telephones; never used.
  open var compactAppearance: UINavigationBarAppearance?
  /// The look without content under the bar; nil for the standard one without ground and line.
  open var scrollEdgeAppearance: UINavigationBarAppearance? {
    didSet {
      scrollEdgeAppearance = scrollEdgeAppearance.map(looks.keep)
      looksDidChange()
    }
  }
  private lazy var looks = BarLookObserver { [weak self] in self?.looksDidChange() }
  /// The same in flat bars of telephones; never used.
  open var compactScrollEdgeAppearance: UINavigationBarAppearance?

  /// Hiding the bar of a navigation controller is `setNavigationBarHidden(_:animated:)`: the content takes its room.
  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      super.isHidden = newValue
      owner?.barWasHidden(newValue)
    }
  }

  /// Shows the bar or hides it, on behalf of the navigation controller.
  final func show(_ isShown: Bool) { super.isHidden = !isShown }

  /// Whether no content is under the bar.
  final var isAtEdge = false { didSet { if isAtEdge != oldValue { edgeDidChange() } } }

  private let ground = BarGround(isLineAbove: false)
  /// The page that the ground belongs to during a push, with content under the one page and none under the other; nil for a
  /// ground of all of the bar.
  private weak var groundPage: BarPage?
  private(set) final var page: BarPage?
  private var storedItems: [UINavigationItem] = []
  /// The navigation controller; nil for a bar that the app made.
  final weak var owner: (any NavigationBarOwner)?

  /// An empty bar.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    addSubview(ground)
    standardAppearance.observer = looks
    looksDidChange()
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  override var accessibleRole: AccessibleRole { .toolbar }

  /// The look for an item at present.
  final func look(of item: UINavigationItem?) -> UINavigationBarAppearance {
    let look: UINavigationBarAppearance
    if isAtEdge, let edge = item?.scrollEdgeAppearance ?? scrollEdgeAppearance {
      look = UINavigationBarAppearance(barAppearance: edge)
    } else {
      look = UINavigationBarAppearance(barAppearance: item?.standardAppearance ?? standardAppearance)
      dress(look, isAtEdge: isAtEdge)
    }
    classic?.dressTitles(of: look, instead: titleTextAttributes, large: largeTitleTextAttributes)
    if look.titleTextAttributes.isEmpty { look.titleTextAttributes = titleTextAttributes ?? [:] }
    if look.largeTitleTextAttributes.isEmpty { look.largeTitleTextAttributes = largeTitleTextAttributes ?? [:] }
    return look
  }

  /// Content came under the bar, or left it. Without a look for that alone it is only the ground that comes or goes.
  private func edgeDidChange() {
    guard topItem?.scrollEdgeAppearance ?? scrollEdgeAppearance == nil else { return looksDidChange() }
    showGround()
  }

  private func showGround() {
    guard groundPage != nil || !isAtEdge || topItem?.scrollEdgeAppearance ?? scrollEdgeAppearance == nil else {
      return ground.show(look(of: topItem))
    }
    let look = UIBarAppearance(barAppearance: (groundPage?.item ?? topItem)?.standardAppearance ?? standardAppearance)
    dress(look, isAtEdge: isAtEdge && groundPage == nil)
    ground.show(look)
  }

  /// Gives the standard look what the bar's own properties say, and takes the ground away with no content under the bar.
  private func dress(_ look: UIBarAppearance, isAtEdge: Bool) {
    classic?.dressGround(of: look)
    if let barTintColor { look.backgroundColor = barTintColor }
    if isAtEdge { look.configureWithTransparentBackground() }
  }

  private func looksDidChange() {
    showGround()
    page?.markStale()
  }

  /// Of two pages that move with their screens, has the one with content under it keep the ground to itself.
  final func keepGround(to page: BarPage?) {
    groundPage = page
    showGround()
    placeGround()
  }

  /// A page was put elsewhere during a push.
  final func pageDidMove(_ page: BarPage) { if page === groundPage { placeGround() } }

  private func placeGround() {
    // Below what lies above the bar, the ground goes on to the top of the view around it.
    let above = owner == nil ? 0 : max(0, frame.minY)
    let area = groundPage.map { CGRect(x: $0.frame.minX, y: 0, width: $0.frame.width, height: $0.height) } ?? bounds
    ground.frame = CGRect(x: area.minX, y: -above, width: area.width, height: area.height + above)
  }

  /// Whether the bar reads from right to left: as the app chose for it, else for what is around it.
  final var isTurned: Bool { isInRightToLeft }

  // MARK: Items

  /// The stack of items, the one shown last.
  open var items: [UINavigationItem]? {
    get { storedItems.isEmpty ? nil : storedItems }
    set { setItems(newValue, animated: false) }
  }
  /// The item shown.
  open var topItem: UINavigationItem? { storedItems.last }
  /// The item that the back button leads to.
  open var backItem: UINavigationItem? { storedItems.dropLast().last ?? outerItem }
  /// The item below the lowest, in the stack that the bar's navigation controller is in.
  final weak var outerItem: UINavigationItem? {
    didSet { if outerItem !== oldValue, !storedItems.isEmpty { itemsDidChange() } }
  }
  /// The button that shows and hides the column beside this one; stands before the items at the leading edge.
  final var columnItem: UIBarButtonItem? { didSet { if columnItem !== oldValue { page?.markStale() } } }

  /// Replaces the stack.
  /// - Precondition: the bar belongs to no navigation controller.
  open func setItems(_ items: [UINavigationItem]?, animated: Bool) {
    requireNoOwner("setItems(_:animated:)")
    adopt(items ?? [])
    itemsDidChange()
  }

  /// Shows another item.
  /// - Precondition: the bar belongs to no navigation controller.
  open func pushItem(_ item: UINavigationItem, animated: Bool) {
    requireNoOwner("pushItem(_:animated:)")
    guard delegate?.navigationBar(self, shouldPush: item) ?? true else { return }
    adopt(storedItems + [item])
    itemsDidChange()
    delegate?.navigationBar(self, didPush: item)
  }

  /// Shows the item below.
  /// - Returns: the item that was shown; nil when there was none.
  /// - Precondition: the bar belongs to no navigation controller.
  @discardableResult
  open func popItem(animated: Bool) -> UINavigationItem? {
    requireNoOwner("popItem(animated:)")
    guard let item = topItem, delegate?.navigationBar(self, shouldPop: item) ?? true else { return nil }
    adopt(storedItems.dropLast())
    itemsDidChange()
    delegate?.navigationBar(self, didPop: item)
    return item
  }

  private func requireNoOwner(_ call: String) {
    guard owner != nil else { return }
    misuse(
      """
      Cannot call \(call) directly on a UINavigationBar managed by a controller: push and pop controllers of the \
      UINavigationController
      """)
  }

  private func adopt(_ items: some Sequence<UINavigationItem>) {
    for item in storedItems where item.observer === self { item.observer = nil }
    storedItems = Array(items)
    for item in storedItems { item.observer = self }
  }

  /// Shows the items of a navigation controller's stack at once.
  final func show(_ items: [UINavigationItem]) {
    adopt(items)
    itemsDidChange()
  }

  /// Begins to show the items of a navigation controller's stack.
  /// - Returns: the pages that were and will be shown; the former leaves with `endChange`.
  final func beginChange(to items: [UINavigationItem]) -> (old: BarPage?, new: BarPage?) {
    let old = page
    adopt(items)
    if topItem === old?.item {
      itemsDidChange()
      return (nil, nil)
    }
    page = makePage()
    if let page { addSubview(page) }
    layOut()
    return (old, page)
  }

  /// Removes the page that was shown.
  final func endChange(removing old: BarPage?) {
    if old !== page { old?.removeFromSuperview() }
    leavingPage?.removeFromSuperview()
    page?.setTransition(0)
    if groundPage != nil { keepGround(to: nil) }
  }

  /// Shows the former page again, beside the one that was about to be shown.
  final func cancelChange(to items: [UINavigationItem], page old: BarPage?) {
    adopt(items)
    guard let old, let new = page else { return itemsDidChange() }
    page = old
    leavingPage = new
    looksDidChange()
  }
  /// The page that was about to be shown.
  private weak var leavingPage: BarPage?

  private func makePage() -> BarPage? {
    topItem.map { BarPage($0, back: backItem, isLarge: isLarge(at: storedItems.count - 1), in: self) }
  }

  /// Whether the title of an item is large.
  final func isLarge(at index: Int) -> Bool {
    guard prefersLargeTitles, storedItems.indices.contains(index) else { return false }
    switch storedItems[index].largeTitleDisplayMode {
    case .always: return true
    case .never, .inline: return false
    case .automatic: return index == 0 || isLarge(at: index - 1)
    }
  }

  private func itemsDidChange() {
    if let page, page.item === topItem {
      page.update(back: backItem, isLarge: isLarge(at: storedItems.count - 1))
    } else {
      page?.removeFromSuperview()
      page = makePage()
      if let page { addSubview(page) }
      setNeedsLayout()
    }
    looksDidChange()
    heightMayHaveChanged()
  }

  final func navigationItemDidChange(_ item: UINavigationItem) {
    guard let page, item === page.item || item === backItem else { return }
    page.update(back: backItem, isLarge: isLarge(at: storedItems.count - 1))
    page.markStale()
    if item === page.item { looksDidChange() }
    heightMayHaveChanged()
  }

  private func heightMayHaveChanged() {
    if let owner { owner.barMayNeedAnotherHeight() } else { page.map { $0.setExtra($0.room) } }
    invalidateIntrinsicContentSize()
  }

  // MARK: Going back

  /// The user clicked the back button.
  final func userGoesBack() {
    if let owner { owner.goBackFromBar() } else { popItem(animated: true) }
  }

  /// The items to go back to, from the nearest on.
  final func backMenu() -> UIMenu? {
    let below = storedItems.dropLast()
    guard owner != nil, below.count > 1 else { return nil }
    return UIMenu(
      children: below.reversed().map { item in
        UIAction(title: item.backTitles.first ?? item.title ?? "Back") { [weak self, weak item] _ in
          if let item { self?.owner?.goBackFromBar(to: item) }
        }
      })
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    layOut()
  }

  private func layOut() {
    let size = bounds.size
    placeGround()
    guard let page else { return }
    if page.isTurned != isTurned { page.markStale() }
    page.fill(size)
  }

  /// Moves large title, prompt and search field. Buttons stay at the edges.
  open override func layoutMarginsDidChange() {
    super.layoutMarginsDidChange()
    page?.marginsDidChange()
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: page.map { $0.fixedHeight + $0.room } ?? BarPage.rowHeight)
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: sizeThatFits(.zero).height)
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    page?.markStale()
  }

  /// The wheel over the bar moves the content under it.
  package override func wheelTurned(_ event: WheelEvent) -> Bool {
    owner?.wheelTurnedOverBar(event) ?? false || super.wheelTurned(event)
  }
}
