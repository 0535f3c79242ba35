import Foundation
import TableModel

extension UITableView {
  /// Room left and right of sections; not 0 in `insetGrouped` only.
  var sectionInset: Double { style == .insetGrouped ? look.cardMargin : 0 }

  /// Where the first section begins, in content coordinates.
  var contentTop: Double { tableHeaderView.map { Double($0.bounds.height) } ?? 0 }

  /// Brings everything on screen in line with offset, size and data: a layout pass of the table. Called by
  /// `layoutSubviews`, and where what is on screen has to be known at once.
  func layoutTable() {
    guard work.phase.isWhole, updates.depth == 0 else { return }
    let outer = work.begin(.passing)
    defer { work.end(outer) }
    carryOutRequests()
    if bounds.width != lastWidth {
      swipe.end()
      if lastWidth >= 0 { work.note(.measuring) }
      lastWidth = bounds.width
      work.note(.tiling)
    }
    if bounds.height != reuse.lastHeight {
      boundsHeightChanged(from: reuse.lastHeight, to: bounds.height)
      reuse.lastHeight = bounds.height
    }
    loadIfNeeded()
    if anchor.isAiming { anchor.passWillBegin() }
    if reorder.drag != nil { reorder.beginPass() }
    // A content size found anew can move the offset, and that shows other rows; a second round settles it.
    for _ in 0..<8 {
      var viewport = currentViewport
      guard work.isDue(.tiling) || viewport != lastViewport else { break }
      if work.isDue(.tiling) {
        sectionIndex.update()
        fillerRows.update()
        look.updateRoom()
        if work.isDue(.measuring) { forgetOutdatedHeights() }
        viewport = currentViewport
      }
      if work.isDue(.tiling) || viewport.contentTop != lastViewport?.contentTop { work.note(.placing) }
      work.settle(.tiling)
      let between = work.begin(.tiling)
      tile(viewport)
      work.end(between)
      carryOutRequests()
      loadIfNeeded()
      if anchor.isAiming { anchor.roundDidEnd() }
    }
    if indicators.trail != nil { indicators.followTrail() }
    if reorder.drag != nil { reorder.endPass() }
    if let backgroundView, backgroundView.frame != bounds { backgroundView.frame = bounds }
    if prefetcher.isOn { prefetcher.update() }
    if let view = sectionIndex.view { sectionIndex.place(view) }
    if let view = fillerRows.view { fillerRows.place(view) }
    if editing.isRefreshDue { editing.finishRefresh() }
    if let heightServiceInUse { heightServiceInUse.tableDidLayOut() }
    work.passDidEnd()
  }

  /// Does what callbacks asked for that had to wait.
  private func carryOutRequests() {
    guard !work.due.isDisjoint(with: [.reload, .exchange, .update]) else { return }
    if work.isDue(.reload) { reload() }
    if work.isDue(.exchange) { reloadForLayout() }
    updates.commitWaiting()
  }

  /// Whether what is on screen is what the table shows at rest: nothing is due, and nothing visible is only estimated.
  var isLaidOut: Bool { !work.isDue(.tiling) && !plan.hasEstimates && lastViewport == currentViewport }

  func updatePlan(_ viewport: TilePlan.Viewport) {
    lastViewport = viewport
    if let drag = reorder.drag {
      reorder.plan(drag, into: &plan, of: index, viewport)
    } else {
      plan.update(index, viewport)
    }
  }

  var currentViewport: TilePlan.Viewport {
    let inset = edgeInset
    return TilePlan.Viewport(
      top: bounds.minY, bottom: bounds.maxY, pinTop: bounds.minY + inset.top, pinBottom: bounds.maxY - inset.bottom,
      contentTop: contentTop, floats: style == .plain)
  }

  private func tile(_ viewport: TilePlan.Viewport) {
    if placeEndViews() { updatePlan(currentViewport) } else { updatePlan(viewport) }
    beginAllowance()
    if work.isDue(.placing) || !cells.shows(plan.rows) || plan.hasEstimates {
      cells.retain(plan.rows)
      endDisplayingLeavingCells()
      guard !mustEndPass else { return }
      measureVisible()
      guard !mustEndPass else { return }
      tileRows()
      guard !mustEndPass else { return }
      if swipe.row != nil { swipe.placeAgain() }
      look.updateSeparators()
    }
    endAllowance()
    tileParts()
    _ = placeEndViews()
    countTiledRows()
  }

  /// Gives every row of the plan its cell and place.
  private func tileRows() {
    let placesAll = work.isDue(.placing)
    var slot = 0
    for number in plan.rows.indices {
      let tile = plan.rows[number]
      if slot >= cells.visible.count || cells.visible[slot].position != tile.position {
        guard mayBindAnotherRow() else { continue }
        bind(tile)
        if mustEndPass { return }
      } else if !placesAll {
        slot += 1
        continue
      }
      let cell = cells.visible[slot].view
      var frame = frame(of: tile)
      if cell.isSwiped, let row = swipe.row { frame.origin.x = row.cell.frame.minX }
      if cell.frame != frame { cell.frame = frame }
      if cell.superview !== self { display(cell, at: tile.position) }
      if mustEndPass { return }
      slot += 1
    }
    work.settle(.placing)
  }

  func frame(of tile: TilePlan.Tile) -> CGRect {
    CGRect(x: sectionInset, y: tile.y, width: bounds.width - 2 * sectionInset, height: tile.height)
  }

  /// Takes the row's cell from the data source and into the visible container; does not show it yet.
  func bind(_ tile: TilePlan.Tile) {
    guard let dataSource else { return setNeedsLoad() }
    let position = tile.position
    if let held = departures.takeBack(position, isCell: true), let cell = held.view as? UITableViewCell {
      cell.position = position
      if cell.isSwiped { cell.endSwipe() }
      // While it was held the selection may have changed without it.
      let isSelected = chooser.selection.contains(position)
      if cell.isSelected != isSelected { cell.setSelected(isSelected, animated: false) }
      return cells.place(cell, at: position, identifier: held.identifier, isNew: false)
    }
    requireUnchangedCounts(for: position, dataSource)
    let path = IndexPath(position)
    let cell = requestCell(at: position, from: dataSource)
    // The data changed while the cell was configured, perhaps before: the next round asks again.
    guard !mustEndPass else { return leaveUnbound(cell) }
    if cell.superview === self { departures.cancel(cell) }
    requireFree(cell, for: position)
    if cell.isIdle { withdraw(cell) }
    cell.frame = frame(of: tile)
    if cell.room != look.room { cell.room = look.room }
    if !missing.contains(.indentation), let tableDelegate {
      let level = tableDelegate.tableView(self, indentationLevelForRowAt: path)
      if !missing.contains(.indentation) { cell.indentationLevel = level }
    }
    let isNew = !cell.wasDisplayed
    cell.wasDisplayed = true
    cell.table = self
    cell.position = position
    cells.place(cell, at: position, identifier: cell.reuseIdentifier, isNew: isNew)
    countCell(cell.reuseIdentifier, isNew: isNew)
  }

  /// Makes a cell idle that was made for a row and is not shown.
  private func leaveUnbound(_ cell: UITableViewCell) {
    guard cell.position == nil, cell.superview == nil, !cell.isIdle, !cell.isTemplate else { return }
    guard cell.table == nil || cell.table === self else { return }
    cell.table = self
    recycle(cell, identifier: cell.reuseIdentifier)
  }

  /// Ends the program if the data source returned a cell that is in use.
  private func requireFree(_ cell: UITableViewCell, for position: RowPosition) {
    if cell.isTemplate {
      tableMisuse(
        """
        tableView(_:cellForRowAt:) returned, for row \(position.row) of section \(position.section), the height \
        service's template cell, which is only for measuring; dequeue a cell for the row
        """)
    }
    if let other = cell.table, other !== self, cell.superview === other {
      tableMisuse(
        """
        tableView(_:cellForRowAt:) returned, for row \(position.row) of section \(position.section), a cell that another \
        table shows; take cells from dequeueReusableCell of the table that asks
        """)
    }
    if cell.table === self, let old = cell.position, cells.view(at: old) === cell {
      tableMisuse(
        """
        tableView(_:cellForRowAt:) returned, for row \(position.row) of section \(position.section), the cell that \
        already shows row \(old.row) of section \(old.section); dequeue or make a cell for each row
        """)
    }
  }

  private func display(_ cell: UITableViewCell, at position: RowPosition) {
    let isSelected = chooser.selection.contains(position)
    if cell.isSelected != isSelected { cell.setSelected(isSelected, animated: false) }
    let isPressed = position == press.row || position == menus.row
    if cell.isHighlighted != isPressed { cell.setHighlighted(isPressed, animated: false) }
    look.giveGround(to: cell)
    look.apply(to: cell, at: position)
    editing.apply(to: cell, at: position, animated: false)
    if editing.isOn, rowSizing == .measured {
      // Its controls take width from the text; it was measured without them.
      forgetHeight(of: position)
      work.note(.tiling)
    }
    // If a callback changed rows, the next round shows the cell as the row it is then.
    guard !mustEndPass else { return }
    tableDelegate?.tableView(self, willDisplay: cell, forRowAt: IndexPath(position))
    insertSubview(cell, at: bottomOfContent)
  }

  /// Lets cells go that left the visible rectangle: out of the hierarchy, reported to the delegate, into the pool, in this
  /// order.
  func endDisplayingLeavingCells() {
    while let entry = cells.nextLeaving() {
      if entry.view.isSwiped { swipe.end(staysWithCell: departures.isHolding) }
      if departures.isHolding, entry.view.superview === self {
        departures.add(entry, isGone: false)
        continue
      }
      let cell = entry.view
      cell.ground = nil
      if cell.presentation != nil { window?.application.animator.interrupt(cell) }
      let wasShown = cell.superview === self
      if wasShown { cell.removeFromSuperview() }
      cell.position = nil
      didLeave(cell, entry.position, identifier: entry.identifier, wasShown: wasShown)
    }
  }

  /// Reports a cell that was taken off the table, and makes it idle; within a reload when the new counts are known.
  /// - Parameter wasShown: the delegate knows of the cell.
  func didLeave(_ cell: UITableViewCell, _ position: RowPosition, identifier: String?, wasShown: Bool) {
    guard !work.holdsReports else {
      return work.hold { [unowned self] in didLeave(cell, position, identifier: identifier, wasShown: wasShown) }
    }
    if wasShown { tableDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: IndexPath(position)) }
    // The app may have put it to use when told.
    if cell.superview == nil, cell.position == nil { recycle(cell, identifier: identifier) }
  }

  /// Takes all cells, headers and footers off the table.
  func endDisplayingEverything() {
    cells.retainNone()
    endDisplayingLeavingCells()
    parts.retainNone()
    endDisplayingLeavingParts()
  }

  // MARK: Around the sections

  /// The table's header and footer keep their heights and get its width.
  /// - Returns: whether the content size changed.
  private func placeEndViews() -> Bool {
    if let view = tableHeaderView {
      set(view, CGRect(x: 0, y: 0, width: bounds.width, height: view.bounds.height))
    }
    if let view = tableFooterView {
      let top = contentTop + index.totalHeight
      set(view, CGRect(x: 0, y: top, width: bounds.width, height: view.bounds.height))
    }
    return updateContentSize()
  }

  private func set(_ view: UIView, _ frame: CGRect) {
    if view.frame != frame { view.frame = frame }
  }

  /// - Returns: whether it changed.
  @discardableResult
  func updateContentSize() -> Bool {
    let height = contentTop + index.totalHeight + (tableFooterView?.bounds.height ?? 0)
    let size = CGSize(width: bounds.width, height: height)
    guard contentSize != size else { return false }
    contentSize = size
    return true
  }
}
