import Foundation

/// The view of a navigation controller: the screens, the bar above them and the toolbar.
final class NavigationView: UIView {
  /// Holds the screens.
  let content = UIView(frame: .zero)
  private weak var owner: UINavigationController?

  init(frame: CGRect, of owner: UINavigationController) {
    self.owner = owner
    super.init(frame: frame)
    isOpaque = false
    content.isOpaque = false
    content.frame = bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(content)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    owner?.layOut()
  }

  override func willMove(toWindow newWindow: UIWindow?) {
    super.willMove(toWindow: newWindow)
    owner?.viewWillMove(toWindow: newWindow)
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    setNeedsLayout()
  }
}
