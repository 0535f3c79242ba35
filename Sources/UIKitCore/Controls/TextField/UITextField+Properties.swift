import Foundation

/// The appearance of a field beyond its text.
extension UITextField {
  /// The font of text and placeholder. Setting nil restores the default.
  public final var font: UIFont? {
    get { storedFont }
    set {
      let font = newValue ?? .systemFont(ofSize: UIFont.labelFontSize)
      guard font != storedFont else { return }
      storedFont = font
      placeholderLabel.font = font
      textAppearanceDidChange()
      invalidateIntrinsicContentSize()
    }
  }

  /// Shown while there is no text.
  public final var placeholder: String? {
    get { placeholderLabel.text }
    set {
      placeholderLabel.text = newValue
      appearanceDidChange()
      invalidateIntrinsicContentSize()
    }
  }

  /// The placeholder with attributes, which win over the field's font and the usual grey.
  public final var attributedPlaceholder: NSAttributedString? {
    get { placeholderLabel.attributedText }
    set {
      placeholderLabel.attributedText = newValue
      appearanceDidChange()
      invalidateIntrinsicContentSize()
    }
  }

  /// A view before the text, shown as `leftViewMode` says; its own size is kept.
  public final var leftView: UIView? {
    get { sideViews.left }
    set {
      replace(sideViews.left, by: newValue)
      sideViews.left = newValue
    }
  }

  /// A view behind the text, shown as `rightViewMode` says; its own size is kept. The clear button takes its place.
  public final var rightView: UIView? {
    get { sideViews.right }
    set {
      replace(sideViews.right, by: newValue)
      sideViews.right = newValue
    }
  }

  /// When `leftView` is shown.
  public final var leftViewMode: ViewMode {
    get { sideModes.left }
    set {
      sideModes.left = newValue
      appearanceDidChange()
    }
  }

  /// When `rightView` is shown.
  public final var rightViewMode: ViewMode {
    get { sideModes.right }
    set {
      sideModes.right = newValue
      appearanceDidChange()
    }
  }

  private func replace(_ old: UIView?, by new: UIView?) {
    guard old !== new else { return }
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    appearanceDidChange()
  }

  // MARK: Changes

  /// Another text, font or way to show characters.
  func textAppearanceDidChange() {
    canvas.textDidChange()
    appearanceDidChange()
  }

  /// Something of the field is shown differently or elsewhere.
  func appearanceDidChange() {
    setNeedsLayout()
    setNeedsComposite()
    selectionAppearanceDidChange()
  }

  /// The caret or the selection is somewhere else.
  func selectionAppearanceDidChange() {
    setNeedsLayout()
    canvas.setNeedsComposite()
    canvas.restartBlinking()
  }
}
