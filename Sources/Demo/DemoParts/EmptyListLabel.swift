import UIKit

/// Grey words in the middle: the message of an empty list, or what stands below the rows.
package final class EmptyListLabel: UILabel {
  /// - Parameter height: for the view of an end of a table, in points.
  package convenience init(_ text: String, height: CGFloat = 0, font: UIFont = .systemFont(ofSize: 17)) {
    self.init(font, Palette.secondary, alignment: .center, lines: 0, text: text)
    frame.size = CGSize(width: 320, height: height)
  }

  /// The text keeps off the edges.
  package override func drawText(in rect: CGRect) { super.drawText(in: rect.insetBy(dx: 24, dy: 0)) }
}
