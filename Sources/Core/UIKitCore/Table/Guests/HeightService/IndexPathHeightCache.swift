import Foundation
import TableModel

/// Heights by index path, part of a `TableHeightService`.
///
/// A height holds for the width (and separator, margins, edit mode) the table had when it was cached; one of the last
/// four widths that comes back finds its heights again. Batch updates move heights along with their rows and forget
/// those of reloaded and reconfigured ones; `reloadData()` forgets all,
/// `reloadDataWithoutInvalidatingHeights()` none.
@preconcurrency @MainActor
public final class IndexPathHeightCache {
  private let store: HeightStore

  init(_ store: HeightStore) { self.store = store }

  /// Whether the row's height is known for the table's present width.
  /// - Complexity: O(log n).
  public func existsHeight(at indexPath: IndexPath) -> Bool { height(at: indexPath) != nil }

  /// The row's height in points, the separator included; nil when it is not known for the table's present width.
  /// - Complexity: O(log n).
  public func height(at indexPath: IndexPath) -> CGFloat? {
    store.height(at: position(indexPath, "height(at:)")).map { CGFloat($0) }
  }

  /// Keeps a height for the table's present width.
  /// - Parameter height: in points, the separator included.
  /// - Precondition: finite and not negative, at most 1,000,000,000.
  /// - Complexity: O(log n).
  public func cache(_ height: CGFloat, at indexPath: IndexPath) {
    let row = position(indexPath, "cache(_:at:)")
    requireHeight(height, "IndexPathHeightCache.cache(_:at:)", "row \(row.row) of section \(row.section)")
    store.cache(height, at: row)
  }

  /// Forgets the row's height for every width. Call it when the row's content changed without a reload.
  /// - Complexity: O(log n).
  public func invalidateHeight(at indexPath: IndexPath) {
    store.invalidate(position(indexPath, "invalidateHeight(at:)"))
    store.table?.heightServiceInUse?.precacher.resume()
  }

  /// Forgets all heights by index path for every width.
  public func invalidateAll() {
    store.invalidateRows()
    store.table?.heightServiceInUse?.precacher.resume()
  }

  private func position(_ indexPath: IndexPath, _ call: StaticString) -> RowPosition {
    requireRow(indexPath, "IndexPathHeightCache.\(call)")
  }
}

/// The row that a path names, whether the table has it or not.
func requireRow(_ indexPath: IndexPath, _ call: @autoclosure () -> String) -> RowPosition {
  guard let row = RowPosition(indexPath), row.section >= 0, row.row >= 0 else {
    tableMisuse("\(call()): \(Array(indexPath)) is no row; use IndexPath(row:section:) with numbers from 0")
  }
  return row
}

/// Stops at what is no height.
func requireHeight(_ height: Double, _ call: @autoclosure () -> String, _ place: @autoclosure () -> String) {
  guard height >= 0, height <= RowHeightIndex.tallest else {
    tableMisuse(
      "\(call()) was given height \(height) for \(place()); a height must be from 0 to \(RowHeightIndex.tallest)")
  }
}
