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

  /// Sets what surrounds the rows of a section.
  /// - Returns: by how many points everything below moved down.
  @discardableResult
  package mutating func setSurroundings(
    ofSection section: Int, topPadding: Double, header: Double, footer: Double, isHeaderMeasured: Bool = true,
    isFooterMeasured: Bool = true
  ) -> Double {
    Self.require(topPadding, "setSurroundings", "the padding of section \(section)")
    Self.require(header, "setSurroundings", "the header of section \(section)")
    Self.require(footer, "setSurroundings", "the footer of section \(section)")
    return change(section, "setSurroundings") { record in
      record.topPadding = topPadding
      record.header = header
      record.footer = footer
      record.isHeaderEstimated = !isHeaderMeasured
      record.isFooterEstimated = !isFooterMeasured
    }
  }

  /// Replaces all rows of a section by runs, in order: the way to load many individual heights.
  /// - Complexity: O(runs).
  package mutating func setRows(_ runs: some Sequence<RowRun>, ofSection section: Int) {
    setRows(rows(runs), ofSection: section)
  }

  /// Replaces all rows of a section.
  /// - Parameter rows: made by `rows(_:)` of an index like this one.
  package mutating func setRows(_ rows: RowRuns, ofSection section: Int) {
    rowCount += mutate(section, "setRows") { record in
      defer { record.rows = rows }
      return rows.count - record.rows.count
    }
  }

  /// Rows for `setRows(_:ofSection:)`, made apart from the index: a sequence that asks a delegate for each height may
  /// lead back to questions to the index.
  /// - Complexity: O(runs).
  package func rows(_ runs: some Sequence<RowRun>) -> RowRuns { RowRuns(runs, capacity: capacity) }

  /// Inserts rows of one height before `row`.
  /// - Complexity: O(log n).
  package mutating func insertRows(
    _ count: Int, at row: Int, inSection section: Int, height: Double, isMeasured: Bool = true
  ) {
    Self.require(height, "insertRows", "row \(row) of section \(section)")
    Self.check(count >= 0, "RowHeightIndex.insertRows: cannot insert \(count) rows into section \(section)")
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
    let run = take(row, "moveRow")
    insertRows(1, at: target.row, inSection: target.section, height: run.height, isMeasured: run.isMeasured)
  }

  /// Takes a row out.
  /// - Returns: what it was.
  /// - Complexity: O(log n).
  mutating func take(_ row: RowPosition, _ call: StaticString) -> RowRun {
    rowCount -= 1
    return mutate(row.section, call) { record in
      Self.require(row.row..<(row.row + 1), of: record.rows.count, section: row.section, call)
      return record.rows.take(row.row)
    }
  }

  /// Inserts a section before `section`.
  /// - Complexity: O(log sections), whatever its row count.
  package mutating func insertSection(_ new: NewSection, at section: Int) {
    require(insertion: section, "insertSection")
    sections.insert(record(new, "insertSection"), at: section)
    rowCount += new.rows
  }

  /// The record of a new section.
  func record(_ new: NewSection, _ call: StaticString) -> SectionRecord {
    Self.check(new.rows >= 0, "RowHeightIndex.\(call): a section cannot have \(new.rows) rows")
    Self.require(new.rowHeight, call, "the rows of a new section")
    Self.require(new.topPadding, call, "the padding of a new section")
    Self.require(new.header, call, "the header of a new section")
    Self.require(new.footer, call, "the footer of a new section")
    let run = RowRun(count: new.rows, height: new.rowHeight, isMeasured: new.isMeasured)
    return SectionRecord(
      topPadding: new.topPadding, header: new.header, footer: new.footer, rows: RowRuns(run, capacity: capacity),
      isHeaderEstimated: !new.isHeaderMeasured, isFooterEstimated: !new.isFooterMeasured)
  }

  /// Stops unless a section can come before `section`.
  func require(insertion section: Int, _ call: StaticString) {
    Self.check(
      section >= 0 && section <= sectionCount,
      "RowHeightIndex.\(call): cannot insert before section \(section), there are \(sectionCount)")
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
    Self.check(
      target >= 0 && target < sectionCount,
      "RowHeightIndex.moveSection: section \(section) cannot become \(target), there are \(sectionCount)")
    let record = sections.locate(position: section).element
    sections.remove(section..<(section + 1))
    sections.insert(record, at: target)
  }

  mutating func change(
    _ section: Int, _ call: StaticString, _ body: (inout SectionRecord) -> Void
  ) -> Double {
    mutate(section, call) { record in
      let before = record.length
      body(&record)
      return (record.length - before).points
    }
  }

  mutating func mutate<Result>(
    _ section: Int, _ call: StaticString, _ body: (inout SectionRecord) -> Result
  ) -> Result {
    require(section: section, call)
    return sections.update(at: section) { record, _ in body(&record) }
  }
}
