import Foundation

/// Sizes of tables before iOS 26, in points, as dumps and measurements of UIKit give them.
enum TableMetrics {
  /// Height of a row that names none.
  static let rowHeight = 44.0
  /// Header and footer of a plain section.
  static let plainHeader = 28.0
  /// Space above a plain section's header since iOS 15.
  static let plainHeaderPadding = 22.0
  /// Header with a title in grouped styles: of the first section and of the others.
  static let groupedHeader = (first: 55.5, others: 38.0)
  /// Header without a title in grouped styles.
  static let groupedGap = (first: 35.0, others: 18.0)
  /// Space below the titles of headers in grouped styles, and above those of footers.
  static let groupedTitleBottom = 6.0
  static let groupedFooterTop = 8.0
  /// Footer with a one-line title in grouped styles.
  static let groupedFooter = 30.0
  /// Corner radius of those cards.
  static let cardRadius = 10.0
  /// Left and right margin of a cell's content, and the space beside the section cards of `insetGrouped`: in narrow
  /// tables and in others.
  static let cellMargin = systemMargin(forWidth: 0)
  static let wideCellMargin = systemMargin(forWidth: .infinity)
  /// The layout margins of a cell's content view at its top and bottom.
  static let contentMargin = 11.0
  /// Width of content that is pleasant to read, at the standard text size.
  static let readableWidth = UILayoutGuide.readableWidth
  /// Between a cell's image and its text.
  static let imageGap = 16.0
  /// Least space between text and whatever stands right of it.
  static let textGap = 8.0
  /// Width of the title column of `value2` cells.
  static let value2Column = 91.0
  /// Width the accessories take from the content view: chevron, check mark, detail button, detail button with
  /// chevron.
  static let disclosureWidth = 34.0
  static let checkmarkWidth = 39.0
  static let detailWidth = 47.0
  static let detailDisclosureWidth = 67.0
  /// Width of the strip of the section index, unless titles are longer than a letter; and at most.
  static let indexWidth = 15.0
  static let widestIndex = 60.0
  /// Seconds a selection takes to fade out.
  static let selectionFade = 0.3
  /// By how much the content of an edited cell moves to the right.
  static let editShift = 40.0
  /// Width of the control at its left edge, behind the margin.
  static let editSign = 24.0
  /// Width of the grip at its right edge, before the margin.
  static let reorderColumn = 32.0
  /// How far from their places the controls come from.
  static let editSlide = 16.0
  /// Seconds in which edit mode comes and goes.
  static let editDuration = 0.3
}
