import Foundation
import TableModel

/// Heights of headers and footers.
extension UITableView {
  /// Heights around the rows of a section, and which of them are only estimates.
  struct SectionChrome {
    var padding: Double
    var header: (height: Double, isMeasured: Bool)
    var footer: (height: Double, isMeasured: Bool)

    /// Neither header nor footer.
    static var none: SectionChrome { SectionChrome(padding: 0, header: (0, true), footer: (0, true)) }
  }

  /// What a section's surroundings count with when it is loaded.
  func chrome(ofSection section: Int) -> SectionChrome {
    let header = loadedHeight(of: .header, ofSection: section)
    let footer = loadedHeight(of: .footer, ofSection: section)
    if !header.isMeasured || !footer.isMeasured { sizing.hasSizedParts = true }
    return SectionChrome(padding: padding(aboveHeader: header.height), header: header, footer: footer)
  }

  /// Space above the header of a plain section.
  func padding(aboveHeader height: Double) -> Double {
    guard style == .plain, height > 0 else { return 0 }
    return sectionHeaderTopPadding >= 0 ? sectionHeaderTopPadding : TableMetrics.plainHeaderPadding
  }

  /// Finds out the height of a header or footer that is on screen, and tells the index.
  /// - Returns: by how many points everything below moved.
  func measure(_ part: SectionPart, ofSection section: Int) -> Double {
    let asked = delegateHeight(of: part, ofSection: section)
    guard !mustEndPass else { return 0 }
    if let height = asked ?? fixedHeight(of: part) {
      return index.setHeight(height, of: part, inSection: section)
    }
    let position = RowPosition(section: section, row: part == .header ? TablePart.header : TablePart.footer)
    let shown = parts.view(at: position) ?? sectionParts.pendingView(at: position)
    let made = shown == nil ? makePart(position) : nil
    guard shown != nil || !mustEndPass else {
      leaveUnused(made)
      return 0
    }
    guard let view = shown ?? made else { return setEmpty(part, ofSection: section) }
    if parts.view(at: position) == nil { sectionParts.keep(view, for: position) }
    let usual = usualHeight(of: part, ofSection: section)
    guard estimate(of: part) != 0 else { return index.setHeight(usual, of: part, inSection: section) }
    let height = selfSizedHeight(of: view, part, usual: usual, "the \(part) of section \(section)")
    return index.setHeight(height, of: part, inSection: section)
  }

  /// Without view and title a plain header or footer has no height, and one of the other styles is a gap.
  /// - Returns: by how many points everything below moved.
  func setEmpty(_ part: SectionPart, ofSection section: Int) -> Double {
    let layout = index.layout(ofSection: section)
    guard part == .header else {
      return index.setHeight(style == .plain ? 0 : TableMetrics.groupedGap.others, of: .footer, inSection: section)
    }
    let gap = style == .plain ? 0 : section == 0 ? TableMetrics.groupedGap.first : TableMetrics.groupedGap.others
    return index.setChrome(
      ofSection: section, topPadding: 0, header: gap, footer: layout.bottom - layout.footerTop,
      isFooterMeasured: index.isMeasured(.footer, inSection: section))
  }

  /// Whether the delegate gives the heights of these parts.
  func asksHeight(of part: SectionPart) -> Bool {
    tableDelegate != nil && !missing.contains(part == .header ? .headerHeight : .footerHeight)
  }

  // MARK: Parts of an answer

  private func loadedHeight(of part: SectionPart, ofSection section: Int) -> (height: Double, isMeasured: Bool) {
    if let height = delegateEstimate(of: part, ofSection: section) { return (height, false) }
    let estimate = estimate(of: part)
    if estimate > 0, asksHeight(of: part) { return (estimate, false) }
    if let height = delegateHeight(of: part, ofSection: section) { return (height, true) }
    guard hasContent(part, ofSection: section) else {
      guard style != .plain else { return (0, true) }
      let isFirst = part == .header && section == 0
      return (isFirst ? TableMetrics.groupedGap.first : TableMetrics.groupedGap.others, true)
    }
    if let height = fixedHeight(of: part) { return (height, true) }
    let usual = usualHeight(of: part, ofSection: section)
    return estimate == 0 ? (usual, true) : (estimate > 0 ? estimate : usual, false)
  }

  private func hasContent(_ part: SectionPart, ofSection section: Int) -> Bool {
    switch part {
    case .header:
      title(ofHeader: section) != nil
        || hasView(RowPosition(section: section, row: TablePart.header), missing: .headerView)
    case .footer:
      title(ofFooter: section) != nil
        || hasView(RowPosition(section: section, row: TablePart.footer), missing: .footerView)
    }
  }

  private func delegateEstimate(of part: SectionPart, ofSection section: Int) -> Double? {
    let method: OptionalTableMethods = part == .header ? .estimatedHeaderHeight : .estimatedFooterHeight
    guard let delegate = tableDelegate, !missing.contains(method) else { return nil }
    let place = "section \(section)"
    let height =
      switch part {
      case .header:
        checked(
          delegate.tableView(self, estimatedHeightForHeaderInSection: section),
          "tableView(_:estimatedHeightForHeaderInSection:)", place)
      case .footer:
        checked(
          delegate.tableView(self, estimatedHeightForFooterInSection: section),
          "tableView(_:estimatedHeightForFooterInSection:)", place)
      }
    // 0 says that nothing is known: what is not on screen would never be measured.
    return height.flatMap { $0 > 0 && !missing.contains(method) ? $0 : nil }
  }

  private func delegateHeight(of part: SectionPart, ofSection section: Int) -> Double? {
    guard let delegate = tableDelegate, asksHeight(of: part) else { return nil }
    let place = "section \(section)"
    switch part {
    case .header:
      return checked(
        delegate.tableView(self, heightForHeaderInSection: section), "tableView(_:heightForHeaderInSection:)", place)
    case .footer:
      return checked(
        delegate.tableView(self, heightForFooterInSection: section), "tableView(_:heightForFooterInSection:)", place)
    }
  }

  func estimate(of part: SectionPart) -> Double {
    part == .header ? estimatedSectionHeaderHeight : estimatedSectionFooterHeight
  }

  func fixedHeight(of part: SectionPart) -> Double? {
    let height = part == .header ? sectionHeaderHeight : sectionFooterHeight
    return height >= 0 ? height : nil
  }

  /// The height with one line of title.
  func usualHeight(of part: SectionPart, ofSection section: Int) -> Double {
    guard style != .plain else { return TableMetrics.plainHeader }
    guard part == .header else { return TableMetrics.groupedFooter }
    return section == 0 ? TableMetrics.groupedHeader.first : TableMetrics.groupedHeader.others
  }

  /// Whether the delegate has a view for a header or footer. The view made to answer the first question is kept until
  /// it is shown; once the method is known to exist, further sections are taken to have one until they come on
  /// screen.
  private func hasView(_ position: RowPosition, missing method: OptionalTableMethods) -> Bool {
    guard tableDelegate != nil, !missing.contains(method) else { return false }
    guard !present.contains(method) else { return true }
    let view = askForView(position)
    guard !missing.contains(method) else { return false }
    present.insert(method)
    sectionParts.keep(view, for: position)
    return view != nil
  }
}
