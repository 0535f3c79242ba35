/// A set of structural changes that take place together, in the numbering of a table's batch updates: what goes is
/// named by its place before all changes, what comes by its place after all of them. In any order.
package struct HeightChanges {
  /// Rows that go, by their section and places before.
  package var deletedRows: [(section: Int, rows: Range<Int>)] = []
  /// Sections that go with all their rows.
  package var deletedSections: [Int] = []
  /// Rows that keep their height in another place, which may be in another section.
  package var movedRows: [(from: RowPosition, to: RowPosition)] = []
  /// Sections that keep all their heights in another place.
  package var movedSections: [(from: Int, to: Int)] = []
  /// Rows that come; the run stands from this place on.
  package var insertedRows: [(at: RowPosition, run: RowRun)] = []
  /// Sections that come with all their rows.
  package var insertedSections: [(at: Int, section: RowHeightIndex.NewSection)] = []

  /// No changes.
  package init() {}
}

extension RowHeightIndex {
  /// Makes all changes: takes out rows, then sections, from the bottom up, so that places before stay valid; puts in
  /// sections, then rows, from the top down, so that places after become valid.
  /// - Precondition: nothing is taken out twice, no two things come to one place, all places exist.
  /// - Complexity: O(k log n) for k changes, and blocks removed.
  package mutating func apply(_ changes: HeightChanges) {
    var comingRows = takeRows(changes)
    comingRows += changes.insertedRows
    comingRows.sort { $0.at < $1.at }
    var comingSections = takeSections(changes)
    comingSections += changes.insertedSections.map { ($0.at, record($0.section, "apply")) }
    comingSections.sort { $0.at < $1.at }

    for (place, record) in comingSections {
      require(insertion: place, "apply")
      sections.insert(record, at: place)
      rowCount += record.rows.count
    }
    for (place, run) in comingRows {
      Self.require(run.height, "apply", "row \(place.row) of section \(place.section)")
      insertRows(
        run.weight, at: place.row, inSection: place.section, height: run.height, isMeasured: run.isMeasured)
    }
  }

  /// Takes out deleted and moved rows.
  /// - Returns: the moved ones with their new places.
  private mutating func takeRows(_ changes: HeightChanges) -> [(at: RowPosition, run: RowRun)] {
    var going: [(section: Int, rows: Range<Int>, target: RowPosition?)] = []
    going.reserveCapacity(changes.deletedRows.count + changes.movedRows.count)
    for deleted in changes.deletedRows where !deleted.rows.isEmpty {
      going.append((deleted.section, deleted.rows, nil))
    }
    for move in changes.movedRows { going.append((move.from.section, move.from.row..<move.from.row + 1, move.to)) }
    going.sort { ($0.section, $0.rows.lowerBound) > ($1.section, $1.rows.lowerBound) }
    var moving: [(at: RowPosition, run: RowRun)] = []
    moving.reserveCapacity(changes.movedRows.count)
    var last: (section: Int, row: Int)?
    for item in going {
      precondition(
        last.map { $0.section != item.section || item.rows.upperBound <= $0.row } ?? true,
        "RowHeightIndex.apply: rows \(item.rows) of section \(item.section) are deleted or moved twice")
      last = (item.section, item.rows.lowerBound)
      if let target = item.target {
        moving.append((target, take(RowPosition(section: item.section, row: item.rows.lowerBound), "apply")))
      } else {
        deleteRows(item.rows, inSection: item.section)
      }
    }
    return moving
  }

  /// Takes out deleted and moved sections.
  /// - Returns: the moved ones with their new places.
  private mutating func takeSections(_ changes: HeightChanges) -> [(at: Int, record: SectionRecord)] {
    var going: [(section: Int, target: Int?)] = changes.deletedSections.map { ($0, nil) }
    going += changes.movedSections.map { ($0.from, $0.to) }
    going.sort { $0.section > $1.section }
    var moving: [(at: Int, record: SectionRecord)] = []
    var last = Int.max
    for (section, target) in going {
      require(section: section, "apply")
      precondition(section < last, "RowHeightIndex.apply: section \(section) is deleted or moved twice")
      last = section
      if let target { moving.append((target, sections.locate(position: section).element)) }
      deleteSection(section)
    }
    return moving
  }
}
