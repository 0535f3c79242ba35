import Foundation

/// A bar of buttons at the bottom.
@preconcurrency @MainActor
open class UIToolbar: UIView, BarItemObserver {
  /// Height in points.
  static let height: CGFloat = 44
  /// Space from the edge to the first button, which has 8 points of its own.
  private static let margin: CGFloat = 8

  /// The items, from where lines begin. Space between them is items, too.
  open var items: [UIBarButtonItem]? {
    get { storedItems }
    set { setItems(newValue, animated: false) }
  }
  private var storedItems: [UIBarButtonItem]?
  /// Kept; the renderer has no blur, and bars are opaque.
  open var isTranslucent = true
  /// The colour of the ground in place of that of `standardAppearance`; nil for that.
  open var barTintColor: UIColor? { didSet { looksDidChange() } }
  /// The look with content under the bar.
  open var standardAppearance = UIToolbarAppearance() {
    didSet {
      standardAppearance = looks.keep(standardAppearance)
      looksDidChange()
    }
  }
  /// The look in flat bars of telephones; never used.
  open var compactAppearance: UIToolbarAppearance?
  /// The look without content under the bar; nil for the standard one.
  open var scrollEdgeAppearance: UIToolbarAppearance? {
    didSet {
      scrollEdgeAppearance = scrollEdgeAppearance.map(looks.keep)
      looksDidChange()
    }
  }
  private lazy var looks = BarLookObserver { [weak self] in self?.looksDidChange() }
  /// The same for the low bars of an iPhone in landscape; never used.
  open var compactScrollEdgeAppearance: UIToolbarAppearance?

  /// Hiding the bar of a navigation controller is `setToolbarHidden(_:animated:)`: the content takes its room.
  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      super.isHidden = newValue
      onHide?(newValue)
    }
  }
  /// Called when the app has hidden the bar itself, or shows it again; nil for a bar that the app made.
  final var onHide: ((Bool) -> Void)?

  /// Shows the bar or hides it, on behalf of the navigation controller.
  final func show(_ isShown: Bool) { super.isHidden = !isShown }

  /// Whether no content is under the bar.
  final var isAtEdge = false { didSet { if isAtEdge != oldValue { looksDidChange() } } }

  private let ground = BarGround(isLineAbove: true)
  private var buttons = BarButtons()
  private var views: [(item: UIBarButtonItem, view: UIView?)] = []
  private var isStale = false

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

  /// Sets the items; at once, whatever `animated` is.
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    storedItems = items
    barItemDidChange()
  }

  final func barItemDidChange() {
    isStale = true
    setNeedsLayout()
  }

  private var look: UIToolbarAppearance { (isAtEdge ? scrollEdgeAppearance : nil) ?? standardAppearance }

  private func looksDidChange() {
    ground.show(look, tint: barTintColor)
    barItemDidChange()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    ground.frame = CGRect(origin: .zero, size: bounds.size)
    if isStale {
      isStale = false
      let look = look
      views = buttons.update(storedItems ?? [], in: self, observer: self) {
        $0.style == .done ? look.doneButtonAppearance : look.buttonAppearance
      }
    }
    place()
  }

  private func place() {
    let sizes = views.map { item, view in
      view.map(item.size(of:)) ?? CGSize(width: item.systemItem == .fixedSpace ? item.width : 0, height: 0)
    }
    let flexible = views.count { $0.item.systemItem == .flexibleSpace }
    let used = sizes.reduce(CGFloat(0)) { $0 + $1.width }
    let free = max(0, bounds.width - 2 * Self.margin - used)
    let share = flexible == 0 ? 0 : free / CGFloat(flexible)
    let isTurned = isInRightToLeft
    let height = min(bounds.height, Self.height)
    var x = Self.margin
    for ((item, view), size) in zip(views, sizes) {
      if let view {
        let place = isTurned ? bounds.width - x - size.width : x
        view.frame = CGRect(
          x: place.rounded(), y: ((height - size.height) / 2).rounded(), width: size.width, height: size.height)
      }
      x += item.systemItem == .flexibleSpace ? share : size.width
    }
  }

  /// Arrow keys lead from button to button.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if window?.focus.takeArrow(presses, in: self) != true { super.pressesBegan(presses, with: event) }
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }

  open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.height) }
}
