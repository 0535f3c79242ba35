import Foundation

/// A controller that places the views of other controllers in its own.
@MainActor
protocol ViewContainer: AnyObject {
  /// Places the views. Called when the container's view is laid out.
  func layOut()
}

/// The view of a controller that contains others: laid out by its controller, also when the safe area becomes another.
class ContainerView<Owner: ViewContainer>: UIView {
  private(set) final weak var owner: Owner?

  init(frame: CGRect, of owner: Owner) {
    self.owner = owner
    super.init(frame: frame)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  required init?(coder: NSCoder) { nil }

  /// Covers what is behind, and cuts off what is beyond the edges.
  final func cover() {
    backgroundColor = .systemBackground
    clipsToBounds = true
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    owner?.layOut()
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    setNeedsLayout()
  }
}
