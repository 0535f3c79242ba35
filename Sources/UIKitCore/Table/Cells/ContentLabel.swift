import Foundation

/// A label in a content view whose place, or that of its neighbour, depends on its text: changing the text has the cell
/// or header lay itself out.
final class ContentLabel: UILabel {
  override var text: String? {
    get { super.text }
    set {
      guard newValue != storedText || storedAttributedText != nil else { return }
      super.text = newValue
      textDidChange()
    }
  }

  override var attributedText: NSAttributedString? {
    get { super.attributedText }
    set {
      super.attributedText = newValue
      textDidChange()
    }
  }

  override var font: UIFont! {
    get { super.font }
    set {
      guard newValue != storedFont else { return }
      super.font = newValue
      textDidChange()
    }
  }

  /// The content view's superview is the cell or header.
  private func textDidChange() { superview?.superview?.setNeedsLayout() }
}
