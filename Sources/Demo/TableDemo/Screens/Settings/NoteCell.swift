import DemoParts
import UIKit

/// A row of the settings in which the user writes; it grows with its text.
final class NoteCell: AssembledCell {
  /// Called with the text after each change.
  var onChange: ((String) -> Void)?

  private let textView = UITextView()
  private let placeholder = UILabel()

  /// Points between the row's edges and the text, insets of the text view included.
  private static let margin: CGFloat = 4

  override func assemble() {
    selectionStyle = .none
    textView.isScrollEnabled = false
    textView.backgroundColor = .clear
    textView.delegate = self
    placeholder.textColor = Palette.secondary
    let margins = contentView.layoutMarginsGuide
    for view in [textView, placeholder] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    let padding = textView.textContainer.lineFragmentPadding
    NSLayoutConstraint.activate([
      textView.topAnchor.constraint(equalTo: contentView.topAnchor, constant: Self.margin),
      textView.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -Self.margin),
      textView.leadingAnchor.constraint(equalTo: margins.leadingAnchor, constant: -padding),
      textView.trailingAnchor.constraint(equalTo: margins.trailingAnchor, constant: padding),
      placeholder.topAnchor.constraint(equalTo: textView.topAnchor, constant: textView.textContainerInset.top),
      placeholder.leadingAnchor.constraint(equalTo: textView.leadingAnchor, constant: padding),
    ])
  }

  /// Shows a text in a size of the screen.
  func show(_ text: String, title: String, size: TextSize) {
    let font = UIFont.scaled(size.points)
    if textView.text != text { textView.text = text }
    if textView.font != font { textView.font = font }
    textView.accessibilityLabel = title
    placeholder.font = font
    placeholder.text = title
    placeholder.isHidden = !text.isEmpty
  }
}

extension NoteCell: UITextViewDelegate {
  func textViewDidChange(_ textView: UITextView) {
    placeholder.isHidden = textView.hasText
    onChange?(textView.text)
  }
}
