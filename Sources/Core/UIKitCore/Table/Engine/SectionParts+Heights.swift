import Foundation
import TableModel

/// Heights around the rows of a section, in points, and which of them are only estimates.
struct SectionSurroundings {
  var padding: Double
  var header: (height: Double, isMeasured: Bool)
  var footer: (height: Double, isMeasured: Bool)

  /// Neither header nor footer.
  static var none: SectionSurroundings { SectionSurroundings(padding: 0, header: (0, true), footer: (0, true)) }

  /// Whether something is to be measured when it comes on screen.
  var hasEstimates: Bool { !header.isMeasured || !footer.isMeasured }
}

/// Heights of headers and footers.
extension SectionParts {
  /// The heights of a section's header and footer when it is loaded.
  func surroundings(ofSection section: Int) -> SectionSurroundings {
    let header = loadedHeight(of: PartPosition(section: section, part: .header))
    let footer = loadedHeight(of: PartPosition(section: section, part: .footer))
    return SectionSurroundings(padding: padding(aboveHeader: header.height), header: header, footer: footer)
  }

  /// Space above the header of a plain section.
  private func padding(aboveHeader height: Double) -> Double {
    guard table.style == .plain, height > 0 else { return 0 }
    return table.sectionHeaderTopPadding >= 0 ? table.sectionHeaderTopPadding : TableMetrics.plainHeaderPadding
  }

  /// Finds out the height of a header or footer that is on screen, and tells the index.
  func measure(_ position: PartPosition) {
    let asked = table.app.height(of: position)
    guard !table.mustEndPass else { return }
    if let height = asked ?? fixedHeight(of: position.part) {
      table.loader.setHeight(height, of: position)
      return
    }
    let usual = usualHeight(of: position)
    let measured = withView(at: position) { view in
      estimate(of: position.part) == 0 ? usual : fittedHeight(of: view, at: position, usual: usual)
    }
    if let measured {
      table.loader.setHeight(measured, of: position)
    } else if !table.mustEndPass {
      setEmpty(position)
    }
  }

  /// The content of a header or footer has another size.
  func remeasure(_ view: UITableViewHeaderFooterView) {
    guard table.loader.mayRemeasure, let position = visible.first(where: { $0.view === view })?.position,
      sizesItself(position.part)
    else { return }
    table.loader.forgetHeight(of: position)
    table.setNeedsTiling()
  }

  /// The height a view asks for. A plain view that asks for none has the usual one.
  private func fittedHeight(of view: UIView, at position: PartPosition, usual: Double) -> Double {
    table.loader.selfSizedHeight(
      of: view, position.part, usual: usual, room: table.room.present,
      "the \(position.part) of section \(position.section)")
  }

  /// Without view and title a plain header or footer has no height, and one of the other styles is a gap.
  /// - Returns: by how many points everything below moved.
  @discardableResult
  func setEmpty(_ position: PartPosition) -> Double {
    guard position.part == .header else {
      return table.loader.setHeight(table.style == .plain ? 0 : TableMetrics.groupedGap.others, of: position)
    }
    return table.loader.setNoHeader(ofSection: position.section, gap: table.style == .plain ? 0 : gap(above: position))
  }

  /// The gap of a grouped table where a section has no header or footer, in points.
  private func gap(above position: PartPosition) -> Double {
    position.part == .header && position.section == 0 ? TableMetrics.groupedGap.first : TableMetrics.groupedGap.others
  }

  /// Whether the delegate gives the heights of these parts.
  func asksHeight(of part: SectionPart) -> Bool {
    table.app.mayHave(part == .header ? .headerHeight : .footerHeight)
  }

  /// Whether the height of a part follows the view that shows it.
  func sizesItself(_ part: SectionPart) -> Bool {
    !asksHeight(of: part) && fixedHeight(of: part) == nil && estimate(of: part) != 0
  }

  // MARK: Parts of an answer

  private func loadedHeight(of position: PartPosition) -> (height: Double, isMeasured: Bool) {
    if let height = delegateEstimate(of: position) { return (height, false) }
    let estimate = estimate(of: position.part)
    if estimate > 0, asksHeight(of: position.part) { return (estimate, false) }
    if let height = table.app.height(of: position) { return (height, true) }
    guard hasContent(position) else { return (table.style == .plain ? 0 : gap(above: position), true) }
    if let height = fixedHeight(of: position.part) { return (height, true) }
    let usual = usualHeight(of: position)
    return estimate == 0 ? (usual, true) : (estimate > 0 ? estimate : usual, false)
  }

  private func delegateEstimate(of position: PartPosition) -> Double? {
    // 0 says that nothing is known: what is not on screen would never be measured.
    table.app.estimatedHeight(of: position).flatMap { $0 > 0 ? $0 : nil }
  }

  private func estimate(of part: SectionPart) -> Double {
    part == .header ? table.estimatedSectionHeaderHeight : table.estimatedSectionFooterHeight
  }

  private func fixedHeight(of part: SectionPart) -> Double? {
    let height = part == .header ? table.sectionHeaderHeight : table.sectionFooterHeight
    return height >= 0 ? height : nil
  }

  /// The height with one line of title.
  func usualHeight(of position: PartPosition) -> Double {
    guard table.style != .plain else { return TableMetrics.plainHeader }
    guard position.part == .header else { return TableMetrics.groupedFooter }
    return position.section == 0 ? TableMetrics.groupedHeader.first : TableMetrics.groupedHeader.others
  }
}
