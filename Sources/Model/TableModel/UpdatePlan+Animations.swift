extension UpdatePlan {
  /// How a new row came: by itself, with its section, or as the new cell of a reloaded row; nil for one that was there
  /// before.
  package func arrivalAnimation(of row: RowPosition) -> RowAnimation? {
    if let entry = newRows.entry(at: row) { return entry.counterpart == nil ? entry.animation : nil }
    if let animation = arrivalAnimation(ofSection: row.section) { return animation }
    return oldPosition(of: row).flatMap { reloadedRows.entry(at: $0)?.animation }
  }

  /// How a new section came or was reloaded; nil for one that was there before.
  package func arrivalAnimation(ofSection section: Int) -> RowAnimation? {
    if newSections.contains(section) { return newSections.isAlone(section) ? newSections.animation(of: section) : nil }
    guard !reloadedSections.isEmpty, let old = oldSection(of: section) else { return nil }
    return reloadedSections.animation(of: old)
  }

  /// How an old row, or a section's header or footer, goes that is deleted or reloaded, alone or with its section.
  package func departureAnimation(of item: ItemPosition) -> RowAnimation {
    if case .row(let row) = item, let entry = oldRows.entry(at: row) ?? reloadedRows.entry(at: row) {
      return entry.animation
    }
    return oldSections.animation(of: item.section) ?? reloadedSections.animation(of: item.section) ?? .none
  }
}
