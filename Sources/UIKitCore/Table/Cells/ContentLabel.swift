import Foundation

/// A label in a content view whose place, or that of its neighbour, depends on its text: changing the text has the cell
/// or header lay itself out.
final class ContentLabel: UILabel {
  /// Whether the text's length counts, and not only whether there is one.
  private let countsLength: Bool

  /// - Parameter countsLength: false where only an empty text makes a difference to a label of one line.
  init(countsLength: Bool) {
    self.countsLength = countsLength
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override var text: String? {
    get { super.text }
    set {
      guard newValue != storedText || storedAttributedText != nil else { return }
      let wasEmpty = isBlank
      super.text = newValue
      if countsLength || numberOfLines != 1 || wasEmpty != isBlank { askForLayout() }
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

  /// The content view's superview is the cell or header.
  private func askForLayout() { superview?.superview?.setNeedsLayout() }
}

/// The image view of a cell: an image of another size, or the first or none, has the cell lay itself out, since its text
/// and the line below it begin behind the image.
final class ContentImageView: UIImageView {
  override var image: UIImage? {
    didSet { if image?.size != oldValue?.size { superview?.superview?.setNeedsLayout() } }
  }
}
