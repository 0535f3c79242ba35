import Foundation

extension UITableView {
  /// Brings a row to the given place of the visible area, as far as the content reaches (O6).
  ///
  /// The visible area is what the content insets leave; `.top` puts a row of a plain table below its section's
  /// floating header. Rows that were only estimated on the way are measured when they come on screen.
  /// - Precondition: the row exists.
  public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    loadIfNeeded()
    scroll(to: require(indexPath, "scrollToRow(at:at:animated:)"), at: scrollPosition, animated: animated)
  }

  /// Brings the selected row nearest to the top of the visible area to the given place. Does nothing without
  /// selection.
  /// - Complexity: O(log n), however many rows are selected.
  public func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
    loadIfNeeded()
    let top = bounds.minY + adjustedContentInset.top - contentTop
    guard let edge = index.row(atOrAbove: top) else { return }
    func distance(_ position: RowPosition) -> Double {
      abs(index.band(ofRow: position.row, inSection: position.section).top - top)
    }
    // Tops ascend with the rows, so the nearest is one of the two around the edge, or the row at the edge.
    let below = selection.first(from: RowPosition(section: edge.section, row: edge.row + 1))
    let candidates = [selection.last(before: edge), selection.first(from: edge), below].compactMap { $0 }
    if let nearest = candidates.min(by: { distance($0) < distance($1) }) {
      scroll(to: nearest, at: scrollPosition, animated: animated)
    }
  }

  func scroll(to position: RowPosition, at scrollPosition: ScrollPosition, animated: Bool) {
    updateContentSize()
    let target = offset(for: position, at: scrollPosition)
    guard target != contentOffset.y else { return }
    setContentOffset(CGPoint(x: contentOffset.x, y: target), animated: animated)
    if !animated { settle(on: position, at: scrollPosition) }
  }

  /// Measures the rows now on screen and corrects the offset until the row stands exactly where it should (H4).
  private func settle(on position: RowPosition, at scrollPosition: ScrollPosition) {
    guard !isTiling, window != nil, tableDelegate != nil, !missing.contains(.rowHeight) else { return }
    // Each round measures the rows that the one before brought on screen; more than a few bring none.
    for _ in 0..<8 {
      layoutTable()
      let target = offset(for: position, at: scrollPosition)
      guard target != contentOffset.y else { return }
      setContentOffset(CGPoint(x: contentOffset.x, y: target), animated: false)
    }
  }

  /// The offset that shows a row at a place, within the range the table rests in.
  private func offset(for position: RowPosition, at place: ScrollPosition) -> Double {
    let inset = adjustedContentInset
    let band = index.band(ofRow: position.row, inSection: position.section)
    let top = contentTop + band.top
    let header = style == .plain ? floatingHeaderHeight(inSection: position.section) : 0
    // Offsets that put the row at either edge of the visible area.
    let atTop = top - header - inset.top
    let atBottom = top + band.height - (bounds.height - inset.bottom)
    let wanted: Double
    switch place {
    case .top: wanted = atTop
    case .bottom: wanted = atBottom
    case .middle:
      wanted = top + band.height / 2 - (inset.top + (bounds.height - inset.top - inset.bottom) / 2)
    case .none:
      let offset = Double(contentOffset.y)
      wanted = offset > atTop ? atTop : offset < atBottom ? min(atBottom, atTop) : offset
    }
    let lowest = -inset.top
    return min(max(wanted, lowest), max(lowest, contentSize.height + inset.bottom - bounds.height))
  }

  private func floatingHeaderHeight(inSection section: Int) -> Double {
    let layout = index.layout(ofSection: section)
    return layout.rowsTop - layout.headerTop
  }
}
