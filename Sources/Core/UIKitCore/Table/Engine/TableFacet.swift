import TableModel

/// A part of a `UITableView` that owns one concern of it. Its invariants are checked by
/// `UITableView.checkInvariants()`, outside of layout passes.
@MainActor
class TableFacet: Facet<UITableView> {
  /// The table this is a part of.
  final var table: UITableView { owner }
}

/// A facet that keeps the number of a row or section, or something that goes with a load of the rows.
///
/// The table tells its followers whenever numbers change their meaning, so that no follower has to check whether its
/// row still exists. The order is that of `UITableView.followers`.
///
/// A reload calls `reset()`, the calls of a load, and `reloadDidEnd()`. A load calls `willLoad(keepsHeights:)`, has the
/// data source asked for its counts, calls `countsDidLoad(_:)`, has heights asked, and calls `heightsDidLoad()`,
/// `keepRows(existingIn:)` and `didLoad()`. Without a data source there are no counts, and no `countsDidLoad(_:)`.
@MainActor
protocol RowFollower: AnyObject {
  /// An update is about to be carried out: rows and views are still the old ones. For what the update ends.
  /// - Parameter index: the old rows.
  func prepare(for plan: UpdatePlan, from index: RowHeightIndex)

  /// An update gives rows other places. `table.index` has the new rows already, with presumed heights; the views of the
  /// table still stand at their old places.
  func follow(_ plan: UpdatePlan)

  /// The views of rows and sections that stay through an update get their new places in the table; those of deleted and
  /// reloaded ones depart. Called when all followers have followed the update.
  func moveViews(by plan: UpdatePlan)

  /// The cells that stay through an update have their new rows.
  func updateDidMoveRows()

  /// An update has laid the table out.
  func updateDidLayOut()

  /// A reload takes all rows away. The views of the table are still there, and leave it at the end of these calls.
  func reset()

  /// A reload is over, and what it has to tell about the views it took away was told.
  func reloadDidEnd()

  /// The counts are about to be asked.
  /// - Parameter keepsHeights: heights kept outside of the table by index path stay with the rows of these paths.
  func willLoad(keepsHeights: Bool)

  /// The counts are known, and no height was asked yet.
  /// - Parameter index: the new counts.
  func countsDidLoad(_ index: RowHeightIndex)

  /// The heights are known, as far as a load asks for them.
  func heightsDidLoad()

  /// The load is over. When a callback of it has changed the rows of the data source again, this is called by the load
  /// that follows.
  func didLoad()

  /// The counts were asked anew without a reload: a row that still exists is taken to be the one it was.
  /// - Parameter index: the new counts.
  func keepRows(existingIn index: RowHeightIndex)

  /// The table leaves its window: nothing that waits for a frame comes any more.
  func leave()
}

/// A follower implements the calls it has a use for.
extension RowFollower {
  func prepare(for plan: UpdatePlan, from index: RowHeightIndex) {}
  func follow(_ plan: UpdatePlan) {}
  func moveViews(by plan: UpdatePlan) {}
  func updateDidMoveRows() {}
  func updateDidLayOut() {}
  func reset() {}
  func reloadDidEnd() {}
  func willLoad(keepsHeights: Bool) {}
  func countsDidLoad(_ index: RowHeightIndex) {}
  func heightsDidLoad() {}
  func didLoad() {}
  func keepRows(existingIn index: RowHeightIndex) {}
  func leave() {}
}

/// Ends the program because an app called the table, or answered it, in a way that has no meaning.
///
/// `fatalError` rather than `preconditionFailure`: the message must be seen in release builds too.
/// - Parameter message: the call, the values and the cure, in one sentence.
func tableMisuse(_ message: String) -> Never { fatalError(message) }
