import Foundation

/// Decides which tab may be chosen, and is told which one was. All methods are optional.
@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {
  /// Whether the user may choose a tab; also asked for the one that is chosen already.
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
  /// The user chose a tab, perhaps the one that was chosen already.
  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
  /// True.
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool { true }
  /// Does nothing.
  public func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {}
}

/// Shows one of several controllers, which the user chooses by a bar of tabs at the bottom.
///
/// The view of a controller is loaded when its tab is first chosen. A navigation controller whose tab is chosen again goes
/// back to its first screen. The bar gives way to a screen that `hidesBottomBarWhenPushed`.
@preconcurrency @MainActor
open class UITabBarController: UIViewController, ViewContainer {
  /// Decides about tabs.
  open weak var delegate: (any UITabBarControllerDelegate)?
  /// The bar. Its items are those of the controllers.
  public final let tabBar = UITabBar(frame: .zero)
  private var controllers: [UIViewController] = []
  private var selection: UIViewController?
  /// The controller whose view is shown.
  private weak var shown: UIViewController?
  /// Views are being exchanged: another choice that is made meanwhile is shown after that.
  private var isChanging = false

  // MARK: Making

  /// A controller without tabs. Interface files are not read: both arguments are ignored.
  public override init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
    begin()
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  private func begin() { tabBar.onChoice = { [weak self] in self?.userChose($0) } }

  open override func loadView() {
    let made = ContainerView(frame: frameForLoading, of: self)
    made.cover()
    made.addSubview(tabBar)
    view = made
  }

  private var root: UIView? { viewIfLoaded as? ContainerView<UITabBarController> }

  open override func viewDidLoad() {
    super.viewDidLoad()
    showSelection()
  }

  // MARK: Tabs

  /// The controllers, in the order of their tabs. Setting them keeps the choice where the controller stays, and else chooses
  /// the first.
  open var viewControllers: [UIViewController]? {
    get { controllers }
    set { setViewControllers(newValue, animated: false) }
  }

  /// Sets the controllers; at once, whatever `animated` is.
  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    let new = viewControllers ?? []
    let gone = controllers.filter { old in !new.contains { $0 === old } }
    controllers = new
    // Controllers that are told may change the tabs again.
    for old in gone where !hasTab(old) { old.willMove(toParent: nil) }
    for controller in new where hasTab(controller) && controller.parent !== self {
      addChild(controller)
      // One that the app keeps elsewhere has no tab.
      if controller.parent !== self { controllers.removeAll { $0 === controller } }
      if hasTab(controller) { controller.didMove(toParent: self) } else { partFrom(controller) }
    }
    if selection.map(hasTab) != true { selection = controllers.first }
    tabsMayHaveChanged()
    showSelection()
    for old in gone where !hasTab(old) { partFrom(old) }
  }

  private func hasTab(_ controller: UIViewController) -> Bool { controllers.contains { $0 === controller } }

  private func partFrom(_ controller: UIViewController) {
    guard controller.parent === self else { return }
    controller.viewIfLoaded?.removeFromSuperview()
    controller.barInsets = .zero
    controller.removeFromParent()
  }

  /// A controller that the app takes out, or shows elsewhere, leaves its tab.
  override func childDidLeave(_ child: UIViewController) {
    guard hasTab(child) else { return }
    setViewControllers(controllers.filter { $0 !== child }, animated: false)
    child.barInsets = .zero
  }

  /// A controller may have another tab: one of its own, or that of another first screen.
  final func tabsMayHaveChanged() {
    let items: [UITabBarItem] = controllers.map { $0.tabBarItem }
    if !(tabBar.items ?? []).elementsEqual(items, by: ===) { tabBar.setItems(items, animated: false) }
    tabBar.selectedItem = selection?.tabBarItem
  }

  /// The controller whose tab is chosen; nil without tabs. Setting nil changes nothing.
  /// - Precondition: one that is set is among `viewControllers`.
  open var selectedViewController: UIViewController? {
    get { selection }
    set {
      guard let newValue else { return }
      guard hasTab(newValue) else {
        misuse(
          """
          -[UITabBarController setSelectedViewController:] only a view controller in the tab bar controller's list of view \
          controllers can be selected.
          """)
      }
      selection = newValue
      showSelection()
    }
  }

  /// The number of the chosen tab; `NSNotFound` without tabs. Setting a number that no tab has changes nothing.
  open var selectedIndex: Int {
    get { controllers.firstIndex { $0 === selection } ?? NSNotFound }
    set { if controllers.indices.contains(newValue) { selectedViewController = controllers[newValue] } }
  }

  private func userChose(_ item: UITabBarItem) {
    guard let chosen = controllers.first(where: { $0.tabBarItem === item }),
      delegate?.tabBarController(self, shouldSelect: chosen) ?? true,
      // The delegate may have taken it away.
      hasTab(chosen)
    else { return }
    if chosen === selection {
      (chosen as? UINavigationController)?.popToRootViewController(animated: true)
    } else {
      selectedViewController = chosen
    }
    delegate?.tabBarController(self, didSelect: chosen)
  }

  // MARK: Showing

  private func showSelection() {
    tabBar.selectedItem = selection?.tabBarItem
    guard let root, !isChanging else { return }
    isChanging = true
    untilSettled {
      guard shown !== selection else { return false }
      change(in: root)
      return true
    }
    isChanging = false
    if shown !== selection {
      remark(
        """
        \(type(of: self)): another tab was chosen again and again while the screens were told of the choice before; the \
        last one is shown with the next choice: choose once
        """)
    }
    root.setNeedsLayout()
    root.window?.updateTitle()
  }

  private func change(in root: UIView) {
    let new = selection
    let former = shown
    shown = new
    // One that is shown elsewhere by now, or is about to be, is told by others.
    let old = former.flatMap { isMine($0) && $0.viewIfLoaded?.superview === root ? $0 : nil }
    old?.beginAppearanceTransition(false, animated: false)
    // The screens that are told, or loaded here, may choose another tab.
    if let view = new?.view, new === selection {
      view.frame = root.bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      adapt()
      root.insertSubview(view, belowSubview: tabBar)
    }
    if let view = former?.viewIfLoaded, view.superview === root { view.removeFromSuperview() }
    if let old, isMine(old) { old.endAppearanceTransition() }
  }

  /// Whether no other controller contains one.
  private func isMine(_ controller: UIViewController) -> Bool { controller.parent == nil || controller.parent === self }

  /// The stack of a navigation controller is another: the bar may have to come or go.
  final func stackDidChange() { viewIfLoaded?.setNeedsLayout() }

  private var showsBar: Bool {
    guard !tabBar.isHidden else { return false }
    let stack = (selection as? UINavigationController)?.viewControllers ?? [selection].compactMap(\.self)
    return !stack.contains { $0.hidesBottomBarWhenPushed }
  }

  private func adapt() {
    shown?.barInsets = UIEdgeInsets(top: 0, left: 0, bottom: showsBar ? UITabBar.height : 0, right: 0)
  }

  final func layOut() {
    guard let root else { return }
    adapt()
    let height = UITabBar.height + root.safeAreaInsets.bottom
    tabBar.frame = CGRect(
      x: 0, y: root.bounds.height - (showsBar ? height : -1), width: root.bounds.width, height: height)
  }

  // MARK: Overridden

  override var titleForWindow: String? { selection?.titleForWindow ?? title }

  override func goBack() -> Bool { super.goBack() || selection?.goBack() ?? false }
}

extension UIViewController {
  /// The nearest tab bar controller that contains this one; nil without one.
  public final var tabBarController: UITabBarController? { container() }

  /// The controller's tab. Made when first asked for, with the controller's title; a navigation controller has that of its
  /// first screen until it is given one.
  public final var tabBarItem: UITabBarItem! {
    get {
      if let own = navigationPartInUse?.tabBarItem { return own }
      if let first = (self as? UINavigationController)?.viewControllers.first { return first.tabBarItem }
      let made = UITabBarItem(title: title, image: nil, tag: 0)
      navigationPart.tabBarItem = made
      return made
    }
    set {
      navigationPart.tabBarItem = newValue
      tabBarController?.tabsMayHaveChanged()
    }
  }
}
