import Foundation

extension UIFont {
  /// A use of text, which has a font of its own.
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

  /// The font of a text style, at iOS's size category Large; one object a style.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferred[style] ?? body
  }

  private static let body = systemFont(ofSize: 17)

  private static let preferred: [TextStyle: UIFont] = [
    .largeTitle: systemFont(ofSize: 34), .title1: systemFont(ofSize: 28),
    .title2: systemFont(ofSize: 22), .title3: systemFont(ofSize: 20),
    .headline: systemFont(ofSize: 17, weight: .semibold), .body: body,
    .callout: systemFont(ofSize: 16), .subheadline: systemFont(ofSize: 15),
    .footnote: systemFont(ofSize: 13), .caption1: systemFont(ofSize: 12),
    .caption2: systemFont(ofSize: 11),
  ]
}
