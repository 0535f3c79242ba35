import Foundation
import TableModel
import UIKitCore

/// A part of a `UICollectionView` that owns one concern of it: its state, which is private, and the rules by which that
/// state changes. A part asks and tells others through the view. Its invariants are checked by
/// `UICollectionView.checkInvariants()`, outside of layout passes.
///
/// The counterpart of `UIKitCore`'s `Facet`, a class that cannot be derived from in another module.
@MainActor
class CollectionFacet {
  /// Ends on the main actor, wherever the last reference to the view is dropped, and with it what the facet keeps. The
  /// view is gone by then.
  isolated deinit {}

  // Unchecked: the view makes its facets, attaches them in its initializer and is the only one that keeps them, so that
  // none is called after the view's end. A checked reference costs an atomic increment and decrement each time a frame
  // reads it.
  private unowned(unsafe) var storedView: UICollectionView?

  /// Called once by the view's initializer.
  final func attach(to view: UICollectionView) { storedView = view }

  /// The collection view this is a part of. Each use counts a reference: methods that every frame calls get the view from
  /// their caller.
  final var view: UICollectionView { storedView.unsafelyUnwrapped }

  /// Stops at the first broken invariant; called in tests, while the view is at rest.
  func checkInvariants() {}
}

/// A facet that keeps the place of an item, and hears whenever places change their meaning.
@MainActor
protocol ItemFollower: AnyObject {
  /// The counts were asked anew.
  /// - Parameters:
  ///   - keepsItems: an item that still exists is taken to be the one it was; else all are others.
  ///   - index: the new counts.
  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex)

  /// Items and sections came, went or moved: places mean the new ones from here on. Called before any callback.
  /// - Parameter old: the counts before.
  func follow(_ plan: UpdatePlan, from old: RowHeightIndex)
}

extension ElementPosition {
  /// The cell of an item.
  init(_ item: RowPosition) { self.init(section: item.section, item: item.row) }

  /// The item whose cell it is; nil for another element.
  var itemPosition: RowPosition? { isCell ? RowPosition(section: Int(section), row: item) : nil }

  /// The place in the queue of views: kind and section as one number, ordered as positions are.
  var place: GridPosition { GridPosition(row: Int(kind) << 32 | Int(section), column: item) }

  init(_ place: GridPosition) {
    self.init(kind: Int32(place.row >> 32), section: Int(place.row & 0xFFFF_FFFF), item: place.column)
  }

  /// The path that apps know it by.
  var indexPath: IndexPath { IndexPath(item: item, section: Int(section)) }
}

extension ElementTile {
  /// Whether it is the tile of the same element at the same place.
  func isSame(as other: ElementTile) -> Bool {
    position == other.position && frame.origin.x == other.frame.origin.x && frame.origin.y == other.frame.origin.y
      && frame.size.width == other.frame.size.width && frame.size.height == other.frame.size.height
      && zIndex == other.zIndex && isInStrip == other.isInStrip
  }
}

extension RowPosition {
  /// For messages.
  var words: String { "item \(row) of section \(section)" }
}
