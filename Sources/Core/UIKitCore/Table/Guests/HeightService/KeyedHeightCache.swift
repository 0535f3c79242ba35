import Foundation

/// Heights by a key of the app's, part of a `TableHeightService`: for content with an identity of its own, which keeps
/// its height wherever its row goes, through every reload.
///
/// A height holds for the width (and separator, margins, edit mode) the table had when it was cached; one of the last
/// four widths that comes back finds its heights again. Nothing is forgotten by itself: a key should change with the
/// content, or be invalidated.
@preconcurrency @MainActor
public final class KeyedHeightCache {
  private let store: HeightStore

  init(_ store: HeightStore) { self.store = store }

  /// Whether the height is known for the table's present width.
  public func existsHeight(forKey key: AnyHashable) -> Bool { height(forKey: key) != nil }

  /// The height in points, the separator included; nil when it is not known for the table's present width.
  public func height(forKey key: AnyHashable) -> CGFloat? { store.height(for: key).map { CGFloat($0) } }

  /// Keeps a height for the table's present width.
  /// - Parameter height: in points, the separator included.
  /// - Precondition: finite and not negative, at most 1,000,000,000.
  public func cache(_ height: CGFloat, forKey key: AnyHashable) {
    requireHeight(height, "KeyedHeightCache.cache(_:forKey:)", "key \(key)")
    store.cache(height, for: key)
  }

  /// Forgets the key's height for every width.
  public func invalidateHeight(forKey key: AnyHashable) { store.invalidate(key) }

  /// Forgets all heights by key for every width.
  public func invalidateAll() { store.invalidateKeys() }
}
