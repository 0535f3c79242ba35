import Foundation
import TableModel
import UIKitCore

// What a grid answers to the modules below it, which know no grid: scroll views, assistive tools, the profiler.

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
    pass.note(.placing)
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

  package func text(at place: GridPosition) -> String? { app.text(of: place) }

  package func title(ofColumn column: Int) -> String? {
    if let title = cellForItem(at: GridPosition(row: GridAxis.header, column: column)) {
      return title.accessibilityLabel
    }
    guard let title = columnKeeper.title(ofColumn: column) else { return nil }
    return columnKeeper.sortMark(ofColumn: column).map { "\(title), \($0.words)" } ?? title
  }

  package func isSelected(_ place: GridPosition) -> Bool { chooser.isSelected(place) }
}

extension GridViewCell: AccessibleGridCell {
  package var shownPlace: (grid: any AccessibleGrid, place: GridPosition)? {
    guard let grid, let position, position.isCell else { return nil }
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
