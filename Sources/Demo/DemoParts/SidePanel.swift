import UIKit

/// A panel beside the rows of a screen, or below them where it is narrow.
package enum SidePanel {
  private static let leastWidthBeside: CGFloat = 560
  private static let part: CGFloat = 0.42
  private static let leastWidth: CGFloat = 300
  /// As wide as text of a readable width with its margins.
  private static let greatestWidth: CGFloat = 712

  /// Of the panel beside the rows, in points; 0 where it stands below them.
  package static func width(in width: CGFloat) -> CGFloat {
    width < leastWidthBeside ? 0 : min(max(leastWidth, (width * part).rounded()), greatestWidth)
  }

  /// The room of the rows and of the panel in an area.
  package static func divide(_ area: CGRect) -> (rows: CGRect, panel: CGRect) {
    let width = width(in: area.width)
    let isBeside = width > 0
    let parts = area.divided(
      atDistance: isBeside ? width : (area.height / 2).rounded(), from: isBeside ? .maxXEdge : .maxYEdge)
    return (parts.remainder, parts.slice)
  }
}
