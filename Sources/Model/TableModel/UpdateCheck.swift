/// A batch that does not fit the data: what the app got wrong and how to set it right.
package struct UpdateMistake: Error, Equatable {
  /// UIKit's words, the counts and the cure.
  package let message: String
}

/// Checks a batch against the row counts before and after it, and sorts its operations.
struct UpdateCheck {
  /// As it was before the update.
  let index: RowHeightIndex
  /// Rows of every section after the update.
  let rowCounts: ContiguousArray<Int>

  private var sectionCount: Int { index.sectionCount }

  // MARK: Existence

  /// Every operation names a row or section there is.
  func requireExistence(of changes: TableChanges) throws(UpdateMistake) {
    for section in changes.deletedSections { try requireOld(section: section.number, "delete") }
    for section in changes.reloadedSections { try requireOld(section: section.number, "reload") }
    for section in changes.insertedSections { try requireNew(section: section.number, "insert") }
    for move in changes.movedSections {
      try requireOld(section: move.source, "move")
      try requireNew(section: move.target, "move")
    }
    for row in changes.deletedRows { try requireOld(row.position, "delete", "from") }
    for row in changes.reloadedRows { try requireOld(row.position, "reload", "of") }
    for row in changes.reconfiguredRows { try requireOld(row, "reconfigure", "of") }
    for row in changes.insertedRows { try requireNew(row.position, "insert row", "into") }
    for move in changes.movedRows {
      try requireOld(move.source, "move", "from")
      try requireNew(move.target, "move a row to row", "of")
    }
  }

  private func requireOld(section: Int, _ verb: String) throws(UpdateMistake) {
    guard section < 0 || section >= sectionCount else { return }
    throw UpdateMistake(
      message: """
        attempt to \(verb) section \(section), but there are only \(sectionCount) sections before the update; sections \
        to delete, reload and move go by their numbers before the update
        """)
  }

  private func requireNew(section: Int, _ verb: String) throws(UpdateMistake) {
    guard section < 0 || section >= rowCounts.count else { return }
    let to = verb == "insert" ? "" : " to"
    throw UpdateMistake(
      message: """
        attempt to \(verb)\(to) section \(section), but there are only \(rowCounts.count) sections after the update; \
        change the data before the block ends, and use the numbers after the update
        """)
  }

  private func requireOld(_ row: RowPosition, _ verb: String, _ preposition: String) throws(UpdateMistake) {
    guard row.section >= 0, row.section < sectionCount else {
      throw UpdateMistake(
        message: """
          attempt to \(verb) row \(row.row) \(preposition) section \(row.section), but there are only \(sectionCount) \
          sections before the update; rows to delete, reload and move go by their paths before the update
          """)
    }
    let count = index.rowCount(inSection: row.section)
    guard row.row < 0 || row.row >= count else { return }
    throw UpdateMistake(
      message: """
        attempt to \(verb) row \(row.row) \(preposition) section \(row.section) which only contains \(count) rows before \
        the update; rows to delete, reload and move go by their paths before the update
        """)
  }

  private func requireNew(_ row: RowPosition, _ verb: String, _ preposition: String) throws(UpdateMistake) {
    guard row.section >= 0, row.section < rowCounts.count else {
      throw UpdateMistake(
        message: """
          attempt to \(verb) \(row.row) \(preposition) section \(row.section), but there are only \(rowCounts.count) sections \
          after the update; use the paths after the update
          """)
    }
    let count = rowCounts[row.section]
    guard row.row < 0 || row.row >= count else { return }
    throw UpdateMistake(
      message: """
        attempt to \(verb) \(row.row) \(preposition) section \(row.section), but there are only \(count) rows in section \
        \(row.section) after the update; change the data before the block ends, and use the paths after the update
        """)
  }

  // MARK: Sorting

  func oldSections(_ changes: TableChanges) throws(UpdateMistake) -> SectionSide {
    var entries = Self.entries(changes.deletedSections)
    for move in changes.movedSections {
      entries.append(
        .init(position: SectionSide.key(move.source), counterpart: SectionSide.key(move.target), animation: .none))
    }
    return SectionSide(numbers: try distinct(entries, "delete", "from", "section"))
  }

  func newSections(_ changes: TableChanges) throws(UpdateMistake) -> SectionSide {
    var entries = Self.entries(changes.insertedSections)
    for move in changes.movedSections {
      entries.append(
        .init(position: SectionSide.key(move.target), counterpart: SectionSide.key(move.source), animation: .none))
    }
    return SectionSide(numbers: try distinct(entries, "insert", "to", "section"))
  }

  func reloadedSections(_ changes: TableChanges, leaving: SectionSide) throws(UpdateMistake) -> SectionSide {
    SectionSide(numbers: try reloads(Self.entries(changes.reloadedSections), leaving: leaving.numbers, "section"))
  }

  func oldRows(_ changes: TableChanges, ignoring goes: (Int) -> Bool) throws(UpdateMistake) -> UpdateSide {
    var entries = Self.entries(changes.deletedRows, ignoring: goes)
    for move in changes.movedRows {
      entries.append(.init(position: move.source, counterpart: move.target, animation: .none))
    }
    return try distinct(entries, "delete", "from", "index path")
  }

  func newRows(_ changes: TableChanges, ignoring comes: (Int) -> Bool) throws(UpdateMistake) -> UpdateSide {
    var entries = Self.entries(changes.insertedRows, ignoring: comes)
    for move in changes.movedRows {
      entries.append(.init(position: move.target, counterpart: move.source, animation: .none))
    }
    return try distinct(entries, "insert", "to", "index path")
  }

  func reloadedRows(
    _ changes: TableChanges, leaving: UpdateSide, ignoring goes: (Int) -> Bool
  ) throws(UpdateMistake) -> UpdateSide {
    try reloads(Self.entries(changes.reloadedRows, ignoring: goes), leaving: leaving, "index path")
  }

  private static func entries(_ sections: ContiguousArray<TableChanges.Section>) -> ContiguousArray<UpdateSide.Entry> {
    ContiguousArray(
      sections.map { .init(position: SectionSide.key($0.number), counterpart: nil, animation: $0.animation) })
  }

  private static func entries(
    _ rows: ContiguousArray<TableChanges.Row>, ignoring isIgnored: (Int) -> Bool
  ) -> ContiguousArray<UpdateSide.Entry> {
    var entries = ContiguousArray<UpdateSide.Entry>()
    entries.reserveCapacity(rows.count)
    for row in rows where !isIgnored(row.position.section) {
      entries.append(.init(position: row.position, counterpart: nil, animation: row.animation))
    }
    return entries
  }

  private func distinct(
    _ entries: ContiguousArray<UpdateSide.Entry>, _ verb: String, _ preposition: String, _ noun: String
  ) throws(UpdateMistake) -> UpdateSide {
    let side = UpdateSide(entries)
    guard let (first, second) = side.firstRepetition else { return side }
    let place = Self.describe(first.position, noun)
    let moves = [first, second].filter { $0.counterpart != nil }.count
    let article = verb == "insert" ? "an" : "a"
    let what =
      switch moves {
      case 0: "attempt to \(verb) the same \(noun) twice"
      case 1: "attempt to perform \(article) \(verb) and a move \(preposition) the same \(noun)"
      default: "attempt to perform two moves \(preposition) the same \(noun)"
      }
    throw UpdateMistake(message: "\(what) (\(place)); name it in one operation of a block only")
  }

  /// Reloading twice is reloading.
  private func reloads(
    _ entries: ContiguousArray<UpdateSide.Entry>, leaving: UpdateSide, _ noun: String
  ) throws(UpdateMistake) -> UpdateSide {
    var side = UpdateSide(entries)
    side.removeRepetitions()
    for entry in side.entries {
      guard let other = leaving.entry(at: entry.position) else { continue }
      let verb = other.counterpart == nil ? "delete and reload" : "move and reload"
      throw UpdateMistake(
        message: """
          attempt to \(verb) the same \(noun) (\(Self.describe(entry.position, noun))); name it in one operation of a \
          block only
          """)
    }
    return side
  }

  private static func describe(_ position: RowPosition, _ noun: String) -> String {
    noun == "section" ? "section \(position.row)" : "row \(position.row) of section \(position.section)"
  }

  // MARK: Counts

  func requireSectionCount(_ old: SectionSide, _ new: SectionSide) throws(UpdateMistake) {
    guard sectionCount - old.count != rowCounts.count - new.count else { return }
    let inserted = new.numbers.entries.count { $0.counterpart == nil }
    let deleted = old.numbers.entries.count { $0.counterpart == nil }
    throw UpdateMistake(
      message: """
        Invalid update: invalid number of sections. The number of sections contained in the table view after the update \
        (\(rowCounts.count)) must be equal to the number of sections contained in the table view before the update \
        (\(sectionCount)), plus or minus the number of sections inserted or deleted (\(inserted) inserted, \(deleted) \
        deleted). Change the data inside the block, and name every section that came or went
        """)
  }

  func requireRowCounts(of plan: UpdatePlan) throws(UpdateMistake) {
    for target in rowCounts.indices {
      guard let source = plan.oldSection(of: target), !plan.isReloaded(section: source) else { continue }
      let gone = plan.oldRows.entries(inSection: source)
      let come = plan.newRows.entries(inSection: target)
      let before = index.rowCount(inSection: source)
      guard rowCounts[target] != before - gone.count + come.count else { continue }
      let deleted = plan.oldRows.entries[gone].count { $0.counterpart == nil }
      let inserted = plan.newRows.entries[come].count { $0.counterpart == nil }
      throw UpdateMistake(
        message: """
          Invalid update: invalid number of rows in section \(source). The number of rows contained in an existing \
          section after the update (\(rowCounts[target])) must be equal to the number of rows contained in that section \
          before the update (\(before)), plus or minus the number of rows inserted or deleted from that section \
          (\(inserted) inserted, \(deleted) deleted) and plus or minus the number of rows moved into or out of that \
          section (\(come.count - inserted) moved in, \(gone.count - deleted) moved out). Change the data inside the \
          block, and name every row that came or went
          """)
    }
  }
}
