import Foundation

/// A label in a content view whose place, or that of its neighbour, depends on its text: changing the text has the cell
/// or header lay itself out.
final class ContentLabel: UILabel {
  /// Whether the text's length counts, and not only whether there is one.
  private let countsLength: Bool

  /// - Parameter countsLength: false where only an empty text makes a difference.
  init(countsLength: Bool) {
    self.countsLength = countsLength
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override var text: String? {
    get { super.text }
    set {
      guard newValue != storedText || storedAttributedText != nil else { return }
      let wasEmpty = isEmpty
      super.text = newValue
      if countsLength || wasEmpty != isEmpty { askForLayout() }
    }
  }

  override var attributedText: NSAttributedString? {
    get { super.attributedText }
    set {
      super.attributedText = newValue
      askForLayout()
    }
  }

  override var font: UIFont! {
    get { super.font }
    set {
      guard newValue != storedFont else { return }
      super.font = newValue
      askForLayout()
    }
  }

  private var isEmpty: Bool { storedText?.isEmpty ?? true }

  /// The content view's superview is the cell or header.
  private func askForLayout() { superview?.superview?.setNeedsLayout() }
}
