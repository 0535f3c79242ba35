@testable import TableModel

/// The obvious model of a table's heights: one number a row, everything summed on each question.
struct NaiveHeights {
  struct Section {
    var padding = 0.0
    var header = 0.0
    var footer = 0.0
    var rows: [(height: Double, isMeasured: Bool)] = []
    var length: Double { padding + header + footer + rows.reduce(0) { $0 + $1.height } }
  }

  var sections: [Section] = []

  var totalHeight: Double { sections.reduce(0) { $0 + $1.length } }
  var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  func top(ofSection section: Int) -> Double { sections[..<section].reduce(0) { $0 + $1.length } }

  func layout(ofSection section: Int) -> SectionLayout {
    let top = top(ofSection: section)
    let record = sections[section]
    let headerTop = top + record.padding
    let rowsTop = headerTop + record.header
    let footerTop = rowsTop + record.rows.reduce(0) { $0 + $1.height }
    return SectionLayout(
      top: top, headerTop: headerTop, rowsTop: rowsTop, footerTop: footerTop, bottom: footerTop + record.footer)
  }

  func band(ofRow row: Int, inSection section: Int) -> (top: Double, height: Double) {
    let rows = sections[section].rows
    return (layout(ofSection: section).rowsTop + rows[..<row].reduce(0) { $0 + $1.height }, rows[row].height)
  }

  func place(at y: Double) -> TablePlace {
    guard y >= 0 else { return .outside }
    for section in sections.indices {
      let layout = layout(ofSection: section)
      if y >= layout.bottom { continue }
      if y < layout.headerTop { return .padding(section: section) }
      if y < layout.rowsTop { return .header(section: section) }
      if y >= layout.footerTop { return .footer(section: section) }
      var above = 0.0
      for (row, content) in sections[section].rows.enumerated() {
        if y < layout.rowsTop + above + content.height { return .row(RowPosition(section: section, row: row)) }
        above += content.height
      }
    }
    return .outside
  }

  /// Visible rows of a band, found by looking at every row.
  func rows(overlapping band: Range<Double>) -> [RowPosition] {
    var found: [RowPosition] = []
    for section in sections.indices {
      let rowsTop = layout(ofSection: section).rowsTop
      var above = 0.0
      for (row, content) in sections[section].rows.enumerated() {
        let top = rowsTop + above
        above += content.height
        if content.height > TilePlan.thinnest, top < band.upperBound, top + content.height > band.lowerBound {
          found.append(RowPosition(section: section, row: row))
        }
      }
    }
    return found
  }
}
