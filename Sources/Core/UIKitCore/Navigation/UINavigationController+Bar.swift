import Foundation

/// The calls of the bar, and of screens about bars.
extension UINavigationController {
  final func goBackFromBar() {
    if viewControllers.count < 2, let outer = parent as? UINavigationController {
      outer.popViewController(animated: true)
    } else {
      popViewController(animated: true)
    }
  }

  final func goBackFromBar(to item: UINavigationItem) {
    guard let controller = viewControllers.first(where: { $0.navigationItem === item }) else { return }
    popToViewController(controller, animated: true)
  }

  final func barMayNeedAnotherHeight() { viewIfLoaded?.setNeedsLayout() }

  final func toolbarItemsDidChange(of controller: UIViewController) {
    if controller === topViewController, !isToolbarHidden { viewIfLoaded?.setNeedsLayout() }
  }

  /// The scroll view of a controller may be another.
  final func contentDidChange() { viewIfLoaded?.setNeedsLayout() }

  final func barWasHidden(_ isHidden: Bool) { setNavigationBarHidden(isHidden, animated: false) }
}
