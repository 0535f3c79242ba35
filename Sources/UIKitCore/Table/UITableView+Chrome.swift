import Foundation

/// What the table decides about the look of its cells: separators, card corners, room for content.
extension UITableView {
  /// Brings all visible cells in line with the table's properties.
  func updateChrome() {
    for entry in cells.visible { updateChrome(of: entry.view, at: entry.position) }
    updateSeparators()
  }

  func updateChrome(of cell: UITableViewCell, at position: RowPosition) {
    cell.setSeparator(color: separatorColor ?? .separator, tableInset: chrome.separatorInset)
    if cell.room != chrome.room { cell.room = chrome.room }
    if style == .grouped { cell.setTopSeparator(isShown: position.row == 0 && separatorStyle != .none) }
    guard style == .insetGrouped else { return }
    var corners: CACornerMask = []
    if position.row == 0 { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if isLast(position) { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
    let radius = corners.isEmpty ? 0 : TableMetrics.cardRadius
    if cell.layer.cornerRadius != radius { cell.layer.cornerRadius = radius }
    if cell.layer.maskedCorners != corners { cell.layer.maskedCorners = corners }
    if cell.clipsToBounds != !corners.isEmpty { cell.clipsToBounds = !corners.isEmpty }
  }

  /// Shows the line under each row, except where the row or the one below it is selected or highlighted (S4) and
  /// under the last row of a card (S3).
  func updateSeparators() {
    let visible = cells.visible
    let hasLines = separatorStyle != .none
    // From below, so that each row is asked for its selection once.
    var isNextSelected = false
    var nextSection = -1
    for slot in visible.indices.reversed() {
      let position = visible[slot].position
      let cell = visible[slot].view
      let isLast = style != .plain && isLast(position)
      let isSelected = cell.showsSelection
      let touchesSelection = isSelected || (isNextSelected && nextSection == position.section)
      cell.setSeparator(
        isShown: hasLines && !touchesSelection && !(isLast && style == .insetGrouped),
        isFullWidth: isLast && style == .grouped)
      isNextSelected = isSelected
      nextSection = position.section
    }
  }

  private func isLast(_ position: RowPosition) -> Bool {
    position.row == index.rowCount(inSection: position.section) - 1
  }
}
