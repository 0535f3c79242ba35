import Foundation

/// The signs at the edge of a cell where reading ends: chevron, check mark, detail button.
final class CellAccessoryView: UIView {
  private unowned let cell: UITableViewCell
  private let sign = UIImageView(frame: .zero)
  private var button: CellDetailButton?
  private var type = UITableViewCell.AccessoryType.none

  /// Sizes of the drawn signs in points.
  private static let chevron = CGSize(width: 8, height: 13)
  private static let checkmark = CGSize(width: 14, height: 14)
  private static let detail = CGSize(width: 22, height: 22)

  init(cell: UITableViewCell) {
    self.cell = cell
    super.init(frame: .zero)
    // Symbols are square pictures with room around the sign; the frame below is the sign's.
    sign.contentMode = .center
    sign.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 15, weight: .semibold)
    addSubview(sign)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ type: UITableViewCell.AccessoryType) {
    guard type != self.type else { return }
    self.type = type
    showSign()
  }

  override func layoutDirectionDidChange() {
    super.layoutDirectionDidChange()
    showSign()
  }

  private func showSign() {
    switch type {
    case .disclosureIndicator, .detailDisclosureButton:
      sign.image = UIImage(systemName: isRightToLeft ? "chevron.backward" : "chevron.right")
      sign.tintColor = .tertiaryLabel
    case .checkmark:
      sign.image = UIImage(systemName: "checkmark")
      sign.tintColor = nil
    case .detailButton, .none:
      sign.image = nil
    }
    let hasButton = type == .detailButton || type == .detailDisclosureButton
    if hasButton, button == nil {
      let made = CellDetailButton { [unowned cell] in cell.accessoryButtonPressed() }
      button = made
      addSubview(made)
    }
    button?.isHidden = !hasButton
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = type == .checkmark ? Self.checkmark : Self.chevron
    let right = bounds.width - cell.room.margin
    sign.frame = centred(size, right: right)
    let buttonRight = type == .detailDisclosureButton ? right - size.width - TableMetrics.textGap : right
    let margin = CellDetailButton.margin
    button?.frame = centred(Self.detail, right: buttonRight).insetBy(dx: -margin, dy: -margin)
  }

  /// A place in the middle of the height.
  /// - Parameter right: its end where text goes from left to right, in points; mirrored elsewhere.
  private func centred(_ size: CGSize, right: Double) -> CGRect {
    let frame = CGRect(
      x: right - size.width, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
    return isRightToLeft ? frame.mirrored(in: bounds.width) : frame
  }

  /// Only the button takes touches; pressing a chevron presses the row.
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === self || hit === sign ? nil : hit
  }
}

/// The circled "i": a press that ends on it runs an action, and the row is not selected.
final class CellDetailButton: UIControl {
  /// The opacity of the sign while it is pressed.
  private static let pressedAlpha = 0.4
  /// Points around the sign that count: it is easier to meet than it is large.
  static let margin = 8.0
  private let sign = UIImageView(frame: .zero)

  init(action: @escaping @MainActor () -> Void) {
    super.init(frame: .zero)
    sign.image = UIImage(systemName: "info.circle")
    sign.contentMode = .scaleAspectFit
    addSubview(sign)
    addAction(UIAction { _ in action() }, for: .touchUpInside)
  }

  required init?(coder: NSCoder) { nil }

  override var defaultAccessibleLabel: String? { "More info" }

  override func stateDidChange() {
    super.stateDidChange()
    sign.alpha = isHighlighted ? Self.pressedAlpha : 1
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    sign.frame = bounds.insetBy(dx: min(Self.margin, bounds.width / 2), dy: min(Self.margin, bounds.height / 2))
  }
}
