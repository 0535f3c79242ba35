import Foundation

/// The part of a controller in bars. Made when a bar or the app asks for it first.
@MainActor
final class NavigationPart: ControllerBars {
  private weak var controller: UIViewController?
  let item = UINavigationItem()
  var toolbarItems: [UIBarButtonItem]?
  var hidesBottomBarWhenPushed = false
  /// The tab that the app set, or that was made of the controller's title.
  var tabBarItem: UITabBarItem?
  /// The scroll view that the app named for the bars.
  weak var scrollView: UIScrollView?
  private var editButton: UIBarButtonItem?
  /// The split view that the controller is a column of, shown or not.
  weak var split: UISplitViewController?

  init(of controller: UIViewController) {
    self.controller = controller
    item.title = controller.title
    item.controller = controller
  }

  var title: String? {
    get { item.title }
    set {
      item.title = newValue
      tabBarItem?.title = newValue
    }
  }

  /// Begins and ends editing.
  var editButtonItem: UIBarButtonItem {
    if let editButton { return editButton }
    let made = UIBarButtonItem(
      primaryAction: UIAction { [weak controller] _ in
        controller?.setEditing(!(controller?.isEditing ?? true), animated: true)
      })
    editButton = made
    editingDidChange(controller?.isEditing ?? false)
    return made
  }

  func editingDidChange(_ isEditing: Bool) {
    editButton?.title = isEditing ? "Done" : "Edit"
    editButton?.style = isEditing ? .done : .plain
  }

  func edgesDidChange() { controller?.navigationController?.contentDidChange() }
}

extension UIViewController {
  /// The part in bars.
  final var navigationPart: NavigationPart {
    if let part = navigationPartInUse { return part }
    let made = NavigationPart(of: self)
    bars = made
    return made
  }

  /// The part in bars, if there is one already.
  final var navigationPartInUse: NavigationPart? { bars as? NavigationPart }

  /// The nearest navigation controller that contains this one; nil without one.
  public final var navigationController: UINavigationController? { container() }

  /// The nearest controller of a kind that contains this one; nil without one.
  final func container<Container: UIViewController>() -> Container? {
    var ancestor = parent
    while let current = ancestor {
      if let found = current as? Container { return found }
      ancestor = current.parent
    }
    return nil
  }

  /// A button that begins and ends the controller's editing, and is titled accordingly.
  public final var editButtonItem: UIBarButtonItem { navigationPart.editButtonItem }

  /// The items of the toolbar while the controller is on top.
  public final var toolbarItems: [UIBarButtonItem]? {
    get { navigationPartInUse?.toolbarItems }
    set { setToolbarItems(newValue, animated: false) }
  }

  /// Sets the items of the toolbar; at once, whatever `animated` is.
  public final func setToolbarItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    navigationPart.toolbarItems = items
    navigationController?.toolbarItemsDidChange(of: self)
  }

  /// Whether the toolbar hides from when the controller is pushed until it is popped.
  public final var hidesBottomBarWhenPushed: Bool {
    get { navigationPartInUse?.hidesBottomBarWhenPushed ?? false }
    set { navigationPart.hidesBottomBarWhenPushed = newValue }
  }

  /// Names the scroll view that bars follow; nil for the one they find: the controller's view, or its first subview.
  /// - Parameter edge: with `.top` or `.bottom`; other edges have no bars.
  public final func setContentScrollView(_ scrollView: UIScrollView?, for edge: NSDirectionalRectEdge = .all) {
    guard !edge.isDisjoint(with: [.top, .bottom]) else { return }
    navigationPart.scrollView = scrollView
    navigationController?.contentDidChange()
  }

  /// The scroll view that bars follow; nil without one.
  public final func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
    edge.isDisjoint(with: [.top, .bottom]) ? nil : contentScrollView
  }

  /// The scroll view that bars follow, of a controller whose view is loaded.
  final var contentScrollView: UIScrollView? {
    if let named = navigationPartInUse?.scrollView { return named }
    return viewIfLoaded as? UIScrollView ?? viewIfLoaded?.children.first as? UIScrollView
  }
}
