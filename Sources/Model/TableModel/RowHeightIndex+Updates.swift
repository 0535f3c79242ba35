extension RowHeightIndex {
  /// Carries out a batch: heights of carried and moved rows stay as they are, measured or estimated.
  ///
  /// Sections that came or were reloaded have no padding, header or footer then; the caller sets those.
  /// - Parameters:
  ///   - rowHeight: of rows that came, alone or with their section, and of reloaded ones, in points.
  ///   - isMeasured: whether that is final; false makes it an estimate.
  /// - Precondition: `plan` was made for the row counts of this index.
  /// - Complexity: O(k log n) for k operations.
  package mutating func apply(_ plan: UpdatePlan, rowHeight: Double, isMeasured: Bool) {
    apply(plan.heightChanges(rowHeight: rowHeight, isMeasured: isMeasured))
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
        runs.append(RowRun(count: run.weight, height: run.height, isMeasured: false))
        return true
      }
      setRows(runs, ofSection: section)
    }
  }
}

extension UpdatePlan {
  /// The changes of heights that the plan implies, except for reloaded rows, which keep their places.
  func heightChanges(rowHeight: Double, isMeasured: Bool) -> HeightChanges {
    var changes = HeightChanges()
    changes.deletedRows = oldRows.ranges { $0.counterpart == nil }.map { ($0.section, $0.rows) }
    for entry in oldRows.entries {
      if let target = entry.counterpart { changes.movedRows.append((entry.position, target)) }
    }
    changes.insertedRows = newRows.ranges { $0.counterpart == nil }.map {
      (
        RowPosition(section: $0.section, row: $0.rows.lowerBound),
        RowRun(count: $0.rows.count, height: rowHeight, isMeasured: isMeasured)
      )
    }
    oldSections.forEachSection { section, target in
      if let target {
        changes.movedSections.append((section, target))
      } else {
        changes.deletedSections.append(section)
      }
    }
    reloadedSections.forEachSection { section, _ in changes.deletedSections.append(section) }
    changes.insertedSections = freshSections.map { section in
      // Rows moved into it come by themselves.
      let rows = rowCounts[section] - newRows.entries(inSection: section).count
      return (section, RowHeightIndex.NewSection(rows: rows, rowHeight: rowHeight, isMeasured: isMeasured))
    }
    return changes
  }

  /// New numbers of the sections whose rows came with them, inserted or reloaded.
  package var freshSections: [Int] {
    var fresh: [Int] = []
    newSections.forEachSection { section, old in
      if old == nil { fresh.append(section) }
    }
    reloadedSections.forEachSection { section, _ in
      if let new = newSection(of: section) { fresh.append(new) }
    }
    return fresh
  }
}
