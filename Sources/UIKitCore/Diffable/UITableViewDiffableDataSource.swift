import Foundation

/// A data source that is handed whole snapshots and finds out itself what changed.
///
/// Rows that are in the old and the new snapshot keep their cells, selection and heights, wherever they go; the table is
/// told all changes as one batch (D1). Identity is `==` and `hash(into:)` of the identifiers: an item whose content
/// changed while its identity did not is named in `reloadItems(_:)` or `reconfigureItems(_:)`.
///
///     let dataSource = UITableViewDiffableDataSource<Int, String>(tableView: table) { table, path, name in
///       let cell = table.dequeueReusableCell(withIdentifier: "name", for: path)
///       cell.textLabel?.text = name
///       return cell
///     }
///     var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
///     snapshot.appendSections([0])
///     snapshot.appendItems(["Ada", "Grace"])
///     dataSource.apply(snapshot)
///
/// Snapshots are applied on the main thread, or always on one other queue: then they are compared there, and shown on
/// the main thread in the order they were applied in (D4). The table's own insertions and deletions must not be used
/// besides (D6). The table holds its data source weakly; keep it.
///
/// Titles, editing and moving of rows are the app's, in a subclass that overrides the methods of
/// `UITableViewDataSource`.
@MainActor
@preconcurrency
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: NSObject, UITableViewDataSource {
  /// Takes a cell for an item from the table's `dequeueReusableCell` and sets its content; nil ends the program (D8).
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?

  private let cellProvider: CellProvider
  final weak var tableView: UITableView?
  nonisolated final let queue = SnapshotQueue<SectionIdentifierType, ItemIdentifierType>()
  final let deliver: MainDelivery
  /// What the table shows, or will when the running batch is carried out.
  final var shown = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()
  /// Applied and not yet shown, in order.
  final var waiting: [SnapshotUpdate<SectionIdentifierType, ItemIdentifierType>] = []
  final var isShowing = false
  /// A row the user moved in the table while `moveRowAt` is running.
  final var userMove: (source: RowPosition, target: RowPosition)?

  /// Becomes the data source of `tableView`, which shows nothing until the first snapshot is applied.
  /// - Parameter cellProvider: called for every row that comes on screen.
  public convenience init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    self.init(tableView: tableView, deliver: .mainQueue, cellProvider: cellProvider)
  }

  init(tableView: UITableView, deliver: MainDelivery, cellProvider: @escaping CellProvider) {
    self.tableView = tableView
    self.deliver = deliver
    self.cellProvider = cellProvider
    super.init()
    tableView.dataSource = self
  }
}
