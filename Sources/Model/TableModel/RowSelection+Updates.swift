extension RowSelection {
  /// Follows the selected rows through a batch: carried and moved rows stay selected at their new places; deleted
  /// and reloaded ones are not selected any more.
  /// - Complexity: O(runs + k log runs) for k operations.
  package mutating func apply(_ plan: UpdatePlan) {
    guard !isEmpty else { return }
    var followed = ContiguousArray<Run>()
    followed.reserveCapacity(runs.count)
    var walk: (section: Int, rows: CarriedRows?)?
    for run in runs {
      if walk?.section != run.section { walk = (run.section, CarriedRows(of: run.section, in: plan)) }
      guard let section = walk?.rows?.section else { continue }
      walk?.rows?.forEachRange(of: run.rows) { followed.append(Run(section: section, rows: $0)) }
    }
    for entry in plan.oldRows.entries {
      guard let target = entry.counterpart, contains(entry.position) else { continue }
      followed.append(Run(section: target.section, rows: target.row..<(target.row + 1)))
    }
    self = RowSelection(joining: followed)
  }
}
