import Foundation

extension UIFont {
  /// A use of text, which has a font of its own: here at `UIContentSizeCategory.large`, the usual size.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    /// UIKit's name of the style.
    public let rawValue: String

    /// An unknown name gives the body font.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// 34 points.
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    /// 28 points.
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    /// 22 points.
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    /// 20 points.
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    /// 17 points, semibold.
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    /// 17 points.
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    /// 16 points.
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    /// 15 points.
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    /// 13 points.
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    /// 12 points.
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    /// 11 points.
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  /// The font of a text style in the size that the user prefers. Labels with `adjustsFontForContentSizeCategory` follow
  /// when that changes. One object a style and category; on any thread.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(forTextStyle: style, compatibleWith: nil)
  }

  /// The font of a text style in the size of some traits' content size category.
  /// - Parameter traits: nil for the current ones.
  public static func preferredFont(forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?) -> UIFont {
    let category = (traits ?? .current).preferredContentSizeCategory
    return (preferred[style] ?? body)[category.index]
  }

  /// The fonts of a style in all categories, from small to large.
  private static let preferred: [TextStyle: [UIFont]] = Dictionary(
    uniqueKeysWithValues: ContentSizing.styles.map { style, _ in
      let sizing = ContentSizing(style: style)
      let face = systemFont(ofSize: sizing.size, weight: style == .headline ? .semibold : .regular)
      return (style, UIContentSizeCategory.steps.map { face.following(sizing, in: $0) })
    })

  // The table has every style.
  private static let body = preferred[.body]!
}
