import UIKit

/// The message of an empty list.
package final class EmptyListLabel: UILabel {
  package init(_ text: String) {
    super.init(frame: .zero)
    self.text = text
    textAlignment = .center
    textColor = Palette.secondary
    numberOfLines = 0
  }

  package required init?(coder: NSCoder) { nil }

  /// The text keeps off the edges.
  package override func drawText(in rect: CGRect) { super.drawText(in: rect.insetBy(dx: 24, dy: 0)) }
}
