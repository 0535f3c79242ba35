import Foundation

/// The control above the content of a scroll view by which the user asks for newer content.
///
/// Content pulled beyond its top shows it, spoke by spoke. Pulled by the control's whole height it starts to refresh:
/// it spins and sends `.valueChanged`, once for each pull. When the content is let go the scroll view keeps room
/// for the control, until the app calls `endRefreshing()`. A finger, a touchpad and a wheel pull; F5 and Ctrl+R do
/// without. Assign it to `refreshControl` of a scroll view or of a table view controller.
@preconcurrency @MainActor
open class UIRefreshControl: UIControl, PullControl {
  /// False: pulling, F5 and Control-R refresh.
  open override var canBecomeFocused: Bool { false }
  /// Height of every refresh control in points, and the room it takes while it refreshes.
  static let height: CGFloat = 60
  private static let spinnerSide: CGFloat = 30
  private static let titleHeight: CGFloat = 18

  /// Whether a refresh is under way: from the pull, or `beginRefreshing()`, to `endRefreshing()`.
  public private(set) final var isRefreshing = false

  /// A line of text below the spinner; nil shows none.
  open var attributedTitle: NSAttributedString? {
    didSet {
      if attributedTitle == nil { titleLabel?.removeFromSuperview() }
      setNeedsLayout()
    }
  }

  private let spinner = UIActivityIndicatorView(style: .large)
  private var titleLabel: UILabel?
  /// The scroll view it was added to last.
  private weak var host: UIScrollView?

  /// A control that is 60 points high.
  /// - Parameter frame: only its width counts, and only until the control is in a scroll view.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(x: frame.minX, y: frame.minY, width: frame.width, height: Self.height))
    // The content's own touches go through it.
    isUserInteractionEnabled = false
    isHidden = true
    spinner.hidesWhenStopped = false
    spinner.bounds.size = CGSize(width: Self.spinnerSide, height: Self.spinnerSide)
    spinner.revealed = 0
    addSubview(spinner)
  }

  /// A control that is 60 points high.
  public convenience init() { self.init(frame: .zero) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Refreshing

  /// Shows that a refresh began without the user. Sends no event. Content at its top makes room for the control
  /// in view; other content does so above what is on screen.
  open func beginRefreshing() {
    guard !isRefreshing else { return }
    isRefreshing = true
    owner?.pullControlDidChange()
  }

  /// Ends the refresh: the room for the control closes. Called by the app when the content is up to date; without
  /// effect when no refresh is under way.
  open func endRefreshing() {
    guard isRefreshing else { return }
    isRefreshing = false
    spinner.stopAnimating()
    owner?.pullControlDidChange()
  }

  func refreshByUser() {
    beginRefreshing()
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }

  /// The scroll view whose refresh control this is.
  private var owner: UIScrollView? { host?.refreshControl === self ? host : nil }

  // MARK: Looks

  /// Shows as much of the spinner as the pull uncovers: nothing at rest, all of it at the control's height, spinning
  /// while refreshing.
  func show(pull: CGFloat) {
    let isShown = pull > 0
    if isHidden == isShown { isHidden = !isShown }
    // The first points show nothing yet.
    let share = (pull / Self.height - 0.2) / 0.8
    spinner.revealed = isRefreshing ? 1 : min(max(share, 0), 1)
    if isRefreshing, isShown { spinner.startAnimating() } else { spinner.stopAnimating() }
  }

  /// The spinner's colour; a neutral grey unless it is set on the control itself.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    spinner.color = tint.own ?? .systemGray
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let middle = bounds.midX
    guard let attributedTitle else {
      spinner.center = CGPoint(x: middle, y: bounds.midY)
      return
    }
    let label = titleLabel ?? makeTitleLabel()
    if label.superview !== self { addSubview(label) }
    label.attributedText = attributedTitle
    spinner.center = CGPoint(x: middle, y: 4 + Self.spinnerSide / 2)
    label.frame = CGRect(
      x: 16, y: bounds.height - Self.titleHeight - 4, width: max(0, bounds.width - 32), height: Self.titleHeight)
  }

  private func makeTitleLabel() -> UILabel {
    let label = UILabel(frame: .zero)
    label.font = .systemFont(ofSize: 13)
    label.textColor = .secondaryLabel
    label.textAlignment = .center
    titleLabel = label
    return label
  }

  // MARK: The scroll view around

  open override func didMoveToSuperview() {
    super.didMoveToSuperview()
    let view = superview as? UIScrollView
    if let host, host !== view, host.refreshControl === self { host.refreshControl = nil }
    host = view
    if let view, view.refreshControl == nil { view.refreshControl = self }
  }
}

extension UIScrollView {
  /// The control that pulling the content beyond its top brings into view; nil by default.
  ///
  /// It lies behind the content, directly above it, and is added to the view and taken off it by this property. A
  /// control that is added as a subview becomes the scroll view's refresh control if it has none. With one, the wheel
  /// too can pull the content beyond its top.
  public final var refreshControl: UIRefreshControl? {
    get { refreshing.control as? UIRefreshControl }
    set { setPullControl(newValue) }
  }
}
