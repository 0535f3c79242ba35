import TableModel

extension UITableView {
  /// Walks everything and stops at the first broken invariant; called by tests outside of layout passes.
  /// - Complexity: O(n) in sections and runs.
  package func checkInvariants() {
    for facet in facets { facet.checkInvariants() }
    index.checkInvariants()
    cells.checkInvariants()
    parts.checkInvariants()
    precondition(cells.leaving.isEmpty && parts.leaving.isEmpty, "a view left the screen and was not reported")
    precondition(
      plan.rows.map(\.position) == cells.visible.map(\.position), "the visible cells are not the rows of the plan")
    let shownIndex = reorder?.move.shown(index) ?? index
    for (tile, entry) in zip(plan.rows, cells.visible) {
      let place = "row \(tile.position.row) of section \(tile.position.section)"
      let shown = reorder?.move.shownPosition(of: tile.position) ?? tile.position
      let band = shownIndex.band(ofRow: shown.row, inSection: shown.section)
      precondition(tile.y == contentTop + band.top && tile.height == band.height, "the plan misplaces \(place)")
      var frame = frame(of: tile)
      if let row = swipe.row, row.cell === entry.view { frame.origin.x = entry.view.frame.minX }
      precondition(entry.view.frame == frame, "the cell of \(place) is misplaced: \(entry.view.frame)")
      precondition(entry.view.superview === self, "the cell of \(place) is not in the table")
      precondition(entry.view.position == tile.position, "the cell of \(place) believes to be elsewhere")
      let hides = pressedRow != nil && !selectsSeveralRows && tile.position != pressedRow
      precondition(
        entry.view.isSelected == (selection.contains(tile.position) && !hides), "the cell of \(place) is wrongly selected")
    }
    if let reorder { checkInvariants(of: reorder) }
    selection.checkInvariants()
    for run in selection.runs {
      precondition(
        run.section < index.sectionCount && run.rows.upperBound <= index.rowCount(inSection: run.section),
        "rows \(run.rows) of section \(run.section) are selected and do not exist")
    }
    checkSwipe()
    checkEditing()
    checkChromeInvariants()
    heightServiceInUse?.store.checkInvariants()
    checkRefreshInvariants()
    precondition(contentSize.height == contentTop + index.totalHeight + (tableFooterView?.bounds.height ?? 0))
  }

  private func checkInvariants(of reorder: RowReorder) {
    let source = reorder.move.source
    precondition(
      source.section < index.sectionCount && source.row < index.rowCount(inSection: source.section),
      "the dragged row does not exist: \(source)")
    precondition(
      ReorderSlots(index, without: source).contains(reorder.move.target),
      "the gap is at \(reorder.move.target), where the dragged row cannot be")
    precondition(
      reorder.cell.superview === self && reorder.cell.position == source, "the dragged cell is not in the table")
    precondition(!cells.visible.contains { $0.view === reorder.cell }, "the dragged cell stands for a row besides")
    precondition(children.last === reorder.cell, "the dragged cell is not in front")
  }
}
