import UIKit

/// Text and lengths of bars and drawings, which cannot become larger than the window: they follow the size of text that
/// the user prefers up to the largest usual one, and are no larger in the accessibility sizes. UIKit's own bars do the
/// same.
///
/// Rows have no such limit: they scroll. Their text is a `UIFont.preferredFont(forTextStyle:)`, or scaled by
/// `UIFontMetrics`, and what stands side by side in them stands one below the other in the accessibility sizes.
package enum CompactType {
  /// Body text in `UIContentSizeCategory.extraExtraExtraLarge` to that in the usual size.
  private static let largestGrowth: CGFloat = 23.0 / 17

  /// A font in the size the user prefers, for labels whose `adjustsFontForContentSizeCategory` is set.
  package static func font(_ font: UIFont) -> UIFont {
    UIFontMetrics.default.scaledFont(for: font, maximumPointSize: font.pointSize * largestGrowth)
  }

  /// How much larger lengths are than in the usual size.
  package static var growth: CGFloat { min(largestGrowth, UIFontMetrics.default.growth) }

  /// A length that grows with the text in it; whole points.
  package static func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
}

extension UIFontMetrics {
  /// How much larger text is than in the usual size.
  package var growth: CGFloat { scaledValue(for: 1000) / 1000 }

  /// A length that grows with the text in it; whole points.
  package func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
}

extension UIFont {
  /// The system font of a bar or drawing.
  /// - Parameter size: in points, at the usual size of text.
  package static func compact(_ size: CGFloat, _ weight: Weight = .regular) -> UIFont {
    CompactType.font(.systemFont(ofSize: size, weight: weight))
  }

  /// The system font of a row.
  /// - Parameter size: in points, at the usual size of text.
  package static func scaled(_ size: CGFloat, _ weight: Weight = .regular) -> UIFont {
    UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: size, weight: weight))
  }
}

extension UITraitCollection {
  /// Whether columns have no room beside each other, because the user prefers very large text.
  package static var stacksColumns: Bool { current.preferredContentSizeCategory.isAccessibilityCategory }
}

extension UILabel {
  /// A label whose font follows the size the user prefers, if it is one that does.
  /// - Parameters:
  ///   - lines: at most; 0 for as many as the text needs.
  ///   - expands: whether a pointer that rests on a text that is cut is told all of it.
  package convenience init(
    _ font: UIFont, _ color: UIColor? = nil, alignment: NSTextAlignment = .natural, lines: Int = 1,
    text: String? = nil, expands: Bool = false
  ) {
    self.init(frame: .zero)
    follow(font)
    textColor = color
    textAlignment = alignment
    numberOfLines = lines
    self.text = text
    showsExpansionTextWhenTruncated = expands
  }

  /// Shows text in a font that follows the size the user prefers.
  package func follow(_ font: UIFont) {
    self.font = font
    adjustsFontForContentSizeCategory = true
  }
}

extension UIView {
  /// Adds a line along the upper or lower edge, which stays there.
  package func addLine(at edge: CGRectEdge, _ color: UIColor = .separator) {
    let y = edge == .minYEdge ? 0 : bounds.height - 1
    let line = UIView(frame: CGRect(x: 0, y: y, width: bounds.width, height: 1))
    line.autoresizingMask = [.flexibleWidth, edge == .minYEdge ? .flexibleBottomMargin : .flexibleTopMargin]
    line.backgroundColor = color
    addSubview(line)
  }
}

extension UIButton {
  /// Keeps the title in its usual size, for buttons of bars whose height is given.
  package func keepTitleSize() {
    titleLabel?.adjustsFontForContentSizeCategory = false
    setNeedsUpdateConfiguration()
  }
}
