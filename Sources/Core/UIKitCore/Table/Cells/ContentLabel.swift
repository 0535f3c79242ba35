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
      let old = shownFont
      super.font = newValue
      if shownFont != old { askForLayout() }
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

extension UILabel {
  /// Whether there is nothing to show.
  var isBlank: Bool { storedText?.isEmpty ?? true }

  /// Points of the lines the label shows at a width; 0 without text. One line of plain text is not laid out for it.
  func height(atWidth width: Double) -> Double {
    guard !isBlank else { return 0 }
    if numberOfLines == 1, storedAttributedText == nil { return shownFont.labelHeight }
    return wholeHeight(ofLines: sizeThatFits(CGSize(width: max(1, width), height: 0)).height)
  }

  /// A single line of plain text is as high whether others would be allowed or not.
  /// - Parameter height: of the text's lines, in points.
  func wholeHeight(ofLines height: CGFloat) -> CGFloat {
    let line = shownFont.labelHeight
    return storedAttributedText == nil && height < line * 1.5 ? line : height
  }
}
