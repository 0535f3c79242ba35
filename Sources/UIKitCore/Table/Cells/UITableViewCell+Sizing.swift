import Foundation

/// How tall a cell of the built-in styles wants to be.
extension UITableViewCell {
  /// Points above and below the text together: what a usual row leaves around one line of the standard font.
  private static let textPadding = max(
    8, TableMetrics.rowHeight - UIFont.systemFont(ofSize: UIFont.labelFontSize).lineHeight.rounded(.up))

  /// The separator that the table adds to what a cell asks for; 0 outside of a table.
  private var separatorThickness: Double { table?.separatorThickness ?? 0 }

  /// The height the content wants at a width, without the separator: at least that of a usual row.
  func fittingHeight(width: Double) -> Double {
    updateConfigurationIfNeeded()
    let separator = separatorThickness
    if hasConfiguredContent {
      let height = configuredHeight(width: width)
      guard let listView = configurations?.listView else { return height }
      return max(TableMetrics.rowHeight - separator, height - listView.excessOfFirstLine)
    }
    var height = max(TableMetrics.rowHeight, pictureHeight)
    // A taller row may show a larger image, and that leaves less width to the text.
    for _ in 0..<3 {
      let area = textArea(width: width, rowHeight: height)
      let needed = max(height, textHeight(in: area) + Self.textPadding)
      guard needed > height else { break }
      height = needed
    }
    return height - separator
  }

  /// The row height at which the image has its own size.
  private var pictureHeight: Double { picture?.image.map { $0.size.height + 1 } ?? 0 }

  private func textHeight(in area: (left: Double, right: Double)) -> Double {
    switch style {
    case .default: return label?.height(atWidth: area.right - area.left) ?? 0
    case .subtitle:
      let width = area.right - area.left
      return (label?.height(atWidth: width) ?? 0) + (detailLabel?.height(atWidth: width) ?? 0)
    case .value1:
      let widths = opposedWidths(in: area)
      return max(label?.height(atWidth: widths.text) ?? 0, detailLabel?.height(atWidth: widths.detail) ?? 0)
    case .value2:
      let columns = columns(in: area)
      return max(
        label?.height(atWidth: columns.text) ?? 0, detailLabel?.height(atWidth: columns.detail) ?? 0)
    }
  }
}

extension UILabel {
  /// Whether there is nothing to show.
  var isBlank: Bool { storedText?.isEmpty ?? true }

  /// Points of the lines the label shows at a width; 0 without text. One line of plain text is not laid out for it.
  func height(atWidth width: Double) -> Double {
    guard !isBlank else { return 0 }
    if numberOfLines == 1, storedAttributedText == nil { return storedFont.lineHeight.rounded(.up) }
    return wholeHeight(ofLines: sizeThatFits(CGSize(width: max(1, width), height: 0)).height)
  }

  /// A single line of plain text is as high whether others would be allowed or not.
  /// - Parameter height: of the text's lines, in points.
  func wholeHeight(ofLines height: CGFloat) -> CGFloat {
    let line = storedFont.lineHeight.rounded(.up)
    return storedAttributedText == nil && height < line * 1.5 ? line : height
  }
}
