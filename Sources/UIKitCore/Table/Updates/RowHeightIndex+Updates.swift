extension RowHeightIndex {
  /// Carries out a batch: heights of carried and moved rows stay as they are, measured or estimated.
  ///
  /// Sections that come get no padding, header or footer; the caller sets those.
  /// - Parameters:
  ///   - rowHeight: of rows that came, alone or with their section, and of reloaded ones, in points.
  ///   - isMeasured: whether that is final; false makes it an estimate.
  /// - Precondition: `plan` was made for the row counts of this index.
  /// - Complexity: O(k log n) for k operations.
  package mutating func apply(_ plan: UpdatePlan, rowHeight: Double, isMeasured: Bool) {
    Self.require(rowHeight, "apply", "rows that came")
    let movedRuns = plan.newRows.entries.map { entry in entry.counterpart.map(run(of:)) }
    removeRows(leaving: plan)
    replaceSections(plan, rowHeight: rowHeight, isMeasured: isMeasured)
    insertRows(arriving: plan, movedRuns, rowHeight: rowHeight, isMeasured: isMeasured)
    for entry in plan.reloadedRows.entries {
      guard let position = plan.newPosition(of: entry.position) else { continue }
      setHeight(
        rowHeight, ofRows: position.row..<(position.row + 1), inSection: position.section, isMeasured: isMeasured)
    }
  }

  /// Turns every measured height into an estimate of the same size, so that each row is asked again when it comes on
  /// screen.
  /// - Complexity: O(sections + runs).
  package mutating func forgetMeasurements() {
    for section in 0..<sectionCount {
      var runs = ContiguousArray<RowRun>()
      sections.locate(position: section).element.rows.walk(from: 0) { run, _ in
        let estimate = RowRun(count: run.weight, height: run.height, isMeasured: false)
        if runs.isEmpty || !runs[runs.count - 1].absorb(estimate) { runs.append(estimate) }
        return true
      }
      if !runs.isEmpty { setRows(runs, ofSection: section) }
    }
  }

  private func run(of position: RowPosition) -> RowRun {
    let run = sections.locate(position: position.section).element.rows.run(holding: position.row).element
    return RowRun(count: 1, height: run.height, isMeasured: run.isMeasured)
  }

  /// From the last to the first, neighbours at once.
  private mutating func removeRows(leaving plan: UpdatePlan) {
    let entries = plan.oldRows.entries
    var index = entries.count
    while index > 0 {
      index -= 1
      let last = entries[index].position
      while index > 0, entries[index - 1].position.section == last.section,
        entries[index - 1].position.row == entries[index].position.row - 1
      {
        index -= 1
      }
      deleteRows(entries[index].position.row..<(last.row + 1), inSection: last.section)
    }
  }

  private mutating func replaceSections(_ plan: UpdatePlan, rowHeight: Double, isMeasured: Bool) {
    var moved: [Int: SectionRecord] = [:]
    for entry in plan.oldSections.entries.reversed() {
      if let target = entry.counterpart { moved[target.row] = sections.locate(position: entry.position.row).element }
      deleteSection(entry.position.row)
    }
    for entry in plan.newSections.entries {
      let number = entry.position.row
      if entry.counterpart != nil, let record = moved.removeValue(forKey: number) {
        sections.insert(record, at: number)
        rowCount += record.rows.count
      } else {
        insertSection(
          NewSection(rows: plan.rowCounts[number], rowHeight: rowHeight, isMeasured: isMeasured), at: number)
      }
    }
    for entry in plan.reloadedSections.entries {
      guard let number = plan.newSection(of: entry.position.row) else { continue }
      let run = RowRun(count: plan.rowCounts[number], height: rowHeight, isMeasured: isMeasured)
      setRows(CollectionOfOne(run), ofSection: number)
    }
  }

  /// From the first to the last, so that each lands at its final place; new neighbours at once.
  private mutating func insertRows(
    arriving plan: UpdatePlan, _ movedRuns: [RowRun?], rowHeight: Double, isMeasured: Bool
  ) {
    let entries = plan.newRows.entries
    var index = 0
    while index < entries.count {
      let first = entries[index].position
      if let run = movedRuns[index] {
        if plan.isFresh(section: first.section) {
          setHeight(
            run.height, ofRows: first.row..<(first.row + 1), inSection: first.section, isMeasured: run.isMeasured)
        } else {
          insertRows(1, at: first.row, inSection: first.section, height: run.height, isMeasured: run.isMeasured)
        }
        index += 1
        continue
      }
      var count = 1
      while index + count < entries.count, movedRuns[index + count] == nil,
        entries[index + count].position == RowPosition(section: first.section, row: first.row + count)
      {
        count += 1
      }
      insertRows(count, at: first.row, inSection: first.section, height: rowHeight, isMeasured: isMeasured)
      index += count
    }
  }
}
