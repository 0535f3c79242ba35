import Foundation

/// The calls of the bar.
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

  final func barWasHidden(_ isHidden: Bool) { setNavigationBarHidden(isHidden, animated: false) }
}
