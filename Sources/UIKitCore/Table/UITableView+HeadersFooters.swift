import Foundation
import TableModel

/// Row numbers that stand for a section's header and footer where views are kept by position.
enum TablePart {
  static let header = 0
  static let footer = 1
}

extension UITableView {
  /// The view above a section's rows, if it is on screen and is a `UITableViewHeaderFooterView`.
  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    parts.view(at: RowPosition(section: section, row: TablePart.header)) as? UITableViewHeaderFooterView
  }

  /// The view below a section's rows, if it is on screen and is a `UITableViewHeaderFooterView`.
  public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    parts.view(at: RowPosition(section: section, row: TablePart.footer)) as? UITableViewHeaderFooterView
  }

  func title(ofHeader section: Int) -> String? {
    missing.contains(.headerTitle) ? nil : dataSource?.tableView(self, titleForHeaderInSection: section)
  }

  func title(ofFooter section: Int) -> String? {
    missing.contains(.footerTitle) ? nil : dataSource?.tableView(self, titleForFooterInSection: section)
  }

  /// The delegate's view for a header or footer.
  func askForView(_ position: RowPosition) -> UIView? {
    guard position.row == TablePart.footer else {
      return tableDelegate?.tableView(self, viewForHeaderInSection: position.section)
    }
    reuse.asksForFooter = true
    defer { reuse.asksForFooter = false }
    return tableDelegate?.tableView(self, viewForFooterInSection: position.section)
  }

  // MARK: The layout pass

  /// Places the headers and footers of `plan`.
  func tileParts() {
    mergePartTiles()
    parts.retain(partTiles)
    endDisplayingLeavingParts()
    if mustEndPass { return }
    var visible = 0
    for tile in partTiles {
      if visible < parts.visible.count, parts.visible[visible].position == tile.position {
        place(parts.visible[visible].view, at: tile)
        visible += 1
      } else if showPart(at: tile) {
        visible += 1
      }
      if mustEndPass { return }
    }
  }

  /// Headers and footers of the plan by section, the header first.
  private func mergePartTiles() {
    partTiles.removeAll(keepingCapacity: true)
    var footer = 0
    for header in plan.headers {
      while footer < plan.footers.count, plan.footers[footer].position.section < header.position.section {
        appendFooter(plan.footers[footer])
        footer += 1
      }
      partTiles.append(header)
    }
    while footer < plan.footers.count {
      appendFooter(plan.footers[footer])
      footer += 1
    }
  }

  private func appendFooter(_ tile: TilePlan.Tile) {
    var tile = tile
    tile.position.row = TablePart.footer
    partTiles.append(tile)
  }

  /// - Returns: false when the section turns out to have neither view nor title there.
  private func showPart(at tile: TilePlan.Tile) -> Bool {
    let position = tile.position
    if let held = departures.takeBack(position, isCell: false) {
      parts.place(held.view, at: position, identifier: held.identifier, isNew: false)
      place(held.view, at: tile)
      return true
    }
    let made = makePart(position)
    guard !mustEndPass else {
      // The data changed while the view was made, perhaps before: the next round asks again.
      leaveUnused(made)
      return false
    }
    guard let view = made else {
      dropEmptyPart(position)
      return false
    }
    if view.superview === self { departures.cancel(view) }
    requireFree(view, for: position)
    let part = view as? UITableViewHeaderFooterView
    if let part, part.isIdle { withdraw(part) }
    part?.table = self
    let isNew = part?.wasDisplayed != true
    part?.wasDisplayed = true
    part?.adopt(style, isHeader: position.row == TablePart.header)
    parts.place(view, at: position, identifier: part?.reuseIdentifier, isNew: isNew)
    place(view, at: tile)
    if position.row == TablePart.header {
      tableDelegate?.tableView(self, willDisplayHeaderView: view, forSection: position.section)
    } else {
      tableDelegate?.tableView(self, willDisplayFooterView: view, forSection: position.section)
    }
    insertPart(view)
    return true
  }

  /// Makes a view idle that was made for a header or footer and is not shown.
  func leaveUnused(_ view: UIView?) {
    guard let part = view as? UITableViewHeaderFooterView, part.superview == nil, !part.isIdle else { return }
    guard part.table == nil || part.table === self else { return }
    recycle(part: part, identifier: part.reuseIdentifier)
  }

  /// Ends the program if the delegate returned a view that is in use.
  private func requireFree(_ view: UIView, for position: RowPosition) {
    let call = position.row == TablePart.header ? "viewForHeaderInSection" : "viewForFooterInSection"
    if let other = parts.visible.first(where: { $0.view === view })?.position {
      let part = other.row == TablePart.header ? "header" : "footer"
      tableMisuse(
        """
        tableView(_:\(call):) returned, for section \(position.section), the view that already is the \(part) of section \
        \(other.section); dequeue or make a view for each section
        """)
    }
    if let part = view as? UITableViewHeaderFooterView, let other = part.table, other !== self, part.superview === other {
      tableMisuse(
        """
        tableView(_:\(call):) returned, for section \(position.section), a view that another table shows; take views from \
        dequeueReusableHeaderFooterView of the table that asks
        """)
    }
  }

  /// Above the cells, below the scroll indicators.
  private func insertPart(_ view: UIView) {
    if let top = topCellIndex {
      insertSubview(view, at: top + 1)
    } else {
      insertSubview(view, at: bottomOfContent)
    }
  }

  func makePart(_ position: RowPosition) -> UIView? {
    if let pending = sectionParts.takePendingView(at: position) { return pending }
    let isHeader = position.row == TablePart.header
    if !missing.contains(isHeader ? .headerView : .footerView), let view = askForView(position) { return view }
    guard let title = isHeader ? title(ofHeader: position.section) : title(ofFooter: position.section) else {
      return nil
    }
    let view = dequeuePart(TitleHeaderFooterView.identifier) ?? TitleHeaderFooterView()
    view.adopt(style, isHeader: isHeader)
    (view as? TitleHeaderFooterView)?.show(title)
    return view
  }

  /// Without view and title a plain header or footer has no height, unless the delegate gave it one.
  private func dropEmptyPart(_ position: RowPosition) {
    let part: SectionPart = position.row == TablePart.header ? .header : .footer
    guard style == .plain, !asksHeight(of: part) else { return }
    if setEmpty(part, ofSection: position.section) != 0 { setNeedsTiling() }
  }

  /// Whatever frame the view came with, it gets the section's width and the tile's height.
  private func place(_ view: UIView, at tile: TilePlan.Tile) {
    let frame = frame(of: tile)
    if view.frame != frame { view.frame = frame }
    if style == .plain, let part = view as? UITableViewHeaderFooterView { part.isPinned = tile.isPinned }
  }

  func endDisplayingLeavingParts() {
    while let entry = parts.nextLeaving() {
      if departures.isHolding {
        departures.add(entry, isGone: false)
        continue
      }
      if entry.view.presentation != nil { window?.application.animator.interrupt(entry.view) }
      entry.view.removeFromSuperview()
      didLeave(part: entry.view, entry.position, identifier: entry.identifier)
    }
  }

  /// Reports a header or footer that was taken off the table, and makes it idle; within a reload when the new counts are
  /// known.
  func didLeave(part view: UIView, _ position: RowPosition, identifier: String?) {
    guard !work.holdsReports else {
      return work.hold { [unowned self] in didLeave(part: view, position, identifier: identifier) }
    }
    report(endOf: view, position)
    if view.superview == nil { recycle(part: view, identifier: identifier) }
  }

  /// Tells the delegate that a header or footer has left the table.
  func report(endOf view: UIView, _ position: RowPosition) {
    if position.row == TablePart.header {
      tableDelegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: position.section)
    } else {
      tableDelegate?.tableView(self, didEndDisplayingFooterView: view, forSection: position.section)
    }
  }
}
