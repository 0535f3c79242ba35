import Foundation
import TableModel
import UIKitCore

extension UICollectionView {
  // MARK: Counts

  /// Sections of the last load; loads when that is due.
  public var numberOfSections: Int {
    loadIfNeeded()
    return places.index.sectionCount
  }

  /// Items of a section at the last load; loads when that is due.
  /// - Precondition: the section exists.
  public func numberOfItems(inSection section: Int) -> Int {
    loadIfNeeded()
    require(section: section, "numberOfItems(inSection:)")
    return places.index.rowCount(inSection: section)
  }

  // MARK: Views on screen

  /// The cells on screen in order of their items. Lays the view out first when that is due.
  public var visibleCells: [UICollectionViewCell] {
    bringUpToDate()
    return elements.queue.visible.compactMap { $0.view as? UICollectionViewCell }
  }

  /// The items on screen in order. Lays the view out first when that is due.
  public var indexPathsForVisibleItems: [IndexPath] {
    bringUpToDate()
    return elements.queue.visible.compactMap { entry in
      let position = ElementPosition(entry.position)
      return position.isCell ? position.indexPath : nil
    }
  }

  /// The cell of an item on screen; nil for others.
  /// - Complexity: O(log visible).
  public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    RowPosition(indexPath).flatMap { elements.cell(at: $0) }
  }

  /// The item that a cell of this view shows; nil for a cell that shows none.
  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    guard let position = cell.position, elements.view(at: position) === cell else { return nil }
    return position.indexPath
  }

  /// The element that a supplementary view shows; nil for a view that shows none.
  public func indexPath(forSupplementaryView view: UICollectionReusableView) -> IndexPath? {
    guard let position = view.position, elements.view(at: position) === view else { return nil }
    return position.indexPath
  }

  /// The supplementary view of a kind on screen; nil for others.
  public func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionReusableView?
  {
    position(ofKind: elementKind, indexPath).flatMap { elements.view(at: $0) }
  }

  /// The supplementary views of a kind on screen.
  public func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
    visibleSupplementaryEntries(ofKind: elementKind).map(\.view)
  }

  /// The elements of a kind on screen.
  public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
    visibleSupplementaryEntries(ofKind: elementKind).map(\.position.indexPath)
  }

  private func visibleSupplementaryEntries(
    ofKind kind: String
  ) -> [(view: UICollectionReusableView, position: ElementPosition)] {
    bringUpToDate()
    return elements.queue.visible.compactMap { entry in
      let position = ElementPosition(entry.position)
      guard places.isSupplementary(position), places.kindName(of: position) == kind else { return nil }
      return (CollectionElements.element(entry.view), position)
    }
  }

  private func position(ofKind kind: String, _ path: IndexPath) -> ElementPosition? {
    guard path.count == 2, path[0] >= 0, path[0] <= Int(Int32.max) else { return nil }
    return ElementPosition(kind: places.layout.kinds.number(of: kind, .supplementary), section: path[0], item: path[1])
  }

  // MARK: Places

  /// The item at a point of the content, on screen or not; nil where none lies.
  public func indexPathForItem(at point: CGPoint) -> IndexPath? {
    bringUpToDate()
    return places.item(at: point).map { IndexPath($0) }
  }

  /// The layout's attributes of an item; nil for an item that does not exist.
  public func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    loadIfNeeded()
    guard let item = RowPosition(indexPath), places.index.contains(item) else { return nil }
    return collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }

  /// The layout's attributes of a supplementary view; nil for one that does not exist.
  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    loadIfNeeded()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }

  /// Scrolls an item to a place of the visible area; `[]` scrolls nothing.
  /// - Precondition: there is such an item.
  public func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    loadIfNeeded()
    // The path is one of the items after a batch that waits, whose callbacks may take the item away.
    if work.isResting, work.isDue(.batch) {
      updates.commitWaiting()
      guard RowPosition(indexPath).map(places.index.contains) ?? true else { return }
    }
    let item = require(indexPath, "scrollToItem(at:at:animated:)")
    if !scrollPosition.isEmpty { scroll(to: item, at: scrollPosition, animated: animated) }
  }

  // MARK: For the owners

  /// Scrolls an item to a place of the visible area, in its strip and with the content; `[]` scrolls as little as shows it.
  final func scroll(to item: RowPosition, at position: ScrollPosition = [], animated: Bool = false) {
    places.updateContentSize(of: self)
    if let strip = places.layout.strip(ofSection: item.section), let frame = places.frame(of: item) {
      strips.scroll(strip, to: frame, at: position, animated: animated)
    }
    places.scrollContent(to: item, at: position, animated: animated)
  }

  /// Does what is due, unless a step of it is running.
  package final func bringUpToDate() {
    if !work.isDone { pass.layOut() }
  }

  final func require(section: Int, _ call: StaticString) {
    guard section >= 0, section < places.index.sectionCount else {
      misuse(
        """
        UICollectionView.\(call): section \(section) does not exist, the collection view has \
        \(places.index.sectionCount) sections
        """)
    }
  }

  /// The place that `path` names, whether such an item exists or not.
  final func requirePosition(_ path: IndexPath, _ call: StaticString) -> RowPosition {
    guard let position = RowPosition(path) else {
      misuse(
        """
        UICollectionView.\(call): the index path \(Array(path)) has not exactly a section and an item; use \
        IndexPath(item:section:)
        """)
    }
    return position
  }

  /// The item `path` names.
  final func require(_ path: IndexPath, _ call: StaticString) -> RowPosition {
    let position = requirePosition(path, call)
    guard !places.index.contains(position) else { return position }
    require(section: position.section, call)
    let count = places.index.rowCount(inSection: position.section)
    misuse(
      "UICollectionView.\(call): item (\(position.row)) beyond bounds (\(count)) for section (\(position.section))")
  }

  /// The visible cell of this view in which a touch began.
  final func cell(under touch: UITouch) -> UICollectionViewCell? {
    var view = touch.view
    while let current = view, current !== self {
      if let cell = current as? UICollectionViewCell, let position = cell.position, elements.view(at: position) === cell
      {
        return cell
      }
      view = current.superview
    }
    return nil
  }
}
