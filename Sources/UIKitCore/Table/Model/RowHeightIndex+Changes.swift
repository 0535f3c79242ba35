extension RowHeightIndex {
  /// Gives rows one height.
  /// - Returns: by how many points everything below moved down.
  /// - Complexity: O(log n + runs replaced).
  @discardableResult
  package mutating func setHeight(
    _ height: Double, ofRows rows: Range<Int>, inSection section: Int, isMeasured: Bool = true
  ) -> Double {
    Self.require(height, "setHeight", "rows \(rows) of section \(section)")
    return change(section, "setHeight") { record in
      Self.require(rows, of: record.rows.count, section: section, "setHeight")
      record.rows.replace(rows, with: RowRun(count: rows.count, height: height, isMeasured: isMeasured))
    }
  }

  /// Gives one row its height. See `setHeight(_:ofRows:inSection:isMeasured:)`.
  @discardableResult
  package mutating func setHeight(_ height: Double, ofRow row: Int, inSection section: Int) -> Double {
    setHeight(height, ofRows: row..<(row + 1), inSection: section)
  }

  /// Changes the parts around a section's rows.
  /// - Returns: by how many points everything below the section moved down.
  @discardableResult
  package mutating func setChrome(
    ofSection section: Int, topPadding: Double, header: Double, footer: Double
  ) -> Double {
    Self.require(topPadding, "setChrome", "the padding of section \(section)")
    Self.require(header, "setChrome", "the header of section \(section)")
    Self.require(footer, "setChrome", "the footer of section \(section)")
    return change(section, "setChrome") { record in
      record.topPadding = topPadding
      record.header = header
      record.footer = footer
    }
  }

  /// Replaces all rows of a section by runs, in order: the way to load many individual heights.
  /// - Complexity: O(runs).
  package mutating func setRows(_ runs: some Sequence<RowRun>, ofSection section: Int) {
    let capacity = capacity
    let (before, after) = mutate(section, "setRows") { record in
      let before = record.rows.count
      record.rows = RowRuns(runs, capacity: capacity)
      return (before, record.rows.count)
    }
    rowCount += after - before
  }

  /// Inserts rows of one height before `row`.
  /// - Complexity: O(log n).
  package mutating func insertRows(
    _ count: Int, at row: Int, inSection section: Int, height: Double, isMeasured: Bool = true
  ) {
    Self.require(height, "insertRows", "row \(row) of section \(section)")
    precondition(count >= 0, "RowHeightIndex.insertRows: cannot insert \(count) rows into section \(section)")
    mutate(section, "insertRows") { record in
      Self.require(row..<row, of: record.rows.count, section: section, "insertRows")
      record.rows.replace(row..<row, with: RowRun(count: count, height: height, isMeasured: isMeasured))
    }
    rowCount += count
  }

  /// Removes rows.
  /// - Complexity: O(log n + runs removed).
  package mutating func deleteRows(_ rows: Range<Int>, inSection section: Int) {
    guard !rows.isEmpty else { return }
    mutate(section, "deleteRows") { record in
      Self.require(rows, of: record.rows.count, section: section, "deleteRows")
      record.rows.replace(rows, with: .vacant)
    }
    rowCount -= rows.count
  }

  /// Moves a row; `target` is its position after it was taken out.
  /// - Complexity: O(log n).
  package mutating func moveRow(_ row: RowPosition, to target: RowPosition) {
    let taken = mutate(row.section, "moveRow") { record in
      Self.require(row.row..<(row.row + 1), of: record.rows.count, section: row.section, "moveRow")
      let taken = record.rows.take(row.row)
      if row.section == target.section { Self.put(taken, target, &record) }
      return taken
    }
    if row.section != target.section { mutate(target.section, "moveRow") { Self.put(taken, target, &$0) } }
  }

  private static func put(_ run: RowRun, _ target: RowPosition, _ record: inout SectionRecord) {
    require(target.row..<target.row, of: record.rows.count, section: target.section, "moveRow")
    record.rows.replace(target.row..<target.row, with: run)
  }

  /// Inserts a section before `section`.
  /// - Complexity: O(log sections), whatever its row count.
  package mutating func insertSection(_ new: NewSection, at section: Int) {
    precondition(
      section >= 0 && section <= sectionCount,
      "RowHeightIndex.insertSection: cannot insert before section \(section), there are \(sectionCount)")
    precondition(new.rows >= 0, "RowHeightIndex.insertSection: section \(section) cannot have \(new.rows) rows")
    Self.require(new.rowHeight, "insertSection", "the rows of section \(section)")
    Self.require(new.topPadding, "insertSection", "the padding of section \(section)")
    Self.require(new.header, "insertSection", "the header of section \(section)")
    Self.require(new.footer, "insertSection", "the footer of section \(section)")
    let run = RowRun(count: new.rows, height: new.rowHeight, isMeasured: new.isMeasured)
    let record = SectionRecord(
      topPadding: new.topPadding, header: new.header, footer: new.footer, rows: RowRuns(run, capacity: capacity))
    sections.insert(record, at: section)
    rowCount += new.rows
  }

  /// Removes a section with its rows.
  package mutating func deleteSection(_ section: Int) {
    rowCount -= rowCount(inSection: section)
    sections.remove(section..<(section + 1))
  }

  /// Moves a section; `target` is its number after it was taken out.
  /// - Complexity: O(log sections), whatever its row count.
  package mutating func moveSection(_ section: Int, to target: Int) {
    require(section: section, "moveSection")
    precondition(
      target >= 0 && target < sectionCount,
      "RowHeightIndex.moveSection: section \(section) cannot become \(target), there are \(sectionCount)")
    let record = sections.locate(position: section).element
    sections.remove(section..<(section + 1))
    sections.insert(record, at: target)
  }

  private mutating func change(
    _ section: Int, _ call: StaticString, _ body: (inout SectionRecord) -> Void
  ) -> Double {
    mutate(section, call) { record in
      let before = record.length
      body(&record)
      return (record.length - before).points
    }
  }

  private mutating func mutate<Result>(
    _ section: Int, _ call: StaticString, _ body: (inout SectionRecord) -> Result
  ) -> Result {
    require(section: section, call)
    return sections.update(at: section) { record, _ in body(&record) }
  }
}
