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
    let shownIndex = reorder.drag?.move.shown(index) ?? index
    for (tile, entry) in zip(plan.rows, cells.visible) {
      let place = "row \(tile.position.row) of section \(tile.position.section)"
      let shown = reorder.drag?.move.shownPosition(of: tile.position) ?? tile.position
      let band = shownIndex.band(ofRow: shown.row, inSection: shown.section)
      precondition(tile.y == contentTop + band.top && tile.height == band.height, "the plan misplaces \(place)")
      var frame = frame(of: tile)
      if let row = swipe.row, row.cell === entry.view { frame.origin.x = entry.view.frame.minX }
      precondition(entry.view.frame == frame, "the cell of \(place) is misplaced: \(entry.view.frame)")
      precondition(entry.view.superview === self, "the cell of \(place) is not in the table")
      precondition(entry.view.position == tile.position, "the cell of \(place) believes to be elsewhere")
    }
    if let view = backgroundView { precondition(view.frame == bounds, "the background view does not fill the table") }
    heightServiceInUse?.store.checkInvariants()
    refreshing.checkInvariants()
    precondition(contentSize.height == contentTop + index.totalHeight + (tableFooterView?.bounds.height ?? 0))
  }
}
