import Foundation

/// The styles lists use, without content. Fonts and margins: dumps of iOS 14 to 18, in points.
extension UIListContentConfiguration {
  private static let cellMargins = NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 8)
  private static let groupedHeaderMargins = NSDirectionalEdgeInsets(top: 17, leading: 16, bottom: 6, trailing: 8)
  private static let groupedFooterMargins = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 8)
  private static let plainHeaderMargins = NSDirectionalEdgeInsets(top: 4, leading: 16, bottom: 4, trailing: 8)

  private static func style(
    _ size: CGFloat, _ weight: UIFont.Weight = .regular, _ color: UIColor = .label,
    secondary: (size: CGFloat, color: UIColor) = (12, .label), margins: NSDirectionalEdgeInsets = cellMargins,
    placement: Placement = .middle
  ) -> Self {
    var made = Self(
      text: TextProperties(font: .systemFont(ofSize: size, weight: weight), color: color),
      secondary: TextProperties(font: .systemFont(ofSize: secondary.size), color: secondary.color),
      margins: margins)
    made.placement = placement
    made.imageProperties.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: size, scale: .large)
    return made
  }

  /// A row of one text; a second one stands below.
  public static func cell() -> Self { style(17) }

  /// A row of two texts one below the other.
  public static func subtitleCell() -> Self { style(17, secondary: (12, .secondaryLabel)) }

  /// A row with its second text at the end of the line.
  public static func valueCell() -> Self {
    var made = style(17, secondary: (17, .secondaryLabel))
    made.prefersSideBySideTextAndSecondaryText = true
    return made
  }

  /// A section's header, as the list's style has it; the plain one.
  public static func header() -> Self { plainHeader() }

  /// A section's footer; the grouped one.
  public static func footer() -> Self { groupedFooter() }

  /// The header of a plain section.
  public static func plainHeader() -> Self {
    style(17, .semibold, secondary: (12, .secondaryLabel), margins: plainHeaderMargins)
  }

  /// The footer of a plain section.
  public static func plainFooter() -> Self { style(17, secondary: (12, .secondaryLabel), margins: plainHeaderMargins) }

  /// The header of a grouped section: small, grey capitals.
  public static func groupedHeader() -> Self {
    var made = style(
      13, .regular, .secondaryLabel, secondary: (13, .secondaryLabel), margins: groupedHeaderMargins,
      placement: .bottom)
    made.textProperties.transform = .uppercase
    return made
  }

  /// The footer of a grouped section: small and grey.
  public static func groupedFooter() -> Self {
    style(
      13, .regular, .secondaryLabel, secondary: (13, .secondaryLabel), margins: groupedFooterMargins, placement: .top)
  }

  /// A larger header of a section card.
  public static func prominentInsetGroupedHeader() -> Self {
    style(17, .semibold, secondary: (13, .secondaryLabel), margins: groupedHeaderMargins, placement: .bottom)
  }

  /// The largest header of a section card.
  public static func extraProminentInsetGroupedHeader() -> Self {
    style(22, .bold, secondary: (15, .secondaryLabel), margins: groupedHeaderMargins, placement: .bottom)
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
