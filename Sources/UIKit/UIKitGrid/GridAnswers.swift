import Foundation
import TableModel
import UIKitCore

// The grid's answers to the modules below it, which know no grid: scroll views, assistive tools, the profiler.

extension GridView: DerivedScrollView {
  package func scrollDelegateWasSet(_ new: (any UIScrollViewDelegate)?) { delegate = new as? GridViewDelegate }

  package var ringHost: UIView? { panes.ringHost(in: self) }

  package func pointerMoved(to point: CGPoint, isClaimed: Bool) -> Bool {
    guard isClaimed else { return press.hover(at: lines.seenPlace(of: convert(point, from: nil))) }
    press.showPointer(.arrow)
    return false
  }

  package func pointerWent() { press.showPointer(.arrow) }

  package func readingDirectionDidChange() {
    let isTurned = isInRightToLeft
    guard isTurned != lines.isTurned else { return }
    press.cancel()
    lines.turn(isTurned)
    panes.setNeedsLines()
    panes.setNeedsMarks()
    work.note(.placing)
  }
}

extension GridView: AccessibleGrid {
  package var shownPlaces: [GridPosition] { cells.queue.visible.map(\.position).filter(\.isCell) }

  package func bringUpToDate() { loadIfNeeded() }

  package func lineNumbers(of place: GridPosition) -> (row: Int, column: Int)? { identities.numbers(of: place) }

  package func place(withRowNumber row: Int, columnNumber column: Int) -> GridPosition? {
    identities.place(row: row, column: column)
  }

  package func shownCell(at place: GridPosition) -> (any AccessibleGridCell)? { cellForItem(at: place) }

  package var titleRow: Int { GridAxis.header - titleRowHeights.count }

  package func text(at place: GridPosition) -> String? {
    guard !place.isCell else { return app.text(of: place) }
    if place.row == titleRow, let title = columnKeeper.title(ofColumn: place.column) { return title }
    return cells.withCell(at: place) { ($0 as? GridTextCell)?.textLabel.text ?? $0.accessibilityLabel } ?? nil
  }

  package func title(ofColumn column: Int) -> String? {
    guard let title = text(at: GridPosition(row: titleRow, column: column)) else { return nil }
    return columnKeeper.sortMark(ofColumn: column).map { "\(title), \($0.words)" } ?? title
  }

  package func sortOrder(ofColumn column: Int) -> AccessibleSortOrder? {
    let header = cellForItem(at: GridPosition(row: titleRow, column: column)) as? GridHeaderCell
    guard let mark = columnKeeper.sortMark(ofColumn: column) ?? header?.sortMark else {
      return columnKeeper.isSortable(column) ? AccessibleSortOrder.none : nil
    }
    return mark.isDescending ? .descending : .ascending
  }

  package func place(at point: CGPoint) -> GridPosition? {
    lines.place(seenAt: lines.seenPlace(of: point)).flatMap { $0.isCorner ? nil : $0 }
  }

  package func rect(of place: GridPosition) -> CGRect {
    let (row, column) = (rows.band(ofLine: place.row), columns.band(ofLine: place.column))
    let x = lines.contentX(from: column.start, to: column.start + column.length)
    return CGRect(x: x, y: row.start, width: column.length, height: row.length)
  }

  package func isSelected(_ place: GridPosition) -> Bool { chooser.isSelected(place) }

  package func isLineSelected(_ header: GridPosition) -> Bool {
    header.row >= 0
      ? chooser.selection.holds(row: header.row, in: lines.size)
      : chooser.selection.holds(column: header.column, in: lines.size)
  }

  package var selectedRows: [Range<Int>] { chooser.selection.wholeRows(in: lines.size) }
  package var selectedColumns: [Range<Int>] { chooser.selection.wholeColumns(in: lines.size) }

  package func setLineSelected(_ isSelected: Bool, _ header: GridPosition) -> Bool {
    loadIfNeeded()
    let place = header.cell
    guard allowsSelection, !work.mustEnd, lines.size.contains(place) else { return false }
    if isLineSelected(header) != isSelected {
      chooser.change { $0.select(place, header.row >= 0 ? .rows : .columns, isAdding: true, in: $1) }
    }
    return lines.size.contains(place) && isLineSelected(header) == isSelected
  }

  package func toggleExpansion(ofRow row: Int) -> Bool { outline.toggle(row) }

  package func press(_ header: GridPosition) -> Bool { press.click(header) }
}

extension GridViewCell: AccessibleGridCell {
  package var outline: (level: Int, isExpanded: Bool?)? {
    (self as? GridTreeCell)?.disclosure.map { ($0.level, $0.isExpanded) }
  }

  package var shownPlace: (grid: any AccessibleGrid, place: GridPosition)? {
    guard let grid, let position, !position.isCorner else { return nil }
    return (grid, position)
  }
}

extension GridView: CellKeeper {
  package var reuseFigures: ReuseFigures {
    ReuseFigures(
      title: "\(type(of: self))", extent: "rows \(numberOfRows)  columns \(numberOfColumns)",
      rows: lines.visibleRows.count { $0.line >= 0 }, cells.queue)
  }
}
