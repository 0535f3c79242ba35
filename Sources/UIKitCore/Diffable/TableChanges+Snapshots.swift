import TableModel

extension TableChanges {
  /// The operations that turn a table that shows one snapshot into one that shows another, as few as can be.
  ///
  /// - Parameters:
  ///   - old: what the table shows.
  ///   - new: what it is to show; its items and sections to reload or to configure count if they are in both.
  ///   - animation: how rows and sections come, go and are reloaded.
  /// - Complexity: O(n) in items and sections, and O(m log n) for m items that move; on top of the snapshots at most
  ///   64 bytes an item.
  package init<Section, Item>(
    from old: NSDiffableDataSourceSnapshot<Section, Item>, to new: NSDiffableDataSourceSnapshot<Section, Item>,
    animation: UITableView.RowAnimation
  ) {
    self = SnapshotDifference(from: old, to: new).changes(animation)
  }
}
