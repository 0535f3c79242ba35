import Foundation
import TableModel

/// What the table decides about the look of its cells: separators, card corners, room for content.
extension UITableView {
  /// Changes what a public property keeps; the next pass lays out anew if that makes a difference.
  func setChrome<Value: Equatable>(_ property: ReferenceWritableKeyPath<TableChrome, Value>, _ value: Value) {
    guard chrome[keyPath: property] != value else { return }
    chrome[keyPath: property] = value
    setNeedsTiling()
  }

  /// Brings all visible cells in line with the table's properties.
  func updateChrome() {
    for entry in cells.visible { updateChrome(of: entry.view, at: entry.position) }
    updateSeparators()
  }

  func updateChrome(of cell: UITableViewCell, at position: RowPosition) {
    cell.setSeparator(color: separatorColor ?? .separator, tableInset: chrome.separatorInset)
    if cell.room != chrome.room { cell.room = chrome.room }
    if style == .grouped { cell.setTopSeparator(isShown: isFirst(position) && separatorStyle != .none) }
    guard style == .insetGrouped else { return }
    let corners = cardCorners(of: position)
    let radius = corners.isEmpty ? 0 : TableMetrics.cardRadius
    if cell.layer.cornerRadius != radius { cell.layer.cornerRadius = radius }
    if cell.layer.maskedCorners != corners { cell.layer.maskedCorners = corners }
    if cell.clipsToBounds != !corners.isEmpty { cell.clipsToBounds = !corners.isEmpty }
  }

  /// Shows the line under each row, except where the row or the one below it is selected or highlighted and
  /// under the last row of a card.
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

  /// Whether no row is shown above the row in its section; the gap of a dragged row is none.
  private func isFirst(_ position: RowPosition) -> Bool {
    position.row == 0 || (position.row == 1 && reorder?.move.source == RowPosition(section: position.section, row: 0))
  }

  /// The corners of its card that a row has.
  private func cardCorners(of position: RowPosition) -> CACornerMask {
    var corners: CACornerMask = []
    if isFirst(position) { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if isLast(position) { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
    return corners
  }

  private func isLast(_ position: RowPosition) -> Bool {
    // Counts that were asked since the last pass may not hold what is still on screen.
    guard position.section < index.sectionCount else { return false }
    let last = index.rowCount(inSection: position.section) - 1
    guard let source = reorder?.move.source, source == RowPosition(section: position.section, row: last) else {
      return position.row == last
    }
    return position.row == last - 1
  }
}

extension UITableView {
  /// The part of `checkInvariants` about looks: cells have the room and the corners of their place, what is fixed on
  /// screen is where it belongs.
  func checkChromeInvariants() {
    for entry in cells.visible {
      let place = "row \(entry.position.row) of section \(entry.position.section)"
      precondition(entry.view.room == chrome.room, "the cell of \(place) has the room of another table or time")
      guard style == .insetGrouped else { continue }
      precondition(
        entry.view.layer.maskedCorners == cardCorners(of: entry.position), "the cell of \(place) has the corners of another row")
    }
    if let view = chrome.indexView {
      precondition(view.superview === self, "the section index is not in the table")
      precondition(
        view.frame.maxX == bounds.maxX && view.frame.minY == bounds.minY + edgeInset.top,
        "the section index has left its place: \(view.frame)")
    }
    if let view = backgroundView { precondition(view.frame == bounds, "the background view does not fill the table") }
  }
}
