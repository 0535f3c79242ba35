import Foundation

/// The parts of a field around its text: placeholder, clear button, the views at its sides, and the border. Owns their
/// places and sizes.
final class TextFieldParts: Facet<UITextField> {
  typealias ViewMode = UITextField.ViewMode

  /// A view beside the text.
  private struct Side {
    var view: UIView?
    var mode = ViewMode.never
  }

  /// Space between a border and the parts inside, in points.
  private static let borderInset: CGFloat = 7
  /// Space between the text and a view at its side.
  private static let sideGap: CGFloat = 4
  /// The box of the clear button.
  private static let clearButtonSide: CGFloat = 20
  /// Classic metrics of UIKit: height and corners of a field with a rounded border.
  private static let roundedHeight: CGFloat = 34
  private static let cornerRadius: CGFloat = 6

  let placeholder = UILabel(frame: .zero)
  /// Made when it is shown first.
  private(set) var clearButton: UIButton?
  private var left = Side()
  private var right = Side()

  /// Called by the field's initializer, before the canvas is added.
  func install(font: UIFont) {
    placeholder.textColor = .placeholderText
    placeholder.font = font
    owner.addSubview(placeholder)
  }

  // MARK: The views at the sides

  var leftView: UIView? {
    get { left.view }
    set {
      let old = left.view
      left.view = newValue
      exchange(old, for: newValue)
    }
  }

  var rightView: UIView? {
    get { right.view }
    set {
      let old = right.view
      right.view = newValue
      exchange(old, for: newValue)
    }
  }

  var leftViewMode: ViewMode {
    get { left.mode }
    set {
      left.mode = newValue
      owner.appearanceDidChange()
    }
  }

  var rightViewMode: ViewMode {
    get { right.mode }
    set {
      right.mode = newValue
      owner.appearanceDidChange()
    }
  }

  private func exchange(_ old: UIView?, for new: UIView?) {
    guard old !== new else { return }
    old?.removeFromSuperview()
    if let new { owner.addSubview(new) }
    owner.appearanceDidChange()
  }

  // MARK: What is shown

  private func isShown(_ mode: ViewMode) -> Bool {
    switch mode {
    case .never: false
    case .whileEditing: owner.isEditing
    case .unlessEditing: !owner.isEditing
    case .always: true
    }
  }

  private var showsLeftView: Bool { left.view != nil && isShown(left.mode) }
  private var showsRightView: Bool { right.view != nil && isShown(right.mode) && !showsClearButton }
  private var showsClearButton: Bool { owner.isEnabled && owner.hasText && isShown(owner.clearButtonMode) }

  // MARK: Rectangles, in the field's coordinates, in points

  /// The bounds without the border.
  private func content(of bounds: CGRect) -> CGRect {
    owner.borderStyle == .none ? bounds : bounds.insetBy(dx: min(Self.borderInset, bounds.width / 2), dy: 0)
  }

  /// The room for text between the views at the sides.
  func textRect(_ bounds: CGRect) -> CGRect {
    let content = content(of: bounds)
    let before = showsLeftView ? owner.leftViewRect(forBounds: bounds) : nil
    let behind =
      showsClearButton
      ? owner.clearButtonRect(forBounds: bounds) : showsRightView ? owner.rightViewRect(forBounds: bounds) : nil
    let (atLeft, atRight) = owner.isRightToLeft ? (behind, before) : (before, behind)
    let start = atLeft.map { $0.maxX + Self.sideGap } ?? content.minX
    let end = atRight.map { $0.minX - Self.sideGap } ?? content.maxX
    return CGRect(x: start, y: content.minY, width: max(0, end - start), height: content.height)
  }

  /// A part of a size, in the middle of the bounds' height.
  /// - Parameter isFirst: whether it stands before the text.
  private func sideRect(_ size: CGSize, isFirst: Bool, in bounds: CGRect) -> CGRect {
    let content = content(of: bounds)
    let x = isFirst == owner.isRightToLeft ? content.maxX - size.width : content.minX
    return CGRect(origin: CGPoint(x: x, y: ((bounds.height - size.height) / 2).rounded()), size: size)
  }

  func clearButtonRect(_ bounds: CGRect) -> CGRect {
    let side = Self.clearButtonSide
    return sideRect(CGSize(width: side, height: side), isFirst: false, in: bounds)
  }

  func leftViewRect(_ bounds: CGRect) -> CGRect {
    sideRect(left.view?.bounds.size ?? .zero, isFirst: true, in: bounds)
  }

  func rightViewRect(_ bounds: CGRect) -> CGRect {
    sideRect(right.view?.bounds.size ?? .zero, isFirst: false, in: bounds)
  }

  // MARK: Layout

  /// Places all parts and the canvas. Called by the field's layout.
  func place() {
    let field = owner
    let bounds = field.bounds
    left.view?.isHidden = !showsLeftView
    right.view?.isHidden = !showsRightView
    if showsLeftView { left.view?.frame = field.leftViewRect(forBounds: bounds) }
    if showsRightView { right.view?.frame = field.rightViewRect(forBounds: bounds) }
    placeClearButton()
    // A rectangle that was inset by more than its size is nowhere.
    func room(_ rect: CGRect) -> CGRect {
      rect.isNull ? CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0) : rect
    }
    field.canvas.place(
      over: room(field.isEditing ? field.editingRect(forBounds: bounds) : field.textRect(forBounds: bounds)))
    placeholder.frame = room(field.placeholderRect(forBounds: bounds))
    placeholder.textAlignment = field.textAlignment
    placeholder.turn(field.isRightToLeft)
    placeholder.isHidden = field.hasText
    field.window?.application.textInput.caretMoved(of: field)
  }

  private func placeClearButton() {
    guard showsClearButton else {
      clearButton?.isHidden = true
      return
    }
    let button = clearButton ?? makeClearButton()
    button.isHidden = false
    button.frame = owner.clearButtonRect(forBounds: owner.bounds)
  }

  private func makeClearButton() -> UIButton {
    let button = ClearButton(type: .system)
    let symbol = UIImage.SymbolConfiguration(pointSize: Self.clearButtonSide / 1.3)
    button.setImage(UIImage(systemName: "xmark.circle.fill", withConfiguration: symbol), for: .normal)
    button.tintColor = .systemGray2
    button.accessibilityLabel = "Clear text"
    button.addAction(UIAction { [weak field = owner] _ in field?.clear() }, for: .touchUpInside)
    clearButton = button
    owner.addSubview(button)
    return button
  }

  /// The room for text or placeholder, the wider of the two, and for all around them.
  var fittingSize: CGSize {
    let field = owner
    let scale = field.traitCollection.displayScale
    let text = (field.canvas.line.width / scale).rounded(.up)
    let wide = CGRect(x: 0, y: 0, width: 1000, height: Self.roundedHeight)
    let around = wide.width - field.textRect(forBounds: wide).width
    let height = field.textFont.labelHeight
    return CGSize(
      width: max(text, placeholder.sizeThatFits(.zero).width) + around,
      height: field.borderStyle == .none ? height : max(Self.roundedHeight, height + 8))
  }

  // MARK: The border

  func appendBorder(to builder: DisplayListBuilder, in rect: CGRect) {
    let field = owner
    guard field.borderStyle != .none else { return }
    let radius = field.borderStyle == .roundedRect ? Self.cornerRadius : 0
    let shape = RoundedRect(rect, radius: radius)
    if field.borderStyle == .roundedRect {
      let ground: UIColor = field.isEnabled ? .tertiarySystemBackground : .secondarySystemBackground
      builder.fill(shape, ground.drawColor(in: builder.traits))
    }
    builder.stroke(shape, width: 1, UIColor.opaqueSeparator.drawColor(in: builder.traits))
  }
}

/// The button that empties a field. It is for the pointer and for assistive tools: by the keyboard the field itself is
/// emptied, and while the field is edited alone the button would hide as the field loses the keyboard to it.
private final class ClearButton: UIButton {
  override var canBecomeFocused: Bool { false }
}
