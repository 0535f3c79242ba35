import UIKit

/// Text and lengths of rows that show columns or drawings: they follow the size of text that the user prefers up to the
/// largest usual one, and are no larger in the accessibility sizes, in which columns would have no room.
///
/// Running text has no such limit: it is a `UIFont.preferredFont(forTextStyle:)`, or scaled by `UIFontMetrics`.
enum CompactType {
  /// Body text in `UIContentSizeCategory.extraExtraExtraLarge` to that in the usual size.
  private static let largestGrowth: CGFloat = 23.0 / 17

  /// A font in the size the user prefers, for labels whose `adjustsFontForContentSizeCategory` is set.
  static func font(_ font: UIFont) -> UIFont {
    UIFontMetrics.default.scaledFont(for: font, maximumPointSize: font.pointSize * largestGrowth)
  }

  /// How much larger lengths are than in the usual size.
  static var growth: CGFloat { min(largestGrowth, UIFontMetrics.default.scaledValue(for: 1000) / 1000) }

  /// A length that grows with the text in it; whole points.
  static func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
}

extension UILabel {
  /// Shows text in a font that follows the size the user prefers.
  func follow(_ font: UIFont) {
    self.font = font
    adjustsFontForContentSizeCategory = true
  }
}
