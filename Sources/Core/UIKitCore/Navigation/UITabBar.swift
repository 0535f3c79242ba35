import Foundation

/// Told which tab of a bar without a controller the user chose.
@preconcurrency @MainActor
public protocol UITabBarDelegate: AnyObject {
  /// The user chose a tab.
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  /// Does nothing.
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar of tabs at the bottom, of which one is chosen. All tabs are shown, however many there are.
@preconcurrency @MainActor
open class UITabBar: UIView, BarItemObserver {
  /// Height in points, without what the safe area adds below.
  static let height: CGFloat = 49
  /// The greatest width of a tab, in points: in wide bars the tabs stand in the middle.
  private static let greatestTabWidth: CGFloat = 130

  /// Told of the user's choice; nil for a bar of a tab bar controller.
  open weak var delegate: (any UITabBarDelegate)?
  /// The tabs, from where lines begin.
  open var items: [UITabBarItem]? {
    get { storedItems }
    set { setItems(newValue, animated: false) }
  }
  private var storedItems: [UITabBarItem]?
  /// The chosen tab. Setting it does not call the delegate.
  open weak var selectedItem: UITabBarItem? { didSet { if selectedItem !== oldValue { showItems() } } }
  /// The colour of tabs that are not chosen; nil for grey.
  open var unselectedItemTintColor: UIColor? { didSet { showItems() } }
  /// The colour of the ground in place of that of `standardAppearance`; nil for that.
  open var barTintColor: UIColor? { didSet { looksDidChange() } }
  /// A picture in place of the ground; an empty one for no ground, nil for the usual one.
  open var backgroundImage: UIImage? {
    get { classic.background }
    set { classic.background = newValue }
  }
  /// A picture in place of the line above the bar; an empty one for no line.
  open var shadowImage: UIImage? {
    get { classic.shadow }
    set { classic.shadow = newValue }
  }
  private var classic = ClassicBarLook() { didSet { looksDidChange() } }
  /// Kept; the renderer has no blur, and bars are opaque.
  open var isTranslucent = true
  /// The look of the bar.
  open var standardAppearance = UITabBarAppearance() {
    didSet {
      standardAppearance = looks.keep(standardAppearance)
      looksDidChange()
    }
  }
  private lazy var looks = BarLookObserver { [weak self] in self?.looksDidChange() }
  /// Kept; content always counts as being under the bar.
  open var scrollEdgeAppearance: UITabBarAppearance?

  private let ground = BarGround(isLineAbove: true)
  private var buttons: [TabButton] = []
  /// Called in place of the delegate.
  final var onChoice: ((UITabBarItem) -> Void)?

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

  /// A hidden bar leaves its room to the content.
  open override var isHidden: Bool { didSet { if isHidden != oldValue { superview?.setNeedsLayout() } } }

  /// Sets the tabs; at once, whatever `animated` is.
  open func setItems(_ items: [UITabBarItem]?, animated: Bool) {
    for item in storedItems ?? [] where item.observer === self { item.observer = nil }
    storedItems = items
    for button in buttons { button.removeFromSuperview() }
    buttons = (items ?? []).map { item in
      if item.observer !== self { UIApplication.current?.appearances?.apply(to: item, in: self) }
      item.observer = self
      let button = TabButton(of: item)
      button.addAction(
        UIAction { [weak self, weak item] _ in
          if let item { self?.choose(item) }
        }, for: .touchUpInside)
      addSubview(button)
      return button
    }
    showItems()
    setNeedsLayout()
  }

  private func choose(_ item: UITabBarItem) {
    if let onChoice { return onChoice(item) }
    selectedItem = item
    delegate?.tabBar(self, didSelect: item)
  }

  final func barItemDidChange() { showItems() }

  private func showItems() {
    for button in buttons {
      button.show(isChosen: button.item === selectedItem, tint: tintColor, unselectedItemTintColor)
    }
  }

  private func looksDidChange() {
    let look = UIBarAppearance(barAppearance: standardAppearance)
    classic.dressGround(of: look)
    ground.show(look, tint: barTintColor)
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    showItems()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    ground.frame = CGRect(origin: .zero, size: bounds.size)
    guard !buttons.isEmpty else { return }
    let width = min(Self.greatestTabWidth, bounds.width / CGFloat(buttons.count))
    let start = (bounds.width - width * CGFloat(buttons.count)) / 2
    let isTurned = isInRightToLeft
    for (index, button) in buttons.enumerated() {
      let column = isTurned ? buttons.count - 1 - index : index
      button.frame = CGRect(
        x: (start + width * CGFloat(column)).rounded(), y: 0, width: width.rounded(), height: Self.height)
    }
  }

  /// Arrow keys lead from button to button.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if window?.focus.takeArrow(presses, in: self) != true { super.pressesBegan(presses, with: event) }
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }

  open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.height) }
}

/// A tab in a bar: the image, the title below it, and the badge at the image's corner.
final class TabButton: UIControl {
  private static let imageSide: CGFloat = 28
  private static let badgeHeight: CGFloat = 18

  private(set) weak var item: UITabBarItem?
  private let picture = UIImageView(frame: .zero)
  private let title = UILabel(frame: .zero)
  private let badge = UILabel(frame: .zero)

  init(of item: UITabBarItem) {
    self.item = item
    super.init(frame: .zero)
    isOpaque = false
    picture.contentMode = .scaleAspectFit
    title.textAlignment = .center
    badge.textAlignment = .center
    badge.font = .systemFont(ofSize: 13)
    badge.textColor = .white
    badge.layer.cornerRadius = Self.badgeHeight / 2
    badge.clipsToBounds = true
    for view in [picture, title, badge] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
  }

  required init?(coder: NSCoder) { nil }

  override var defaultAccessibleLabel: String? { item?.accessibilityLabel ?? item?.title }
  override var defaultAccessibleValue: String? { item?.badgeValue }

  /// Takes over the looks of the item.
  /// - Parameters:
  ///   - tint: the colour of the tab that is chosen.
  ///   - grey: the colour of one that is not; nil for the usual one.
  func show(isChosen: Bool, tint: UIColor, _ grey: UIColor?) {
    guard let item else { return }
    isSelected = isChosen
    isEnabled = item.isEnabled
    accessibilityIdentifier = item.accessibilityIdentifier
    let attributes = (item.titleTextAttributes(for: .normal) ?? [:]).merging(
      isChosen ? item.titleTextAttributes(for: .selected) ?? [:] : [:]
    ) { $1 }
    let color: UIColor = !item.isEnabled ? .tertiaryLabel : isChosen ? tint : grey ?? .systemGray
    let image = isChosen ? item.selectedImage ?? item.image : item.image
    picture.image = image?.renderingMode == .automatic ? image?.withRenderingMode(.alwaysTemplate) : image
    picture.tintColor = color
    title.text = item.title
    title.font = attributes[.font] as? UIFont ?? .systemFont(ofSize: 10, weight: .medium)
    title.textColor = attributes[.foregroundColor] as? UIColor ?? color
    badge.text = item.badgeValue
    badge.isHidden = item.badgeValue == nil
    badge.backgroundColor = item.badgeColor ?? .systemRed
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let hasTitle = title.text?.isEmpty == false
    let side = Self.imageSide
    let top = hasTitle ? 5 : (bounds.height - side) / 2
    picture.frame = CGRect(x: ((bounds.width - side) / 2).rounded(), y: top.rounded(), width: side, height: side)
    title.frame = CGRect(x: 2, y: bounds.height - 16, width: max(0, bounds.width - 4), height: 13)
    let width = max(Self.badgeHeight, badge.intrinsicContentSize.width + 10)
    let x = isInRightToLeft ? picture.frame.minX + 6 - width : picture.frame.maxX - 6
    badge.frame = CGRect(x: x, y: 2, width: width, height: Self.badgeHeight)
  }
}
