import Foundation
import TableModel

/// Heights of what comes with a batch.
extension UITableView {
  /// Whether heights are asked when rows come into being, not when they come on screen.
  private var asksHeightsAtOnce: Bool { estimatedRowHeight == 0 }

  /// Gives every row its place after an update, before it is asked for heights.
  func applyRows(of plan: UpdatePlan) {
    index.apply(plan, rowHeight: presumedRowHeight, isMeasured: rowSizing == .uniform)
  }

  /// What a batch means for the parts of the table that do not follow the rows by themselves.
  func followRows(_ plan: UpdatePlan) {
    indicators.dropTrail()
    applyChrome(plan)
  }

  /// Rows that come, and reloaded ones, get estimates or heights; all others keep theirs.
  func askHeights(_ plan: UpdatePlan) {
    for entry in plan.newRows.entries where entry.counterpart == nil {
      guard askNewHeight(of: entry.position) else { return }
    }
    for entry in plan.reloadedRows.entries {
      guard let position = plan.newPosition(of: entry.position), askNewHeight(of: position) else { continue }
    }
    for section in plan.freshSections {
      for row in 0..<index.rowCount(inSection: section) {
        let position = RowPosition(section: section, row: row)
        guard plan.newRows.entry(at: position) == nil else { continue }
        guard askNewHeight(of: position) else { break }
      }
    }
  }

  /// Asks the delegate about a row that came.
  /// - Returns: false when it is not asked about single rows now; not any more, if a callback changed the data.
  private func askNewHeight(of position: RowPosition) -> Bool {
    guard rowSizing != .uniform, !mustEndPass, let delegate = tableDelegate else { return false }
    if !missing.contains(.estimatedRowHeight) {
      let asked = delegate.tableView(self, estimatedHeightForRowAt: IndexPath(position))
      if !missing.contains(.estimatedRowHeight) {
        let place = "row \(position.row) of section \(position.section)"
        let height = checked(asked, "tableView(_:estimatedHeightForRowAt:)", place) ?? presumedRowHeight
        index.setHeight(
          height, ofRows: position.row..<(position.row + 1), inSection: position.section, isMeasured: false)
        return true
      }
    }
    guard asksHeightsAtOnce else { return false }
    return measure(position) != nil
  }

  /// A row's cell has other content.
  func askHeightAgain(_ position: RowPosition) {
    guard rowSizing != .uniform else { return }
    if usesEstimates || mustEndPass { forgetHeight(of: position) } else { _ = measure(position) }
  }

  /// Asks all heights again, as an empty block does. With estimates only the visible rows are asked now, the others when they come on screen again.
  func askHeightsAgain() {
    for section in 0..<index.sectionCount where !mustEndPass { setChrome(ofSection: section) }
    showTitlesAgain()
    guard !mustEndPass else { return index.forgetMeasurements() }
    guard rowSizing != .uniform else { return }
    if usesEstimates { index.forgetMeasurements() } else { loadRowHeights() }
  }

  /// The titles on screen, which were asked for with the heights, may be others.
  private func showTitlesAgain() {
    for entry in parts.visible {
      guard !mustEndPass, let view = entry.view as? TitleHeaderFooterView else { continue }
      let section = entry.position.section
      if let title = entry.position.row == TablePart.header ? title(ofHeader: section) : title(ofFooter: section) {
        view.show(title)
      }
    }
  }

  /// Padding, headers and footers of sections that came, and of those that became or were the first, which is set
  /// apart in grouped styles.
  func applyChrome(_ plan: UpdatePlan) {
    for section in plan.freshSections { setChrome(ofSection: section) }
    guard style != .plain, index.sectionCount > 0 else { return }
    if plan.oldSection(of: 0) != 0 { setChrome(ofSection: 0) }
    if plan.oldSectionCount > 0, let first = plan.newSection(of: 0), first != 0 { setChrome(ofSection: first) }
  }

  /// What was only estimated counts with its present height until it is measured.
  private func setChrome(ofSection section: Int) {
    let chrome = chrome(ofSection: section)
    index.setChrome(
      ofSection: section, topPadding: chrome.padding, header: chrome.header.height, footer: chrome.footer.height,
      isHeaderMeasured: chrome.header.isMeasured, isFooterMeasured: chrome.footer.isMeasured)
  }
}
