/// Heights that stand in for what was not measured yet.
extension RowHeightIndex {
  /// Gives all rows of a section that were never measured another estimate.
  /// - Complexity: O(1) for a section never measured, else O(runs) of the section.
  package mutating func setEstimate(_ height: Double, inSection section: Int) {
    Self.require(height, "setEstimate", "section \(section)")
    require(section: section, "setEstimate")
    guard let rows = sections.locate(position: section).element.rows.estimated(at: height) else { return }
    setRows(rows, ofSection: section)
  }

  /// Gives the header or footer of a section its height.
  /// - Returns: by how many points everything below it moved down.
  /// - Complexity: O(log sections).
  @discardableResult
  package mutating func setHeight(_ height: Double, of part: SectionPart, inSection section: Int) -> Double {
    Self.require(height, "setHeight", "the \(part) of section \(section)")
    return change(section, "setHeight") { record in
      switch part {
      case .header:
        record.header = height
        record.isHeaderEstimated = false
      case .footer:
        record.footer = height
        record.isFooterEstimated = false
      }
    }
  }

  /// Turns the heights of all headers and footers into estimates of the same size.
  /// - Complexity: O(sections log sections).
  package mutating func forgetParts() {
    for section in 0..<sectionCount {
      mutate(section, "forgetParts") { record in
        record.isHeaderEstimated = record.header > 0
        record.isFooterEstimated = record.footer > 0
      }
    }
  }

  /// Has the height of one header or footer count as an estimate again.
  /// - Complexity: O(log sections).
  package mutating func forget(_ part: SectionPart, inSection section: Int) {
    mutate(section, "forget") { record in
      switch part {
      case .header: record.isHeaderEstimated = record.header > 0
      case .footer: record.isFooterEstimated = record.footer > 0
      }
    }
  }

  /// Whether the height of a header or footer is known.
  /// - Complexity: O(log sections).
  package func isMeasured(_ part: SectionPart, inSection section: Int) -> Bool {
    require(section: section, "isMeasured(_:inSection:)")
    return sections.locate(position: section).element.isMeasured(part)
  }
}

extension RowRuns {
  /// The same rows with another height of all that were never measured; nil when there are none or they have it.
  func estimated(at height: Double) -> RowRuns? {
    var runs = ContiguousArray<RowRun>()
    var isChanged = false
    walk(from: 0) { run, _ in
      if run.isMeasured || run.height == height {
        runs.append(run)
      } else {
        isChanged = true
        runs.append(RowRun(count: run.weight, height: height, isMeasured: false))
      }
      return true
    }
    return isChanged ? RowRuns(runs, capacity: capacity) : nil
  }
}
