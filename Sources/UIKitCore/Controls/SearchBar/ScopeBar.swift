import Foundation

/// The row of titles below a search bar's field, of which one is chosen. The arrow keys choose the one beside it.
final class ScopeBar: UIControl {
  static let height: CGFloat = 32
  private static let radius: CGFloat = 8
  private static let inset: CGFloat = 2
  private static let duration: TimeInterval = 0.2

  private let knob = UIView(frame: .zero)
  private var labels: [UILabel] = []

  var titles: [String] = [] {
    didSet {
      guard titles != oldValue else { return }
      for label in labels { label.removeFromSuperview() }
      labels = titles.map { title in
        let label = UILabel(frame: .zero)
        label.text = title
        label.textAlignment = .center
        addSubview(label)
        return label
      }
      updateFonts()
      setNeedsLayout()
    }
  }

  /// Clamped to the titles when shown.
  var selectedIndex = 0 {
    didSet {
      guard selectedIndex != oldValue else { return }
      updateFonts()
      setNeedsLayout()
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    backgroundColor = .tertiarySystemFill
    layer.cornerRadius = Self.radius
    knob.isUserInteractionEnabled = false
    knob.backgroundColor = UIColor { $0.userInterfaceStyle == .dark ? .systemGray2 : .white }
    knob.layer.cornerRadius = Self.radius - Self.inset
    knob.layer.shadowOpacity = 0.16
    knob.layer.shadowRadius = 3
    knob.layer.shadowOffset = CGSize(width: 0, height: 1)
    addSubview(knob)
  }

  required init?(coder: NSCoder) { nil }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { .slider }
  override var defaultAccessibleLabel: String? { "Scope" }
  override var defaultAccessibleValue: String? { titles.isEmpty ? nil : titles[shownIndex] }
  override var defaultAccessibleTraits: UIAccessibilityTraits { super.defaultAccessibleTraits.union(.adjustable) }
  override func accessibilityIncrement() { move(by: 1) }
  override func accessibilityDecrement() { move(by: -1) }

  private func move(by step: Int) {
    let index = shownIndex + step
    guard titles.indices.contains(index) else { return }
    selectedIndex = index
    sendActions(for: .valueChanged)
  }

  package override var focusRingRadius: CGFloat { Self.radius }

  private var shownIndex: Int { min(max(0, selectedIndex), max(0, titles.count - 1)) }

  private func updateFonts() {
    for (index, label) in labels.enumerated() {
      label.font = .systemFont(ofSize: 13, weight: index == shownIndex ? .semibold : .medium)
    }
  }

  /// The place of a title, counted from the left; also the title of a place.
  private func column(of index: Int) -> Int { isRightToLeft ? titles.count - 1 - index : index }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = titles.isEmpty ? 0 : bounds.width / CGFloat(titles.count)
    for (index, label) in labels.enumerated() {
      label.frame = CGRect(x: width * CGFloat(column(of: index)), y: 0, width: width, height: bounds.height).insetBy(
        dx: min(4, width / 2), dy: 0)
    }
    knob.isHidden = titles.isEmpty
    knob.frame = CGRect(
      x: (width * CGFloat(column(of: shownIndex))).rounded() + Self.inset, y: Self.inset,
      width: max(0, width.rounded() - 2 * Self.inset),
      height: max(0, bounds.height - 2 * Self.inset))
  }

  private func select(_ index: Int) {
    guard titles.indices.contains(index), index != shownIndex else { return }
    UIView.animate(withDuration: Self.duration) {
      self.selectedIndex = index
      self.layoutIfNeeded()
    }
    sendActions(for: .valueChanged)
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    guard let place = touch?.location(in: self), bounds.contains(place), !titles.isEmpty else { return }
    select(column(of: min(titles.count - 1, Int(place.x / (bounds.width / CGFloat(titles.count))))))
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.keyCode {
    case .keyboardLeftArrow?: select(shownIndex - (isRightToLeft ? -1 : 1))
    case .keyboardRightArrow?: select(shownIndex + (isRightToLeft ? -1 : 1))
    default: super.pressesBegan(presses, with: event)
    }
  }
}
