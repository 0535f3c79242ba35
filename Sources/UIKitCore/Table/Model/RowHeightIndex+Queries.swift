extension RowHeightIndex {
  /// Number of sections.
  package var sectionCount: Int { sections.total.weight }

  /// Points of all sections together.
  package var totalHeight: Double { sections.total.length }

  /// Rows of one section.
  /// - Complexity: O(log sections).
  package func rowCount(inSection section: Int) -> Int {
    require(section: section, "rowCount(inSection:)")
    return sections.locate(position: section).element.rows.count
  }

  /// Edges of a section's parts.
  /// - Complexity: O(log sections).
  package func layout(ofSection section: Int) -> SectionLayout {
    require(section: section, "layout(ofSection:)")
    let found = sections.locate(position: section)
    return Self.layout(of: found.element, top: found.before.length)
  }

  static func layout(of record: SectionRecord, top: Double) -> SectionLayout {
    let headerTop = top + record.topPadding
    let rowsTop = headerTop + record.header
    let footerTop = rowsTop + record.rows.length
    return SectionLayout(
      top: top, headerTop: headerTop, rowsTop: rowsTop, footerTop: footerTop, bottom: footerTop + record.footer)
  }

  /// Upper edge and height of a row.
  /// - Complexity: O(log n).
  package func band(ofRow row: Int, inSection section: Int) -> (top: Double, height: Double) {
    require(section: section, "band(ofRow:inSection:)")
    let found = sections.locate(position: section)
    let record = found.element
    Self.require(row..<(row + 1), of: record.rows.count, section: section, "band(ofRow:inSection:)")
    let run = record.rows.run(holding: row)
    let rowsTop = found.before.length + record.topPadding + record.header
    let inRun = Double(row - run.before.weight) * run.element.height
    return (rowsTop + (run.before.length + inRun), run.element.height)
  }

  /// Whether the row's height is known rather than estimated.
  /// - Complexity: O(log n).
  package func isMeasured(row: Int, inSection section: Int) -> Bool {
    require(section: section, "isMeasured(row:inSection:)")
    let rows = sections.locate(position: section).element.rows
    Self.require(row..<(row + 1), of: rows.count, section: section, "isMeasured(row:inSection:)")
    return rows.run(holding: row).element.isMeasured
  }

  /// What covers `y`: upper edges belong to what starts there, parts of no height cover nothing.
  /// - Complexity: O(log n).
  package func place(at y: Double) -> TablePlace {
    guard y >= 0, y < totalHeight else { return .outside }
    let found = sections.locate(length: y)
    let section = found.before.weight
    let record = found.element
    let layout = Self.layout(of: record, top: found.before.length)
    if y < layout.headerTop { return .padding(section: section) }
    if y < layout.rowsTop { return .header(section: section) }
    if y < layout.footerTop {
      return .row(RowPosition(section: section, row: record.rows.row(at: y - layout.rowsTop)))
    }
    return y < layout.bottom ? .footer(section: section) : .outside
  }

  /// The section that covers `y`, clamped to the existing ones; nil without sections.
  /// - Complexity: O(log sections).
  package func section(at y: Double) -> Int? {
    sectionCount == 0 ? nil : sections.locate(length: y).before.weight
  }

  /// Visits, in order, the sections that reach below `top` and start above `bottom`.
  /// - Complexity: O(log sections + visited).
  package func forEachSection(
    from top: Double, to bottom: Double, _ body: (Int, SectionRecord, SectionLayout) -> Void
  ) {
    guard let first = section(at: top) else { return }
    sections.walk(from: first) { record, before in
      guard before.length < bottom else { return false }
      body(before.weight, record, Self.layout(of: record, top: before.length))
      return true
    }
  }

  /// The rows of `section` that overlap `band`, half open, in points from the first section's top. Rows of no height
  /// overlap nothing but may lie inside the answer; empty when none does.
  /// - Complexity: O(log n).
  package func rows(inSection section: Int, overlapping band: Range<Double>) -> Range<Int> {
    require(section: section, "rows(inSection:overlapping:)")
    let found = sections.locate(position: section)
    let layout = Self.layout(of: found.element, top: found.before.length)
    let lower = max(band.lowerBound, layout.rowsTop) - layout.rowsTop
    let upper = min(band.upperBound, layout.footerTop) - layout.rowsTop
    let rows = found.element.rows
    guard rows.count > 0, lower < upper else { return 0..<0 }
    let first = rows.row(at: lower)
    var last = rows.row(at: upper)
    let run = rows.run(holding: last)
    // A row that starts exactly at the band's end does not overlap it.
    if last > first, run.before.length + Double(last - run.before.weight) * run.element.height >= upper { last -= 1 }
    return first..<(last + 1)
  }
}
