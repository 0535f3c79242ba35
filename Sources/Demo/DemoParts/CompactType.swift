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

extension UITraitCollection {
  /// Whether columns have no room beside each other, because the user prefers very large text.
  package static var stacksColumns: Bool { current.preferredContentSizeCategory.isAccessibilityCategory }
}

extension UILabel {
  /// Shows text in a font that follows the size the user prefers.
  package func follow(_ font: UIFont) {
    self.font = font
    adjustsFontForContentSizeCategory = true
  }
}

extension UIButton {
  /// Keeps the title in its usual size, for buttons of bars whose height is given.
  package func keepTitleSize() {
    titleLabel?.adjustsFontForContentSizeCategory = false
    setNeedsUpdateConfiguration()
  }
}
