import Foundation
import TableModel

/// What stays where it is on the screen while rows come and go above it.
enum UpdateAnchor {
  /// The table rests at its top, or shows nothing: the offset stays.
  case none
  case row(RowPosition)
  case header(section: Int)
  case footer(section: Int)
}

extension UITableView {
  /// What lies at the upper edge of the visible area, with its place before the update.
  func updateAnchor() -> (anchor: UpdateAnchor, top: Double) {
    let top = bounds.minY + adjustedContentInset.top
    guard contentOffset.y > verticalExtent.lowest else { return (.none, 0) }
    switch index.place(at: top - contentTop) {
    case .row(let position): return (.row(position), index.band(ofRow: position.row, inSection: position.section).top)
    case .padding(let section), .header(let section):
      return (.header(section: section), index.layout(ofSection: section).top)
    case .footer(let section): return (.footer(section: section), index.layout(ofSection: section).footerTop)
    case .outside: return (.none, 0)
    }
  }

  /// Moves the offset by as much as what lies above the anchor grew or shrank.
  /// - Parameter landsInRange: it rested within the content before, or moved to a place there: so it does afterwards.
  func moveOffset(keeping old: (anchor: UpdateAnchor, top: Double), _ plan: UpdatePlan, landsInRange: Bool) {
    let before = contentOffset.y
    if let top = newTop(of: old.anchor, plan) { shiftContentOffset(by: CGPoint(x: 0, y: top - old.top)) }
    updateContentSize()
    if landsInRange { landInRange() }
    // A row that was to be brought to its place still is.
    if sizing.aim?.isAnimated == false { sizing.aim?.offset = contentOffset.y }
    shiftDepartures(by: contentOffset.y - before)
  }

  /// Puts the content where the delegate wants it, which has the last word except on a row that the user drops.
  /// - Returns: whether that is elsewhere.
  @discardableResult
  func takeTargetOffset() -> Bool {
    guard reorder == nil, let tableDelegate else { return false }
    let proposed = contentOffset
    let target = tableDelegate.tableView(self, targetContentOffsetForProposedContentOffset: proposed)
    guard target.x.isFinite, target.y.isFinite else {
      tableMisuse(
        """
        tableView(_:targetContentOffsetForProposedContentOffset:) returned \(target.x), \(target.y); return an offset \
        of finite numbers, or the one proposed
        """)
    }
    guard target != proposed else { return false }
    shiftContentOffset(by: target - proposed)
    shiftDepartures(by: target.y - proposed.y)
    return true
  }

  /// Where the anchor's upper edge is now; that of the gap it left, if it is gone or went elsewhere.
  private func newTop(of anchor: UpdateAnchor, _ plan: UpdatePlan) -> Double? {
    switch anchor {
    case .none: return nil
    case .header(let section): return top(ofSection: section, plan) { $0.top }
    case .footer(let section): return top(ofSection: section, plan) { $0.footerTop }
    case .row(let position):
      guard let section = plan.newSection(of: position.section), !plan.isReloaded(section: position.section) else {
        return top(ofSection: position.section, plan) { $0.rowsTop }
      }
      if plan.oldRows.entry(at: position) == nil, let target = plan.newPosition(of: position) {
        return index.band(ofRow: target.row, inSection: target.section).top
      }
      let rank = plan.oldRows.rank(of: position)
      guard rank > 0 else { return index.layout(ofSection: section).rowsTop }
      let above = index.band(ofRow: plan.newRows.row(atRank: rank - 1, inSection: section), inSection: section)
      return above.top + above.height
    }
  }

  private func top(ofSection section: Int, _ plan: UpdatePlan, _ edge: (SectionLayout) -> Double) -> Double {
    if let target = plan.newSection(of: section) { return edge(index.layout(ofSection: target)) }
    let rank = plan.oldSections.rank(of: UpdatePlan.key(section))
    guard rank > 0 else { return 0 }
    return index.layout(ofSection: plan.newSections.row(atRank: rank - 1, inSection: 0)).bottom
  }
}
