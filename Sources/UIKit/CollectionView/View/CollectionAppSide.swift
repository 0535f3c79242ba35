import Foundation
import TableModel
import UIKitCore

/// The door to the app: the only caller of a collection view's data source and delegate. The counterpart of the table's
/// `AppSide`.
///
/// It holds its objects weakly. Without them questions have the answers of the optional methods' defaults, and reports do
/// nothing. An answer may come too late: a callback may change the items. The caller looks at `CollectionWork.mustEnd`.
@MainActor
final class CollectionAppSide: CollectionFacet {
  private weak var dataSource: (any UICollectionViewDataSource)?
  private(set) weak var delegate: (any UICollectionViewDelegate)?
  /// See `UICollectionView.dragDelegate`.
  private(set) weak var dragDelegate: (any UICollectionViewDragDelegate)?
  /// See `UICollectionView.prefetchDataSource`.
  private(set) weak var prefetchSource: (any UICollectionViewDataSourcePrefetching)?
  /// Optional methods that the delegate does not have.
  private var missing: OptionalCollectionMethods = []
  /// Whether the data source moves items; nil while that is not known.
  private var movesItems: Bool?

  // MARK: The app's objects

  var hasDataSource: Bool { dataSource != nil }

  /// Called when the data source is set.
  func dataSourceWasSet(_ new: (any UICollectionViewDataSource)?) {
    dataSource = new
    movesItems = nil
  }

  /// Called when the delegate is set.
  func delegateWasSet(_ new: (any UICollectionViewDelegate)?) {
    delegate = new
    missing = []
  }

  /// Called when the prefetching data source is set.
  func prefetchSourceWasSet(_ new: (any UICollectionViewDataSourcePrefetching)?) { prefetchSource = new }

  /// Called when the drag delegate is set.
  func dragDelegateWasSet(_ new: (any UICollectionViewDragDelegate)?) { dragDelegate = new }

  /// Whether the delegate may have `method`, as far as is known.
  func mayHave(_ method: OptionalCollectionMethods) -> Bool { delegate != nil && !missing.contains(method) }

  /// Called by the default implementations of optional methods: the delegate does not have `method`.
  func noteMissing(_ method: OptionalCollectionMethods) { missing.insert(method) }

  // MARK: Counts

  /// The number of items of each section; none without data source. Updates that are closed meanwhile are misuse.
  func itemCounts() -> ContiguousArray<Int> {
    guard let dataSource else { return [] }
    let view = view
    let outer = view.work.begin(.counting)
    defer { view.work.end(outer) }
    let sections = dataSource.numberOfSections(in: view)
    guard sections >= 0, sections <= Int(Int32.max) else {
      misuse("numberOfSections(in:) returned \(sections) for a UICollectionView; return a count from 0 to \(Int32.max)")
    }
    var counts = ContiguousArray<Int>()
    counts.reserveCapacity(sections)
    for section in 0..<sections {
      let count = dataSource.collectionView(view, numberOfItemsInSection: section)
      guard count >= 0, count <= 1 << 40 else {
        misuse(
          """
          collectionView(_:numberOfItemsInSection:) returned \(count) for section \(section); return a count from 0 to \
          2^40
          """)
      }
      counts.append(count)
    }
    return counts
  }

  /// Ends the program if an item that is about to be asked for is no longer in the data.
  private func requireInData(_ item: RowPosition, _ dataSource: any UICollectionViewDataSource) {
    let view = view
    let sections = dataSource.numberOfSections(in: view)
    guard item.section < sections else {
      misuse(
        """
        numberOfSections(in:) now returns \(sections), but was \(view.places.index.sectionCount) when the collection view \
        loaded and section \(item.section) is on screen; call reloadData() after changing the data
        """)
    }
    let items = dataSource.collectionView(view, numberOfItemsInSection: item.section)
    guard item.row < items else {
      misuse(
        """
        collectionView(_:numberOfItemsInSection:) now returns \(items) for section \(item.section), but was \
        \(view.places.index.rowCount(inSection: item.section)) when the collection view loaded and item \(item.row) is on \
        screen; call reloadData() after changing the data
        """)
    }
  }

  // MARK: Views

  /// The view of an element; nil without data source.
  func makeView(for position: ElementPosition) -> UICollectionReusableView? {
    guard let dataSource else { return nil }
    let view = view
    guard let item = position.itemPosition else {
      return dataSource.collectionView(
        view, viewForSupplementaryElementOfKind: view.places.kindName(of: position), at: position.indexPath)
    }
    requireInData(item, dataSource)
    return TracedWork.run("cellForItem") { dataSource.collectionView(view, cellForItemAt: position.indexPath) }
  }

  func willDisplay(_ shown: UICollectionReusableView, at position: ElementPosition) {
    guard let delegate else { return }
    if position.isCell {
      delegate.collectionView(view, willDisplay: CollectionElements.cell(shown), forItemAt: position.indexPath)
    } else if view.places.isSupplementary(position) {
      delegate.collectionView(
        view, willDisplaySupplementaryView: shown, forElementKind: view.places.kindName(of: position),
        at: position.indexPath)
    }
  }

  func didEndDisplaying(_ shown: UICollectionReusableView, at position: ElementPosition) {
    guard let delegate else { return }
    if position.isCell {
      delegate.collectionView(view, didEndDisplaying: CollectionElements.cell(shown), forItemAt: position.indexPath)
    } else if view.places.isSupplementary(position) {
      delegate.collectionView(
        view, didEndDisplayingSupplementaryView: shown, forElementOfKind: view.places.kindName(of: position),
        at: position.indexPath)
    }
  }

  /// Where the content is to stand.
  func targetOffset(proposed: CGPoint) -> CGPoint {
    guard let delegate else { return proposed }
    let target = delegate.collectionView(view, targetContentOffsetForProposedContentOffset: proposed)
    guard target.x.isFinite, target.y.isFinite else {
      misuse(
        """
        collectionView(_:targetContentOffsetForProposedContentOffset:) returned \(target); return finite values, or the \
        offset proposed
        """)
    }
    return target
  }

  // MARK: Highlight and selection

  func shouldHighlight(_ item: RowPosition) -> Bool {
    delegate?.collectionView(view, shouldHighlightItemAt: IndexPath(item)) ?? true
  }

  func didHighlight(_ item: RowPosition) { delegate?.collectionView(view, didHighlightItemAt: IndexPath(item)) }

  func didUnhighlight(_ item: RowPosition) { delegate?.collectionView(view, didUnhighlightItemAt: IndexPath(item)) }

  func shouldSelect(_ item: RowPosition) -> Bool {
    delegate?.collectionView(view, shouldSelectItemAt: IndexPath(item)) ?? true
  }

  func shouldDeselect(_ item: RowPosition) -> Bool {
    delegate?.collectionView(view, shouldDeselectItemAt: IndexPath(item)) ?? true
  }

  func didSelect(_ item: RowPosition) { delegate?.collectionView(view, didSelectItemAt: IndexPath(item)) }

  func didDeselect(_ item: RowPosition) { delegate?.collectionView(view, didDeselectItemAt: IndexPath(item)) }

  func canPerformPrimaryAction(_ item: RowPosition) -> Bool {
    delegate?.collectionView(view, canPerformPrimaryActionForItemAt: IndexPath(item)) ?? false
  }

  func performPrimaryAction(_ item: RowPosition) {
    delegate?.collectionView(view, performPrimaryActionForItemAt: IndexPath(item))
  }

  // MARK: Moving items

  /// Whether the user may move an item. The first call asks the data source to move the item to where it is.
  func canMove(_ item: RowPosition) -> Bool {
    guard let dataSource else { return false }
    let path = IndexPath(item)
    if movesItems == nil {
      movesItems = true
      dataSource.collectionView(view, moveItemAt: path, to: path)
    }
    return movesItems == true && dataSource.collectionView(view, canMoveItemAt: path)
  }

  /// Called by the default implementations of `moveItemAt`: the data source has none of its own.
  func noteThatNoItemMoves() { movesItems = false }

  /// The path that the delegate chooses for an item that is over `proposed`; not checked.
  func targetOfMove(from source: RowPosition, current: RowPosition, proposed: RowPosition) -> IndexPath {
    delegate?.collectionView(
      view, targetIndexPathForMoveOfItemFromOriginalIndexPath: IndexPath(source),
      atCurrentIndexPath: IndexPath(current), toProposedIndexPath: IndexPath(proposed)) ?? IndexPath(proposed)
  }

  /// Tells the data source that the user moved an item, which the view moves itself afterwards.
  func reportMove(from source: RowPosition, to target: RowPosition) {
    guard let dataSource else { return }
    let report = { [view] in dataSource.collectionView(view, moveItemAt: IndexPath(source), to: IndexPath(target)) }
    guard let follower = dataSource as? any RowMoveFollowing else { return report() }
    follower.follow(moveFrom: source, to: target, report: report)
  }

  // MARK: Menus

  /// The menu of some items; of one item the delegate may have a method of its own.
  func contextMenu(of items: [RowPosition], at point: CGPoint) -> UIContextMenuConfiguration? {
    guard let delegate else { return nil }
    if mayHave(.itemsMenu) {
      let made = delegate.collectionView(
        view, contextMenuConfigurationForItemsAt: items.map { IndexPath($0) }, point: point)
      if mayHave(.itemsMenu) { return made }
    }
    guard items.count == 1, let item = items.first else { return nil }
    return delegate.collectionView(view, contextMenuConfigurationForItemAt: IndexPath(item), point: point)
  }

  func willDisplay(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    delegate?.collectionView(view, willDisplayContextMenu: menu, animator: animator)
  }

  func willEnd(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    delegate?.collectionView(view, willEndContextMenuInteraction: menu, animator: animator)
  }
}
