import Foundation

/// The styles lists use, without content. Fonts and margins: dumps of iOS 14 to 18, in points.
extension UIListContentConfiguration {
  private static let cellMargins = NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 8)
  private static let groupedHeaderMargins = NSDirectionalEdgeInsets(top: 17, leading: 16, bottom: 6, trailing: 8)
  private static let groupedFooterMargins = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 8)
  private static let plainHeaderMargins = NSDirectionalEdgeInsets(top: 4, leading: 16, bottom: 4, trailing: 8)

  /// - Parameter weight: nil for that of the text style.
  private static func style(
    _ text: UIFont.TextStyle, _ weight: UIFont.Weight? = nil, _ color: UIColor = .label,
    secondary: (style: UIFont.TextStyle, color: UIColor) = (.caption1, .label),
    margins: NSDirectionalEdgeInsets = cellMargins, placement: Placement = .middle
  ) -> Self {
    let size = ContentSizing(style: text).size
    let font = weight.map { UIFontMetrics(forTextStyle: text).scaledFont(for: .systemFont(ofSize: size, weight: $0)) }
    var made = Self(
      text: TextProperties(font: font ?? .preferredFont(forTextStyle: text), color: color),
      secondary: TextProperties(font: .preferredFont(forTextStyle: secondary.style), color: secondary.color),
      margins: margins)
    made.placement = placement
    made.imageProperties.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: size, scale: .large)
    return made
  }

  /// A row of one text; a second one stands below.
  public static func cell() -> Self { style(.body) }

  /// A row of two texts one below the other.
  public static func subtitleCell() -> Self { style(.body, secondary: (.caption1, .secondaryLabel)) }

  /// A row with its second text at the end of the line.
  public static func valueCell() -> Self {
    var made = style(.body, secondary: (.body, .secondaryLabel))
    made.prefersSideBySideTextAndSecondaryText = true
    return made
  }

  /// A section's header, as the list's style has it; the plain one.
  public static func header() -> Self { plainHeader() }

  /// A section's footer; the grouped one.
  public static func footer() -> Self { groupedFooter() }

  /// The header of a plain section.
  public static func plainHeader() -> Self {
    style(.headline, secondary: (.caption1, .secondaryLabel), margins: plainHeaderMargins)
  }

  /// The footer of a plain section.
  public static func plainFooter() -> Self {
    style(.body, secondary: (.caption1, .secondaryLabel), margins: plainHeaderMargins)
  }

  /// The header of a grouped section: small, grey capitals.
  public static func groupedHeader() -> Self {
    var made = style(
      .footnote, nil, .secondaryLabel, secondary: (.footnote, .secondaryLabel), margins: groupedHeaderMargins,
      placement: .bottom)
    made.textProperties.transform = .uppercase
    return made
  }

  /// The footer of a grouped section: small and grey.
  public static func groupedFooter() -> Self {
    style(
      .footnote, nil, .secondaryLabel, secondary: (.footnote, .secondaryLabel), margins: groupedFooterMargins,
      placement: .top)
  }

  /// A larger header of a section card.
  public static func prominentInsetGroupedHeader() -> Self {
    style(.headline, secondary: (.footnote, .secondaryLabel), margins: groupedHeaderMargins, placement: .bottom)
  }

  /// The largest header of a section card.
  public static func extraProminentInsetGroupedHeader() -> Self {
    style(.title2, .bold, secondary: (.subheadline, .secondaryLabel), margins: groupedHeaderMargins, placement: .bottom)
  }

  /// A row of a side bar.
  public static func sidebarCell() -> Self { cell() }

  /// A row of a side bar with two texts one below the other.
  public static func sidebarSubtitleCell() -> Self { subtitleCell() }

  /// The header of a side bar's section.
  public static func sidebarHeader() -> Self { plainHeader() }

  /// A header between the rows of a side bar.
  public static func accompaniedSidebarCell() -> Self { cell() }

  /// A subtitle row between the rows of a side bar.
  public static func accompaniedSidebarSubtitleCell() -> Self { subtitleCell() }
}
