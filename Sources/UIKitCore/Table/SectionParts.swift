import TableModel

/// The headers and footers of a table.
@MainActor
final class SectionParts: TableFacet {
  /// Views made to find out whether there are any, or how high they are, until they are shown.
  private var pending: [RowPosition: UIView] = [:]

  /// Keeps a view until it is shown.
  func keep(_ view: UIView?, for position: RowPosition) { pending[position] = view }

  /// The view that waits to be shown.
  func pendingView(at position: RowPosition) -> UIView? { pending[position] }

  /// The same; it waits no longer.
  func takePendingView(at position: RowPosition) -> UIView? { pending.removeValue(forKey: position) }
}

extension SectionParts: RowFollower {
  func follow(_ plan: UpdatePlan) {
    var followed: [RowPosition: UIView] = [:]
    for (position, view) in pending {
      if let section = plan.newSection(of: position.section), !plan.isReloaded(section: position.section) {
        followed[RowPosition(section: section, row: position.row)] = view
      }
    }
    pending = followed
  }

  func reset() { pending.removeAll() }

  /// A load asks for the views anew: those of the counts before are not shown any more.
  func tableWillLoad() { pending.removeAll() }

  func keepRows(existingIn index: RowHeightIndex) {}
}
