import Foundation

extension RowSelection {
  /// Follows the selected rows through a batch (L8): carried and moved rows stay selected at their new places; deleted
  /// and reloaded ones are not selected any more.
  /// - Complexity: O(k log k + ranges).
  package mutating func apply(_ plan: UpdatePlan) {
    guard !isEmpty else { return }
    var followed = RowSelection()
    forEachRange { section, rows in
      plan.forEachCarriedRange(of: rows, inSection: section) { followed.insert($1, inSection: $0) }
    }
    for entry in plan.oldRows.entries {
      if let target = entry.counterpart, contains(entry.position) { followed.insert(target) }
    }
    self = followed
  }
}
