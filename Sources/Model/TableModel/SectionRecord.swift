/// One section of a `RowHeightIndex`: padding, header, rows, footer, from top to bottom.
package struct SectionRecord: SummedElement {
  /// Empty points above the header.
  package var topPadding: Double
  /// Points of the header.
  package var header: Double
  /// Points of the footer.
  package var footer: Double
  /// The rows between them.
  package var rows: RowRuns
  /// The header's height is only an estimate.
  package var isHeaderEstimated = false
  /// The footer's height is only an estimate.
  package var isFooterEstimated = false

  /// Whether the height of the header or footer is known.
  package func isMeasured(_ part: SectionPart) -> Bool {
    part == .header ? !isHeaderEstimated : !isFooterEstimated
  }

  /// A section without rows or height.
  package static var vacant: SectionRecord {
    SectionRecord(topPadding: 0, header: 0, footer: 0, rows: RowRuns(capacity: 4))
  }

  /// One: a section covers one position.
  package var weight: Int { 1 }
  /// From its padding to its footer.
  package var length: ExactLength { rowsOffset + rows.length + ExactLength(points: footer) }
  /// From its upper edge to its rows.
  var rowsOffset: ExactLength { ExactLength(points: topPadding) + ExactLength(points: header) }

  /// Never called: a section covers one position.
  package func split(at weight: Int) -> (SectionRecord, SectionRecord) {
    preconditionFailure("a section covers one position and cannot be split at \(weight)")
  }

  /// Never called: a section covers one position.
  package mutating func remove(_ range: Range<Int>) {
    preconditionFailure("a section covers one position and cannot lose \(range)")
  }

  /// Sections never join.
  package mutating func absorb(_ next: SectionRecord) -> Bool { false }
}

/// The parts above and below the rows of a section.
package enum SectionPart {
  case header
  case footer
}

/// Where the parts of one section lie, in points from the top of the first section.
package struct SectionLayout: Equatable {
  /// Upper edge of the section, its padding included.
  package var top: Double
  /// Upper edge of the header.
  package var headerTop: Double
  /// Upper edge of the first row.
  package var rowsTop: Double
  /// Upper edge of the footer.
  package var footerTop: Double
  /// Lower edge of the section.
  package var bottom: Double
}

/// A section with its place: what `RowHeightIndex.forEachSection` visits.
package struct PlacedSection {
  /// Section number.
  package let number: Int
  /// The section itself.
  package let record: SectionRecord
  /// From the top of the first section to the top of this one.
  package let start: ExactLength

  /// From the top of the first section to this one's rows.
  package var rowsTop: ExactLength { start + record.rowsOffset }
  /// Edges of its parts in points.
  package var layout: SectionLayout { RowHeightIndex.layout(of: record, top: start) }
}
