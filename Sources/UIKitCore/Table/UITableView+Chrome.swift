import Foundation

/// What the table decides about the look of its cells: separators and card corners.
extension UITableView {
  /// Brings all visible cells in line with the table's properties.
  func updateChrome() {
    for entry in cells.visible { updateChrome(of: entry.view, at: entry.position) }
    updateSeparators()
  }

  func updateChrome(of cell: UITableViewCell, at position: RowPosition) {
    cell.setSeparator(color: separatorColor ?? .separator, tableInset: customSeparatorInset)
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
    for slot in visible.indices {
      let entry = visible[slot]
      let next = slot + 1 < visible.count ? visible[slot + 1] : nil
      let isLast = isLast(entry.position)
      var isShown = separatorStyle != .none && !entry.view.showsSelection
      if let next, next.position.section == entry.position.section, next.view.showsSelection { isShown = false }
      if isLast, style == .insetGrouped { isShown = false }
      entry.view.setSeparator(isShown: isShown, isFullWidth: isLast && style == .grouped)
    }
  }

  private func isLast(_ position: RowPosition) -> Bool {
    position.row == index.rowCount(inSection: position.section) - 1
  }
}
