/// The places a dragged row can be dropped at: between any two of the other rows, and at the ends of every section.
///
/// A row dragged over a table belongs where it would have the least way to glide when let go: at the slot whose upper
/// edge, with the row itself taken out of the table, is nearest to the row's own. That depends on nothing but where the
/// row is, so neither rows of different heights nor the way it came make it swing between two places.
///
/// Where several slots share one edge (the end of a section and the beginning of the next, without header and footer
/// between, and empty sections among them), the stretch that belongs to the edge is divided among them from top to
/// bottom, so that each can be reached.
package struct ReorderSlots {
  /// Twice the points above the first edge and below the last one that are divided among slots that share it.
  private static let beyond = 32.0
  /// The table without the dragged row.
  private let rest: RowHeightIndex

  /// The slots of the row at `source`.
  /// - Complexity: O(log n).
  package init(_ index: RowHeightIndex, without source: RowPosition) {
    var rest = index
    rest.deleteRows(source.row..<(source.row + 1), inSection: source.section)
    self.rest = rest
  }

  /// Whether the row can be dropped at `target`, a place after it was taken out.
  package func contains(_ target: RowPosition) -> Bool {
    target.section >= 0 && target.section < rest.sectionCount && target.row >= 0
      && target.row <= rest.rowCount(inSection: target.section)
  }

  /// The slots of a section: one more than it has other rows.
  package func count(inSection section: Int) -> Int { rest.rowCount(inSection: section) + 1 }

  /// Where the row belongs.
  /// - Parameter top: its upper edge, in points from the top of the first section; what is far beyond the ends belongs
  ///   to the first or last slot.
  /// - Complexity: O(log n).
  package func slot(nearestTo top: Double) -> RowPosition {
    let last = rest.sectionCount - 1
    guard top >= 0 else {
      let edge = rest.layout(ofSection: 0).rowsTop
      let passed = edge > 0 ? 0 : 0.5 + max(-0.5, top / Self.beyond)
      return slot(of: (RowPosition(section: 0, row: 0), edge), passed: passed)
    }
    switch rest.place(at: top) {
    case .outside:
      let edge = rest.layout(ofSection: last).footerTop
      let passed = edge < rest.totalHeight ? 1 : 0.5 + min(0.5, (top - edge) / Self.beyond)
      return slot(of: (end(of: last), edge), passed: passed)
    case .row(let row):
      let band = rest.band(ofRow: row.row, inSection: row.section)
      let next = RowPosition(section: row.section, row: row.row + 1)
      return slot(at: top, between: (row, band.top), and: (next, band.top + band.height))
    case .padding(let section), .header(let section):
      let start = (RowPosition(section: section, row: 0), rest.layout(ofSection: section).rowsTop)
      guard section > 0 else { return slot(at: top, between: nil, and: start) }
      return slot(at: top, between: (end(of: section - 1), rest.layout(ofSection: section - 1).footerTop), and: start)
    case .footer(let section):
      let end = (end(of: section), rest.layout(ofSection: section).footerTop)
      guard section < last else { return slot(at: top, between: end, and: nil) }
      let start = (RowPosition(section: section + 1, row: 0), rest.layout(ofSection: section + 1).rowsTop)
      return slot(at: top, between: end, and: start)
    }
  }

  private func end(of section: Int) -> RowPosition {
    RowPosition(section: section, row: rest.rowCount(inSection: section))
  }

  /// The nearer of two edges, the upper of which `top` has passed; one is missing at the ends of the table.
  private func slot(
    at top: Double, between upper: (slot: RowPosition, y: Double)?, and lower: (slot: RowPosition, y: Double)?
  ) -> RowPosition {
    let start = upper?.y ?? 0
    let end = lower?.y ?? rest.totalHeight
    let share = end > start ? (top - start) / (end - start) : 0
    guard let upper else { return lower.map { slot(of: $0, passed: share / 2) } ?? RowPosition(section: 0, row: 0) }
    guard let lower, share >= 0.5 else { return slot(of: upper, passed: 0.5 + (lower == nil ? share / 2 : share)) }
    return slot(of: lower, passed: share - 0.5)
  }

  /// One of the slots that share an edge.
  /// - Parameter passed: how much of the edge's stretch lies above, 0...1; the edge itself is at 0.5.
  private func slot(of edge: (slot: RowPosition, y: Double), passed: Double) -> RowPosition {
    let sections = sectionsSharing(edge)
    guard sections.count > 1 else { return edge.slot }
    let section = sections.lowerBound + min(sections.count - 1, max(0, Int(passed * Double(sections.count))))
    if section == edge.slot.section { return edge.slot }
    return section < edge.slot.section ? end(of: section) : RowPosition(section: section, row: 0)
  }

  /// The sections that have a slot at an edge: one has it at its end, one at its beginning, those between are empty.
  private func sectionsSharing(_ edge: (slot: RowPosition, y: Double)) -> Range<Int> {
    let section = edge.slot.section
    let layout = rest.layout(ofSection: section)
    var first = section
    var last = section
    if edge.y == layout.rowsTop, layout.top == layout.rowsTop {
      // Sections of no height between this one and what is seen above it.
      let above = edge.y > 0 ? rest.section(at: edge.y.nextDown) ?? 0 : -1
      first = min(section, above + 1)
      if above >= 0, above < section {
        let layout = rest.layout(ofSection: above)
        if layout.footerTop == layout.bottom { first = above }
      }
    }
    if edge.y == layout.footerTop, layout.footerTop == layout.bottom {
      let below = edge.y < rest.totalHeight ? rest.section(at: edge.y) ?? section : rest.sectionCount
      last = max(section, below - 1)
      if below > section, below < rest.sectionCount, rest.layout(ofSection: below).rowsTop == edge.y { last = below }
    }
    return first..<(last + 1)
  }
}
