import Foundation

/// Where the parts of a field are, and its border.
extension UITextField {
  /// Space between a border and what is inside, in points.
  static let borderInset: CGFloat = 7
  /// Space between the text and a view at its side.
  static let sideGap: CGFloat = 4
  /// The box of the button that empties the field.
  static let clearButtonSide: CGFloat = 20
  /// Classic metrics of UIKit: height and corners of a field with a rounded border.
  static let roundedHeight: CGFloat = 34
  static let cornerRadius: CGFloat = 6

  // MARK: Layout

  private func isShown(_ mode: ViewMode) -> Bool {
    switch mode {
    case .never: false
    case .whileEditing: isEditing
    case .unlessEditing: !isEditing
    case .always: true
    }
  }

  private var showsLeftView: Bool { sideViews.left != nil && isShown(sideModes.left) }
  private var showsRightView: Bool { sideViews.right != nil && isShown(sideModes.right) && !showsClearButton }
  private var showsClearButton: Bool { isEnabled && editor.count > 0 && isShown(clearButtonMode) }

  /// The bounds without the border.
  private func content(of bounds: CGRect) -> CGRect {
    borderStyle == .none ? bounds : bounds.insetBy(dx: min(Self.borderInset, bounds.width / 2), dy: 0)
  }

  func defaultTextRect(_ bounds: CGRect) -> CGRect {
    var rect = content(of: bounds)
    let right = rect.maxX
    if showsLeftView { rect.origin.x = leftViewRect(forBounds: bounds).maxX + Self.sideGap }
    var end = right
    if showsClearButton {
      end = clearButtonRect(forBounds: bounds).minX - Self.sideGap
    } else if showsRightView {
      end = rightViewRect(forBounds: bounds).minX - Self.sideGap
    }
    rect.size.width = max(0, end - rect.minX)
    return rect
  }

  func defaultClearButtonRect(_ bounds: CGRect) -> CGRect {
    let side = Self.clearButtonSide
    return CGRect(
      x: content(of: bounds).maxX - side, y: ((bounds.height - side) / 2).rounded(), width: side, height: side)
  }

  func defaultLeftViewRect(_ bounds: CGRect) -> CGRect {
    let size = sideViews.left?.bounds.size ?? .zero
    return CGRect(
      origin: CGPoint(x: content(of: bounds).minX, y: ((bounds.height - size.height) / 2).rounded()), size: size)
  }

  func defaultRightViewRect(_ bounds: CGRect) -> CGRect {
    let size = sideViews.right?.bounds.size ?? .zero
    return CGRect(
      origin: CGPoint(x: content(of: bounds).maxX - size.width, y: ((bounds.height - size.height) / 2).rounded()),
      size: size)
  }

  func placeParts() {
    let bounds = bounds
    sideViews.left?.isHidden = !showsLeftView
    sideViews.right?.isHidden = !showsRightView
    if showsLeftView { sideViews.left?.frame = leftViewRect(forBounds: bounds) }
    if showsRightView { sideViews.right?.frame = rightViewRect(forBounds: bounds) }
    placeClearButton()
    canvas.place(over: isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds))
    placeholderLabel.frame = placeholderRect(forBounds: bounds)
    placeholderLabel.textAlignment = textAlignment
    placeholderLabel.isHidden = editor.count > 0
    window?.application.textInput.caretMoved(of: self)
  }

  private func placeClearButton() {
    guard showsClearButton else {
      clearButton?.isHidden = true
      return
    }
    let button = clearButton ?? makeClearButton()
    button.isHidden = false
    button.frame = clearButtonRect(forBounds: bounds)
  }

  private func makeClearButton() -> UIButton {
    let button = UIButton(type: .system)
    let symbol = UIImage.SymbolConfiguration(pointSize: Self.clearButtonSide / 1.3)
    button.setImage(UIImage(systemName: "xmark.circle.fill", withConfiguration: symbol), for: .normal)
    button.tintColor = .systemGray2
    button.accessibilityLabel = "Clear text"
    button.addAction(UIAction { [weak self] _ in self?.clear() }, for: .touchUpInside)
    clearButton = button
    addSubview(button)
    return button
  }

  /// Empties the field and lets the user type anew, if the delegate agrees.
  func clear() {
    guard delegate?.textFieldShouldClear(self) ?? true else { return }
    settleComposing()
    let before = editor
    editor.replace(0..<editor.count, with: "", as: .other)
    textDidChange(from: before)
    becomeFirstResponder()
  }

  /// Room for text and placeholder, whichever is wider, and all around them.
  var fittingSize: CGSize {
    let scale = traitCollection.displayScale
    let text = (canvas.line.width / scale).rounded(.up)
    let wide = CGRect(x: 0, y: 0, width: 1000, height: Self.roundedHeight)
    let around = wide.width - textRect(forBounds: wide).width
    let height = storedFont.lineHeight
    return CGSize(
      width: max(text, placeholderLabel.sizeThatFits(.zero).width) + around,
      height: borderStyle == .none ? height : max(Self.roundedHeight, height + 8))
  }

  // MARK: The border

  func appendBorder(to builder: DisplayListBuilder, in rect: CGRect) {
    guard borderStyle != .none else { return }
    let radius = borderStyle == .roundedRect ? Self.cornerRadius : 0
    let shape = RoundedRect(rect, radius: radius)
    if borderStyle == .roundedRect {
      let ground: UIColor = isEnabled ? .tertiarySystemBackground : .secondarySystemBackground
      builder.fill(shape, ground.drawColor(in: builder.traits))
    }
    builder.stroke(shape, width: 1, UIColor.opaqueSeparator.drawColor(in: builder.traits))
  }
}
