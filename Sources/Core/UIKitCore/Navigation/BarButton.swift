import Foundation

/// The button of a bar that shows an item: 36 points high, with 8 points around title or image.
final class BarButton: UIButton {
  static let height: CGFloat = 36
  private static let padding: CGFloat = 8

  private weak var item: UIBarButtonItem?
  private var onTrigger: (() -> Void)?

  override init(frame: CGRect) { super.init(frame: frame) }
  required init?(coder: NSCoder) { nil }

  /// A button that shows an item and does what it says.
  static func of(_ item: UIBarButtonItem) -> BarButton {
    let button = BarButton(type: .system)
    button.item = item
    button.begin()
    return button
  }

  /// A button that leads back.
  static func back(_ action: @escaping () -> Void) -> BarButton {
    let button = BarButton(type: .system)
    button.onTrigger = action
    button.begin()
    return button
  }

  private func begin() {
    addAction(UIAction { [weak self] _ in self?.trigger() }, for: .primaryActionTriggered)
    titleLabel?.lineBreakMode = .byTruncatingTail
    contentEdgeInsets = UIEdgeInsets(top: 0, left: Self.padding, bottom: 0, right: Self.padding)
  }

  private func trigger() {
    if let onTrigger { onTrigger() } else { item?.trigger(for: currentEvent) }
  }

  /// Takes over the looks of the item.
  /// - Parameter look: of buttons in the bar.
  func update(_ look: UIBarButtonItemAppearance?) {
    guard let item else { return }
    show(item.image == nil ? item.title : nil, item.image, style: item.style, own: item, look)
    isEnabled = item.isEnabled
    tintColor = item.tintColor
    accessibilityLabel = item.accessibilityLabel ?? item.title
    toolTip = item.image == nil ? nil : accessibilityLabel
    accessibilityIdentifier = item.accessibilityIdentifier
    backgroundColor = item.isSelected ? tintColor.withAlphaComponent(0.18) : nil
    layer.cornerRadius = item.isSelected ? 6 : 0
    if item.menu !== menu { menu = item.menu }
    if item.opensMenu || menuStorage != nil { showsMenuAsPrimaryAction = item.opensMenu }
  }

  /// Takes over the looks of a back button.
  /// - Parameters:
  ///   - isTurned: the bar reads from right to left: the image stands at the right.
  ///   - item: the one set for it; nil for the usual one.
  func updateBack(
    _ title: String?, _ image: UIImage?, isTurned: Bool, item: UIBarButtonItem?, _ look: UIBarButtonItemAppearance?
  ) {
    semanticContentAttribute = isTurned ? .forceRightToLeft : .unspecified
    show(title, item?.image ?? image, style: .plain, own: item, look)
    tintColor = item?.tintColor
    accessibilityLabel = title ?? "Back"
  }

  private func show(
    _ title: String?, _ image: UIImage?, style: UIBarButtonItem.Style, own: UIBarItem?,
    _ look: UIBarButtonItemAppearance?
  ) {
    func attributes(_ state: State) -> [NSAttributedString.Key: Any] {
      (look?.part(for: state).titleTextAttributes ?? [:]).merging(own?.titleTextAttributes(for: state) ?? [:]) { $1 }
    }
    let normal = attributes(.normal)
    titleLabel?.font =
      normal[.font] as? UIFont ?? .systemFont(ofSize: 17, weight: style == .done ? .semibold : .regular)
    for state in [State.normal, .highlighted, .disabled] {
      setTitleColor(attributes(state)[.foregroundColor] as? UIColor, for: state)
    }
    setTitle(title, for: .normal)
    setImage(image, for: .normal)
    titleShift = look?.normal.titlePositionAdjustment ?? .zero
  }

  /// How far the title stands from its usual place.
  private var titleShift = UIOffset.zero { didSet { if titleShift != oldValue { setNeedsLayout() } } }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard titleShift != .zero, let titleLabel else { return }
    titleLabel.frame = titleLabel.frame.shifted(by: titleShift)
  }

  /// The button's size in a bar, in points.
  var itemSize: CGSize {
    let content = sizeThatFits(CGSize(width: CGFloat.infinity, height: Self.height))
    return CGSize(width: max(content.width, Self.height), height: Self.height)
  }
}

/// Makes the views of bar items, and keeps those of items that stay.
@MainActor
struct BarButtons {
  private var buttons: [ObjectIdentifier: BarButton] = [:]

  /// The views of the items, in order; those of items that went leave `host`. Space has none.
  mutating func update(
    _ items: [UIBarButtonItem], in host: UIView, observer: any BarItemObserver,
    look: (UIBarButtonItem) -> UIBarButtonItemAppearance?
  ) -> [(item: UIBarButtonItem, view: UIView?)] {
    var kept: [ObjectIdentifier: BarButton] = [:]
    var customViews: [UIView] = []
    let views = items.filter { !$0.isHidden }.map { item -> (item: UIBarButtonItem, view: UIView?) in
      if item.observer !== observer { UIApplication.current?.appearances?.apply(to: item, in: host) }
      item.observer = observer
      guard !item.isSpace else { return (item, nil) }
      if let view = item.customView {
        customViews.append(view)
        item.view = view
        return (item, view)
      }
      let button = buttons[ObjectIdentifier(item)] ?? BarButton.of(item)
      kept[ObjectIdentifier(item)] = button
      button.update(look(item))
      item.view = button
      return (item, button)
    }
    for (key, button) in buttons where kept[key] == nil { button.removeFromSuperview() }
    for view in custom where view.superview === host && !customViews.contains(where: { $0 === view }) {
      view.removeFromSuperview()
    }
    buttons = kept
    custom = customViews
    for (_, view) in views {
      if let view, view.superview !== host { host.addSubview(view) }
    }
    return views
  }

  private var custom: [UIView] = []
}

extension UIBarButtonItem {
  final var isSpace: Bool { systemItem == .flexibleSpace || systemItem == .fixedSpace }

  /// The size of the item's view in a bar, in points.
  final func size(of view: UIView) -> CGSize {
    var size: CGSize
    if let button = view as? BarButton {
      size = button.itemSize
      if let possibleTitles, image == nil, let label = button.titleLabel {
        for title in possibleTitles {
          let wide = UILabel()
          wide.font = label.font
          wide.text = title
          size.width = max(size.width, wide.intrinsicContentSize.width + 16)
        }
      }
    } else {
      size = view.barSize
    }
    if width > 0 { size.width = width }
    return size
  }
}

extension UIView {
  /// The size of a view that the app puts into a bar: its own, else that of its constraints or its content.
  final var barSize: CGSize {
    let own = storedBounds.size
    if own.width > 0, own.height > 0 { return own }
    let fitting = systemLayoutSizeFitting(.zero)
    if fitting.width > 0, fitting.height > 0 { return fitting }
    return sizeThatFits(CGSize(width: CGFloat.infinity, height: 44))
  }
}
