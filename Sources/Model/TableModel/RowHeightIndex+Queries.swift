extension RowHeightIndex {
  /// Number of sections.
  package var sectionCount: Int { sections.total.weight }

  /// Points of all sections together.
  package var totalHeight: Double { sections.total.length.points }

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

  static func layout(of record: SectionRecord, top: ExactLength) -> SectionLayout {
    let headerTop = top + ExactLength(points: record.topPadding)
    let rowsTop = top + record.rowsOffset
    return SectionLayout(
      top: top.points, headerTop: headerTop.points, rowsTop: rowsTop.points,
      footerTop: (rowsTop + record.rows.length).points, bottom: (top + record.length).points)
  }

  /// Upper edge and height of a row.
  /// - Complexity: O(log n).
  package func band(ofRow row: Int, inSection section: Int) -> (top: Double, height: Double) {
    require(section: section, "band(ofRow:inSection:)")
    let place = sections.locate(position: section)
    let record = place.element
    Self.require(row..<(row + 1), of: record.rows.count, section: section, "band(ofRow:inSection:)")
    let found = record.rows.run(holding: row)
    let skipped = found.run.with(count: row - found.before.weight).length
    return ((place.before.length + record.rowsOffset + found.before.length + skipped).points, found.run.height)
  }

  /// Whether the row's height is known rather than estimated.
  /// - Complexity: O(log n).
  package func isMeasured(row: Int, inSection section: Int) -> Bool {
    require(section: section, "isMeasured(row:inSection:)")
    let rows = sections.locate(position: section).element.rows
    Self.require(row..<(row + 1), of: rows.count, section: section, "isMeasured(row:inSection:)")
    return rows.run(holding: row).run.isMeasured
  }

  /// The height of a row that was measured; nil for another one, and where there is no row.
  /// - Complexity: O(log n).
  package func measuredHeight(of position: RowPosition) -> Double? {
    guard position.section >= 0, position.section < sectionCount else { return nil }
    let rows = sections.locate(position: position.section).element.rows
    guard position.row >= 0, position.row < rows.count else { return nil }
    let run = rows.run(holding: position.row).run
    return run.isMeasured ? run.height : nil
  }

  /// The row or part that covers `y`. An upper edge belongs to the place that starts there; parts of height 0 cover
  /// nothing. Agrees to the last bit with `band(ofRow:inSection:)` and `layout(ofSection:)`.
  /// - Complexity: O(log n).
  package func place(at y: Double) -> TablePlace {
    guard y >= 0, y < totalHeight else { return .outside }
    let shown = ExactLength(lastShownAt: y)
    let found = sections.locate(length: shown)
    let section = found.before.weight
    let record = found.element
    let rowsTop = found.before.length + record.rowsOffset
    if shown < found.before.length + ExactLength(points: record.topPadding) { return .padding(section: section) }
    if shown < rowsTop { return .header(section: section) }
    if shown < rowsTop + record.rows.length {
      return .row(RowPosition(section: section, row: record.rows.row(at: shown - rowsTop)))
    }
    return .footer(section: section)
  }

  /// The section that covers `y`, clamped to the existing ones; nil without sections.
  /// - Complexity: O(log sections).
  package func section(at y: Double) -> Int? {
    sectionCount == 0 ? nil : sections.locate(length: ExactLength(lastShownAt: y)).before.weight
  }

  /// Visits, in order, the sections that reach below `top` and start above `bottom`.
  /// - Complexity: O(log sections + visited).
  package func forEachSection(from top: Double, to bottom: Double, _ body: (PlacedSection) -> Void) {
    guard let first = section(at: top) else { return }
    sections.walk(from: first) { record, before in
      guard before.length.points < bottom else { return false }
      body(PlacedSection(number: before.weight, record: record, start: before.length))
      return true
    }
  }

  /// The rows of `section` that overlap `band`, half open, in points from the first section's top. Rows of no height
  /// overlap nothing but may lie inside the answer; empty when none does.
  /// - Complexity: O(log n).
  package func rows(inSection section: Int, overlapping band: Range<Double>) -> Range<Int> {
    require(section: section, "rows(inSection:overlapping:)")
    let found = sections.locate(position: section)
    let rows = found.element.rows
    let rowsTop = found.before.length + found.element.rowsOffset
    let lower = max(band.lowerBound, rowsTop.points)
    let upper = min(band.upperBound, (rowsTop + rows.length).points)
    guard rows.count > 0, lower < upper else { return 0..<0 }
    let first = rows.row(at: ExactLength(lastShownAt: lower) - rowsTop)
    var last = rows.row(at: ExactLength(lastShownAt: upper) - rowsTop)
    // A row that starts exactly at the band's end does not overlap it.
    if last > first, self.band(ofRow: last, inSection: section).top >= upper { last -= 1 }
    return first..<(last + 1)
  }
}
