import Foundation

/// How headers and footers look in each style of table.
extension UITableViewHeaderFooterView {
  /// Fonts of titles: of plain and of grouped tables.
  private static var plainFont: UIFont { .preferredFont(forTextStyle: .headline) }
  private static var groupedFont: UIFont { .preferredFont(forTextStyle: .footnote) }

  /// Called by a table that makes the view or is about to show it. A title whose font the app left alone gets the
  /// style's.
  func adopt(_ style: UITableView.Style, isHeader: Bool = true) {
    guard style != tableStyle || isHeader != self.isHeader else { return }
    tableStyle = style
    self.isHeader = isHeader
    if let label, label.font == Self.plainFont || label.font == Self.groupedFont { dress(label) }
    setNeedsLayout()
  }

  private func dress(_ label: UILabel) {
    let isPlain = tableStyle == .plain
    label.font = isPlain ? Self.plainFont : Self.groupedFont
    label.textColor = isPlain ? .label : .secondaryLabel
    label.numberOfLines = 0
  }

  func makeLabel() -> UILabel {
    let made = ContentLabel(countsLength: true)
    made.adjustsFontForContentSizeCategory = true
    dress(made)
    label = made
    content.addSubview(made)
    setNeedsLayout()
    return made
  }

  func makeDetailLabel() -> UILabel {
    let made = ContentLabel(countsLength: true)
    made.font = Self.groupedFont
    made.adjustsFontForContentSizeCategory = true
    made.textColor = .secondaryLabel
    detailLabel = made
    content.addSubview(made)
    setNeedsLayout()
    return made
  }

  /// Plain titles stand in the middle. Grouped headers stand on their lower edge, a detail below the title; footers
  /// hang from the upper edge.
  /// - Parameter room: between the margins, as high as the view.
  func layoutLabels(_ room: CGRect) {
    guard tableStyle != .plain else {
      if let label, label.frame != room { label.frame = room }
      detailLabel?.frame = .zero
      return
    }
    let below = isHeader ? min(height(of: detailLabel, in: room), room.height) : 0
    let title = min(height(of: label, in: room), room.height - below)
    let top =
      isHeader
      ? max(0, room.height - title - below - TableMetrics.groupedTitleBottom)
      : min(TableMetrics.groupedFooterTop, room.height - title)
    label?.frame = CGRect(x: room.minX, y: top, width: room.width, height: title)
    detailLabel?.frame = CGRect(x: room.minX, y: top + title, width: room.width, height: below)
  }

  /// The usual height with the lines beyond the title's first, a detail's included.
  func fittingHeight(width: Double) -> Double {
    updateConfigurationIfNeeded()
    guard !hasConfiguredContent else { return configuredHeight(width: width) }
    guard let label, !label.isBlank else { return usualHeight }
    let room = width - fittingRoom.left - fittingRoom.right - 2 * fittingRoom.margin
    let title = label.height(atWidth: room)
    let below = tableStyle != .plain && isHeader ? detailLabel?.height(atWidth: room) ?? 0 : 0
    // The usual height has room for one line of the usual size.
    let line = label.font.sized(for: .large).lineHeight.rounded(.up)
    return max(usualHeight + max(0, title - line) + below, title)
  }

  private func height(of label: UILabel?, in room: CGRect) -> Double {
    guard let label else { return 0 }
    return label.sizeThatFits(CGSize(width: room.width, height: room.height)).height
  }
}
