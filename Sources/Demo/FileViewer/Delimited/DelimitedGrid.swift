import DemoParts
import UIKit
import UIKitGrid

/// A grid that leaves copying to its screen.
final class DelimitedGridView: GridView {
  /// - Returns: whether it was done.
  var onCopy: (() -> Bool)?

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.matches("c", .control) == true, onCopy?() == true else {
      return super.pressesBegan(presses, with: event)
    }
  }
}

/// A field, or a placeholder for one that was not read yet.
final class DelimitedFieldCell: GridTextCell {
  required init(frame: CGRect) {
    super.init(frame: frame)
    textLabel.showsExpansionTextWhenTruncated = true
  }

  required init?(coder: NSCoder) { nil }

  /// Of hits of a search.
  static let hitColor = UIColor.systemOrange.withAlphaComponent(0.45)

  /// Whether the field was not read yet.
  private(set) var isWaiting = false

  /// - Parameters:
  ///   - hits: parts of the text, in UTF-16 units.
  ///   - filtered: the parts that match a filter.
  func show(_ text: String?, isNumeric: Bool, hits: [NSRange], filtered: [NSRange]) {
    if let text, !hits.isEmpty || !filtered.isEmpty {
      let marked = NSMutableAttributedString(string: text)
      for range in filtered {
        marked.addAttribute(.backgroundColor, value: UIColor.systemBlue.withAlphaComponent(0.25), range: range)
      }
      for range in hits { marked.addAttribute(.backgroundColor, value: Self.hitColor, range: range) }
      textLabel.attributedText = marked
    } else {
      textLabel.text = text ?? "\u{2026}"
    }
    textLabel.textAlignment = isNumeric ? .right : .left
    guard isWaiting != (text == nil) else { return }
    isWaiting = text == nil
    textLabel.textColor = isWaiting ? Palette.secondary : .label
  }
}
