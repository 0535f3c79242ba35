import UIKit

/// Grey words in the middle: the message of an empty list, or what stands below the rows.
package final class EmptyListLabel: UILabel {
  /// - Parameters:
  ///   - height: for the view of an end of a table, in points.
  ///   - size: of the text, in points; 0 for the usual one.
  package init(_ text: String, height: CGFloat = 0, size: CGFloat = 0) {
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: height))
    self.text = text
    if size > 0 { follow(CompactType.font(.systemFont(ofSize: size))) }
    textAlignment = .center
    textColor = Palette.secondary
    numberOfLines = 0
  }

  package required init?(coder: NSCoder) { nil }

  /// The text keeps off the edges.
  package override func drawText(in rect: CGRect) { super.drawText(in: rect.insetBy(dx: 24, dy: 0)) }
}
