import Foundation

/// The view of a navigation controller: the screens, the bar above them and the toolbar.
final class NavigationView: ContainerView<UINavigationController> {
  /// Holds the screens.
  let content = UIView(frame: .zero)

  override init(frame: CGRect, of owner: UINavigationController) {
    super.init(frame: frame, of: owner)
    isOpaque = false
    content.isOpaque = false
    content.frame = bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(content)
  }

  required init?(coder: NSCoder) { nil }

  /// Escape ends a search in the bar also from what was found.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape,
      let search = owner?.topViewController?.navigationItem.searchController, search.isActive
    else { return super.pressesBegan(presses, with: event) }
    search.isActive = false
  }

  override func willMove(toWindow newWindow: UIWindow?) {
    super.willMove(toWindow: newWindow)
    owner?.viewWillMove(toWindow: newWindow)
  }
}
