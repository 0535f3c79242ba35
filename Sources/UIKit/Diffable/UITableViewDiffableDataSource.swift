import Foundation
import Primitives
import TableModel
import UIKitCore

/// A data source that is handed whole snapshots and finds out itself what changed.
///
/// Rows that are in the old and the new snapshot keep their cells, selection and heights, wherever they go; the table
/// is told all changes as one batch. Identity is `==` and `hash(into:)` of the identifiers: an item whose content
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
/// the main thread in the order they were applied in. The table's own insertions and deletions must not be used
/// besides. The table holds its data source weakly; keep it.
///
/// Titles, editing and moving of rows are the app's, in a subclass that overrides the methods of
/// `UITableViewDataSource`.
@MainActor
@preconcurrency
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: NSObject, UITableViewDataSource {
  /// Takes a cell for an item from the table's `dequeueReusableCell` and sets its content; nil ends the program.
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?

  private let cellProvider: CellProvider
  private let snapshots: SnapshotPresenter<SectionIdentifierType, ItemIdentifierType>

  /// Becomes the data source of `tableView`, which shows nothing until the first snapshot is applied.
  /// - Parameter cellProvider: called for every row that comes on screen, and for those to be configured again.
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    self.cellProvider = cellProvider
    snapshots = SnapshotPresenter(delivery: .mainQueue, name: "UITableViewDiffableDataSource")
    super.init()
    snapshots.attach(self, to: tableView)
    tableView.dataSource = self
  }

  init(tableView: UITableView, delivery: MainDelivery, cellProvider: @escaping CellProvider) {
    self.cellProvider = cellProvider
    snapshots = SnapshotPresenter(delivery: delivery, name: "UITableViewDiffableDataSource")
    super.init()
    snapshots.attach(self, to: tableView)
    tableView.dataSource = self
  }

  /// How rows and sections come, go and are reloaded; those that move slide.
  open var defaultRowAnimation: UITableView.RowAnimation {
    get { snapshots.animation }
    set { snapshots.animation = newValue }
  }

  // MARK: Applying

  /// Has the table show `snapshot`.
  ///
  /// On the main thread the table has it when the call returns; within a callback of the table, when that is over. On
  /// another thread the snapshots are compared before the call returns, and shown later.
  /// - Parameters:
  ///   - animatingDifferences: whether changes are animated; without, the same changes happen at once.
  ///   - completion: called once on the main thread, after the animation.
  /// - Precondition: no snapshot of another thread is being applied.
  /// - Complexity: O(n) in items and sections, and O(m log n) for m items out of order.
  nonisolated open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    snapshots.apply(
      snapshot, isAnimated: animatingDifferences, "apply(_:animatingDifferences:completion:)", completion: completion)
  }

  /// Has the table show `snapshot`, and returns after the animation.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true
  ) async {
    await withCheckedContinuation { continuation in
      apply(snapshot, animatingDifferences: animatingDifferences) { continuation.resume() }
    }
  }

  /// Has the table show `snapshot` as `reloadData()` does: nothing is compared, no cell and no selection is kept.
  /// - Parameter completion: called once on the main thread.
  nonisolated open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    snapshots.reload(snapshot, "applySnapshotUsingReloadData(_:completion:)", completion: completion)
  }

  /// Has the table show `snapshot` as `reloadData()` does.
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) async {
    await withCheckedContinuation { continuation in
      applySnapshotUsingReloadData(snapshot) { continuation.resume() }
    }
  }

  /// A copy of the snapshot applied last, to be changed and applied. On any thread.
  nonisolated open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
    snapshots.latest
  }

  // MARK: Asking what is shown

  /// The item of a row; nil if there is no such row.
  /// - Complexity: O(1).
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    snapshots.item(at: indexPath)
  }

  /// The row of an item; nil if it is not shown.
  /// - Complexity: O(log sections).
  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    snapshots.indexPath(for: itemIdentifier)
  }

  /// The identifier of the section at `index`; nil for an index out of range.
  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    snapshots.section(at: index)
  }

  /// The number of a section; nil if it is not shown.
  /// - Complexity: O(1).
  open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    snapshots.shown.sections.position(of: sectionIdentifier)
  }

  // MARK: UITableViewDataSource

  /// The sections of the snapshot that is shown.
  open func numberOfSections(in tableView: UITableView) -> Int { snapshots.shown.numberOfSections }

  /// The items of a section of the snapshot that is shown.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    snapshots.shown.spans[section].count
  }

  /// The cell that the cell provider returns for the row's item.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard let item = itemIdentifier(for: indexPath) else {
      misuse(
        """
        UITableViewDiffableDataSource was asked for a cell at \(Array(indexPath)), where its snapshot has no item; change \
        the rows by applying snapshots only
        """)
    }
    guard let cell = cellProvider(tableView, indexPath, item) else {
      misuse(
        """
        failed to obtain a cell from its dataSource: the cell provider of UITableViewDiffableDataSource returned nil for \
        item \(item) at row \(indexPath.row) of section \(indexPath.section); return a cell for every item
        """)
    }
    return cell
  }

  /// No title, unless overridden.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    tableView.noteMissing(.headerTitle)
    return nil
  }

  /// No title, unless overridden.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    tableView.noteMissing(.footerTitle)
    return nil
  }

  /// No index, unless overridden.
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    tableView.noteMissing(.sectionIndexTitles)
    return nil
  }

  /// The section of the title's own number, unless overridden.
  open func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }

  /// False, unless overridden: rows are not deleted, inserted or swiped.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  /// False, unless overridden: rows are not dragged.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  /// Does nothing, unless overridden: take the item out of a snapshot, or put one in, and apply that.
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}

  /// Does nothing, unless overridden: apply a snapshot in which the item is moved, here or later. Until this
  /// returns, or a snapshot is applied, paths are those before the move.
  open func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}

  /// Nil, unless overridden.
  open func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    tableView.noteMissing(.rowText)
    return nil
  }

  /// Stops at the first broken invariant; called by tests.
  final func checkInvariants() { snapshots.shown.checkInvariants() }
}

extension UITableViewDiffableDataSource: RowMoveFollowing {
  package func follow(moveFrom source: RowPosition, to target: RowPosition, report: () -> Void) {
    snapshots.follow(moveFrom: source, to: target, report: report)
  }
}
