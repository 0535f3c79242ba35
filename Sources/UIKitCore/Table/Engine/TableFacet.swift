import TableModel

/// A part of a `UITableView` that owns one concern of it. Its invariants are checked by
/// `UITableView.checkInvariants()`, outside of layout passes.
@MainActor
class TableFacet: Facet<UITableView> {
  /// The table this is a part of.
  final var table: UITableView { owner }
}

/// A facet that keeps the number of a row or section.
///
/// The table tells its followers whenever numbers change their meaning, so that no follower has to check whether its
/// row still exists. The order is that in which the table attaches them.
@MainActor
protocol RowFollower: AnyObject {
  /// An update is about to be carried out: rows and views are still the old ones. For what the update ends.
  func prepare(for plan: UpdatePlan)

  /// An update gives rows other places. `table.index` has the new rows already, with presumed heights; the views of the
  /// table still stand at their old places.
  func follow(_ plan: UpdatePlan)

  /// A reload takes all rows away. The views of the table are still there.
  func reset()

  /// The counts were asked anew without a reload: a row that still exists is taken to be the one it was.
  /// - Parameter index: the new counts.
  func keepRows(existingIn index: RowHeightIndex)

  /// The table leaves its window: nothing that waits for a frame comes any more.
  func leave()
}

extension RowFollower {
  func prepare(for plan: UpdatePlan) {}
  func leave() {}
}

/// Ends the program because an app called the table, or answered it, in a way that has no meaning.
///
/// `fatalError` rather than `preconditionFailure`: the message must be seen in release builds too.
/// - Parameter message: the call, the values and the cure, in one sentence.
func tableMisuse(_ message: String) -> Never { fatalError(message) }
