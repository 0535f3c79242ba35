import Foundation
import TableModel

/// The look of a table's cells as far as the table decides it: separators, the corners of cards, grounds.
final class RowLook: TableGuest, RowFollower {
  /// The inset of separators; nil until the app sets it.
  private(set) var separatorInset: UIEdgeInsets?

  /// The background of cells in grouped tables, unless a cell sets its own.
  static let groupedCellColor = UIColor.secondarySystemGroupedBackground

  // MARK: Called by the engine

  override func enter() { points = .cells }

  override func dress(_ cell: UITableViewCell, at position: RowPosition) {
    giveGround(to: cell)
    apply(to: cell, at: position)
  }

  func updateDidLayOut() { update() }

  // MARK: Cells

  /// Brings all visible cells in line with the table's properties.
  func update() {
    for entry in table.cells.visible { apply(to: entry.view, at: entry.position) }
    updateSeparators()
  }

  /// Gives a cell what its place among the rows asks for.
  func apply(to cell: UITableViewCell, at position: RowPosition) {
    let table = table
    cell.lines.follow(color: table.separatorColor ?? .separator, inset: separatorInset)
    cell.setRoom(table.room.present)
    if table.style == .grouped {
      cell.lines.showUpper(table.rows.isFirstShown(position) && table.separatorStyle != .none)
    }
    guard table.style == .insetGrouped else { return }
    let corners = cardCorners(of: position)
    let radius = corners.isEmpty ? 0 : TableMetrics.cardRadius
    if cell.layer.cornerRadius != radius { cell.layer.cornerRadius = radius }
    if cell.layer.maskedCorners != corners { cell.layer.maskedCorners = corners }
    if cell.clipsToBounds != !corners.isEmpty { cell.clipsToBounds = !corners.isEmpty }
  }

  /// Fills a cell that has no background of its own. Plain cells show the table's own background through, which is the
  /// same colour.
  func giveGround(to cell: UITableViewCell) {
    guard table.style != .plain, cell.backgroundColor == nil, !cell.hasConfiguredBackground else { return }
    cell.backgroundColor = Self.groupedCellColor
  }

  // MARK: Separators and cards

  /// Changes what separators are inset by.
  func setSeparatorInset(_ inset: UIEdgeInsets) {
    separatorInset = inset
    update()
  }

  /// Shows the line under each row, except where the row or the one below it is selected or highlighted and
  /// under the last row of a card.
  func updateSeparators() {
    let table = table
    let visible = table.cells.visible
    let hasLines = table.separatorStyle != .none
    let style = table.style
    // From below, so that each row is asked for its selection once.
    var isNextSelected = false
    var nextSection = -1
    for slot in visible.indices.reversed() {
      let position = visible[slot].position
      let cell = visible[slot].view
      let isLast = style != .plain && table.rows.isLastShown(position)
      let isSelected = cell.selection.isShown
      let touchesSelection = isSelected || (isNextSelected && nextSection == position.section)
      cell.lines.showLower(
        hasLines && !touchesSelection && !(isLast && style == .insetGrouped),
        isFullWidth: isLast && style == .grouped)
      isNextSelected = isSelected
      nextSection = position.section
    }
  }

  /// The corners of its card that a row has.
  private func cardCorners(of position: RowPosition) -> CACornerMask {
    var corners: CACornerMask = []
    if table.rows.isFirstShown(position) { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if table.rows.isLastShown(position) { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
    return corners
  }

  override func checkInvariants() {
    for entry in table.cells.visible {
      let place = "row \(entry.position.row) of section \(entry.position.section)"
      guard table.style == .insetGrouped else { continue }
      precondition(
        entry.view.layer.maskedCorners == cardCorners(of: entry.position),
        "the cell of \(place) has the corners of another row")
    }
  }
}
