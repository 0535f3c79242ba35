import Foundation

/// The sign at the edge of an edited cell where reading begins: minus, plus, or the circle of a row that can be chosen.
///
/// Takes presses over its whole column, except for the circle, which leaves them to the row.
final class EditControl: UIControl {
  private let kind: RowEditing.Control
  private var mark: UIImageView?

  /// Whether a circle is filled and checked.
  var isChecked = false { didSet { if isChecked != oldValue { checkedChanged() } } }

  private static let diameter = 22.0
  /// The strokes of minus and plus.
  private static let strokeLength = 12.0
  private static let strokeWidth = 2.0
  /// The line around an empty circle.
  private static let ringWidth = 1.5

  init(_ kind: RowEditing.Control, action: @escaping @MainActor () -> Void) {
    self.kind = kind
    super.init(frame: .zero)
    isUserInteractionEnabled = kind != .check
    addAction(UIAction { _ in action() }, for: .touchUpInside)
  }

  required init?(coder: NSCoder) { nil }

  /// The circle speaks through the row, which is selected or not.
  override var isElementByDefault: Bool { kind != .check }
  override var defaultAccessibleLabel: String? { kind == .insert ? "Insert" : "Delete" }

  private func checkedChanged() {
    if isChecked, mark == nil {
      let made = UIImageView(image: UIImage(systemName: "checkmark"))
      made.contentMode = .center
      made.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 11, weight: .bold)
      made.tintColor = .white
      mark = made
      addSubview(made)
      setNeedsLayout()
    }
    mark?.isHidden = !isChecked
    setNeedsComposite()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    mark?.frame = circle(in: bounds)
  }

  /// In a low row the circle is smaller: it leaves a point at both edges for the lines between rows. Its diameter is even,
  /// so that its pixels are whole where a point has one and a half.
  private func circle(in rect: CGRect) -> CGRect {
    let diameter = min(Self.diameter, 2 * max(0, (rect.height / 2 - 1).rounded(.down)))
    let space = Self.diameter - diameter
    return CGRect(
      x: (isRightToLeft ? rect.minX + TableMetrics.editSign - Self.diameter : rect.maxX - TableMetrics.editSign)
        + space / 2,
      y: rect.minY + ((rect.height - diameter) / 2).rounded(.down), width: diameter, height: diameter)
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    let own = circle(in: rect)
    let size = own.height / Self.diameter
    let circle = builder.aligned(own)
    let shape = RoundedRect(circle, radius: own.height / 2)
    guard let fill = fillColor else {
      return builder.stroke(shape, width: Self.ringWidth, UIColor.systemGray3.drawColor(in: builder.traits))
    }
    let strength = isHighlighted ? 0.6 : 1.0
    builder.fill(shape, fill.drawColor(in: builder.traits).multiplyingAlpha(by: strength))
    guard kind != .check else { return }
    let inset = size * (Self.diameter - Self.strokeLength) / 2
    let margin = size * (Self.diameter - Self.strokeWidth) / 2
    builder.fill(circle.insetBy(dx: inset, dy: margin), .white)
    if kind == .insert {
      // In two parts: the strokes must not cover each other twice where they are translucent.
      let upright = circle.insetBy(dx: margin, dy: inset)
      let half = size * (Self.strokeLength - Self.strokeWidth) / 2
      let part = CGRect(x: upright.minX, y: upright.minY, width: upright.width, height: half)
      builder.fill(part, .white)
      builder.fill(part.offsetBy(dx: 0, dy: half + size * Self.strokeWidth), .white)
    }
  }

  /// Nil for an empty circle.
  private var fillColor: UIColor? {
    switch kind {
    case .none: nil
    case .delete: .systemRed
    case .insert: .systemGreen
    case .check: isChecked ? tintColor : nil
    }
  }
}
