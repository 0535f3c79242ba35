import Foundation

/// Makes sizes of an app's own follow the content size category as those of a text style do.
///
/// A length or font that is right at the usual category is scaled by the style's growth: body text has 17 points there
/// and 53 in the largest one.
public final class UIFontMetrics: NSObject, Sendable {
  /// The metrics of body text.
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  private let style: UIFont.TextStyle

  /// - Parameter textStyle: whose growth is followed; an unknown one counts as `body`.
  public init(forTextStyle textStyle: UIFont.TextStyle) { style = textStyle }

  /// A font in the size that the user prefers. Labels whose `adjustsFontForContentSizeCategory` is set follow when that
  /// changes.
  /// - Parameter font: in its size at the usual category, and not scaled already.
  public func scaledFont(for font: UIFont) -> UIFont {
    scaledFont(for: font, maximumPointSize: .infinity, compatibleWith: nil)
  }

  /// A font in the size that the user prefers, up to a size in points.
  public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    scaledFont(for: font, maximumPointSize: maximumPointSize, compatibleWith: nil)
  }

  /// A font in the size of some traits' content size category, up to a size in points.
  /// - Precondition: `font` is not one that follows categories already.
  public func scaledFont(
    for font: UIFont, maximumPointSize: CGFloat, compatibleWith traits: UITraitCollection?
  ) -> UIFont {
    if font.sizing != nil {
      misuse(
        """
        UIFontMetrics.scaledFont(for:) was called with a font of \(font.pointSize) points that follows the content \
        size category already: scale a font of a fixed size, such as UIFont.systemFont(ofSize: 17)
        """)
    }
    let sizing = ContentSizing(style: style, size: font.pointSize, largest: max(maximumPointSize, 1))
    return font.following(sizing, in: (traits ?? .current).preferredContentSizeCategory)
  }

  /// A length, in points, as it is to be in the current category; whole pixels.
  public func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }

  /// A length, in points, as it is to be in the category of some traits; whole pixels.
  public func scaledValue(for value: CGFloat, compatibleWith traits: UITraitCollection?) -> CGFloat {
    let traits = traits ?? .current
    let scaled = value * ContentSizing(style: style).growth(in: traits.preferredContentSizeCategory)
    return (scaled * traits.displayScale).rounded() / traits.displayScale
  }
}

/// The sizes of a font in all content size categories.
struct ContentSizing: Hashable, Sendable {
  /// Points at the usual category.
  let size: CGFloat
  /// Points that are not exceeded.
  private let largest: CGFloat
  /// Points of the text style in each category, from small to large.
  private let steps: [CGFloat]

  /// The sizes of a text style itself.
  init(style: UIFont.TextStyle) {
    steps = Self.steps(of: style)
    size = steps[UIContentSizeCategory.large.index]
    largest = .infinity
  }

  /// Sizes that grow as those of a text style.
  init(style: UIFont.TextStyle, size: CGFloat, largest: CGFloat) {
    steps = Self.steps(of: style)
    self.size = size
    self.largest = largest
  }

  /// How much larger things are in a category than at the usual one.
  func growth(in category: UIContentSizeCategory) -> CGFloat {
    steps[category.index] / steps[UIContentSizeCategory.large.index]
  }

  /// The size in a category, in points: halves, unless it is the usual one or the largest allowed.
  func points(in category: UIContentSizeCategory) -> CGFloat {
    let growth = growth(in: category)
    return min(largest, growth == 1 ? size : (size * growth * 2).rounded() / 2)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(size) }

  private static func steps(of style: UIFont.TextStyle) -> [CGFloat] {
    styles.first { $0.style == style }?.points ?? body
  }

  private static let body: [CGFloat] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]

  /// Points of iOS's text styles in the twelve categories.
  static let styles: [(style: UIFont.TextStyle, points: [CGFloat])] = [
    (.body, body),
    (.largeTitle, [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]),
    (.title1, [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]),
    (.title2, [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]),
    (.title3, [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]),
    (.headline, [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]),
    (.callout, [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]),
    (.subheadline, [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]),
    (.footnote, [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]),
    (.caption1, [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]),
    (.caption2, [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]),
  ]
}
