import Foundation
import TableModel
import UIKitCore

/// Prepares items before they come on screen: loads images, reads files, starts requests. The rules are those of
/// `UITableViewDataSourcePrefetching`.
@preconcurrency @MainActor
public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
  /// Items are likely to come on screen soon; the nearest first, none of them on screen. Each is announced once until it
  /// was on screen or was called off. Called after a layout pass.
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])

  /// Announced items are not likely to come on screen any more: the content turned back, or jumped elsewhere. Optional.
  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension UICollectionViewDataSourcePrefetching {
  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
  ) {}
}

extension UICollectionView {
  /// Prepares items ahead, held weakly; nil prefetches nothing. Setting it announces anew; items announced to the former
  /// one are not called off.
  public var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
    get { app.prefetchSource }
    set {
      guard newValue !== app.prefetchSource else { return }
      app.prefetchSourceWasSet(newValue)
      prefetcher.sourceWasSet()
    }
  }

  /// Whether items are announced; true at first. Setting it to false calls off the outstanding items.
  public var isPrefetchingEnabled: Bool {
    get { prefetcher.isAllowed }
    set { prefetcher.isAllowed = newValue }
  }
}

extension UICollectionView: PrefetchHost {
  package final var hasPrefetchSource: Bool { app.prefetchSource != nil }

  /// Cells come before other elements among the tiles.
  package final var rowsOnScreen: (first: RowPosition, last: RowPosition, count: Int)? {
    let tiles = places.plan.tiles
    guard let first = tiles.first?.position.itemPosition else { return nil }
    var end = tiles.count
    while end > 1, !tiles[end - 1].position.isCell { end -= 1 }
    guard let last = tiles[end - 1].position.itemPosition else { return nil }
    return (first, last, end)
  }

  package final var areRowsOutdated: Bool { work.mustEnd }

  package final func prefetch(_ rows: ContiguousArray<RowPosition>) {
    app.prefetchSource?.collectionView(self, prefetchItemsAt: rows.map { IndexPath($0) })
  }

  package final func cancelPrefetching(_ rows: ContiguousArray<RowPosition>) {
    app.prefetchSource?.collectionView(self, cancelPrefetchingForItemsAt: rows.map { IndexPath($0) })
  }
}

extension RowPrefetcher: ItemFollower {
  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) { follow(plan) }

  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex) {
    if keepsItems { keepRows(existingIn: index) } else { reset() }
  }
}
