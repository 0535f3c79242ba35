import Foundation
import TableModel

extension UITableView {
  /// Brings a row to the given place of the visible area, as far as the content reaches.
  ///
  /// The visible area is what the content insets leave; `.top` puts a row of a plain table below its section's
  /// floating header. Of rows that were only estimated those that come on screen are measured, and the row stands
  /// exactly at its place: at once, or at the end of the animation, whose end follows what is found out on its way.
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
    sizing.aim = nil
    guard let edge = edge(for: position, at: scrollPosition) else { return }
    let target = offset(for: position, at: edge)
    let isSettled = index.isMeasured(row: position.row, inSection: position.section)
    guard target != contentOffset.y || !isSettled else { return }
    let isAnimated = animated && target != contentOffset.y && windowStorage != nil && UIView.areAnimationsEnabled
    if target != contentOffset.y {
      scroll(to: CGPoint(x: contentOffset.x, y: target), animated: isAnimated, for: .row)
    }
    guard rowSizing != .uniform || sizing.hasSizedParts else { return }
    sizing.aim = RowAim(position: position, edge: edge, isAnimated: isAnimated, offset: target)
    if !isAnimated, windowStorage != nil { layoutTable() }
  }

  /// Where a row is to go; nil when it is wholly visible and may stay.
  private func edge(for position: RowPosition, at scrollPosition: ScrollPosition) -> RowAim.Edge? {
    switch scrollPosition {
    case .top: return .top
    case .middle: return .middle
    case .bottom: return .bottom
    case .none:
      let offset = Double(contentOffset.y)
      if offset > self.offset(for: position, at: .top) { return .top }
      return offset < self.offset(for: position, at: .fit) ? .fit : nil
    }
  }

  /// The offset that shows a row at a place, within the range the table rests in.
  func offset(for position: RowPosition, at edge: RowAim.Edge) -> Double {
    let inset = adjustedContentInset
    let band = index.band(ofRow: position.row, inSection: position.section)
    let top = contentTop + band.top
    let header = style == .plain ? floatingHeaderHeight(inSection: position.section) : 0
    // Offsets that put the row at either edge of the visible area.
    let atTop = top - header - inset.top
    let atBottom = top + band.height - (bounds.height - inset.bottom)
    let wanted: Double =
      switch edge {
      case .top: atTop
      case .bottom: atBottom
      case .fit: min(atBottom, atTop)
      case .held(let distance): top - inset.top - distance
      case .middle: top + band.height / 2 - (inset.top + (bounds.height - inset.top - inset.bottom) / 2)
      }
    let lowest = -inset.top
    return min(max(wanted, lowest), max(lowest, contentSize.height + inset.bottom - bounds.height))
  }

  private func floatingHeaderHeight(inSection section: Int) -> Double {
    let layout = index.layout(ofSection: section)
    return layout.rowsTop - layout.headerTop
  }
}
