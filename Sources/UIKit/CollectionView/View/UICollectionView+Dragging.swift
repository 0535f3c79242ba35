import Foundation
import TableModel
import UIKitCore

/// A delegate that gives the content which other programs get when the user drags items out of the window. The rules
/// for drags are those of `UITableViewDragDelegate`.
@preconcurrency @MainActor
public protocol UICollectionViewDragDelegate: NSObjectProtocol {
  /// Called when the user begins to drag an item: gives the content that other programs get. Called for the pressed
  /// item first, and for every other selected one if the pressed item is one of several.
  /// - Returns: the content for the item. None for the pressed item means that it cannot be dragged; none for another
  ///   item leaves that out.
  func collectionView(
    _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem]

  /// The drag has begun: the session has all dragged items. Optional.
  func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession)

  /// The drag is over: another program took it or refused it, or the user cancelled it. Called once for each
  /// `dragSessionWillBegin`, unless the view is gone. Optional.
  func collectionView(_ collectionView: UICollectionView, dragSessionDidEnd session: any UIDragSession)
}

extension UICollectionViewDragDelegate {
  /// Does nothing.
  public func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession) {}
  /// Does nothing.
  public func collectionView(_ collectionView: UICollectionView, dragSessionDidEnd session: any UIDragSession) {}
}

extension UICollectionView {
  /// The delegate that lets the user drag items to other programs, and gives the content that these get; nil, the
  /// default, lets no item be dragged.
  public final weak var dragDelegate: (any UICollectionViewDragDelegate)? {
    get { app.dragDelegate }
    set {
      app.dragDelegateWasSet(newValue)
      if newValue != nil { draggedRows.install() }
    }
  }

  /// Whether the user may drag items if there is a drag delegate; true at first. False does not end a drag under way.
  public final var dragInteractionEnabled: Bool {
    get { draggedRows.isAllowed }
    set { draggedRows.isAllowed = newValue }
  }

  /// Whether items of this view are being dragged, or were let go over a program that has yet to fetch them.
  public final var hasActiveDrag: Bool { draggedRows.isActive }
}

extension UICollectionView: RowDragHost {
  package final var admitsRowDrag: Bool {
    app.dragDelegate != nil && elements.openRow == nil && reorder.cell == nil
  }

  package final var mayDragRows: Bool { !work.isBusy }

  package final func dragItems(of row: RowPosition, _ session: any UIDragSession) -> [UIDragItem]? {
    guard let delegate = app.dragDelegate else { return nil }
    let items = delegate.collectionView(self, itemsForBeginning: session, at: IndexPath(row))
    return work.mustEnd ? nil : items
  }

  package final func whileAsking<Answer>(_ body: () -> Answer) -> Answer {
    let outer = work.begin(.reporting)
    defer { work.end(outer) }
    return body()
  }

  package final func rowDragWillBegin(_ session: any UIDragSession) {
    app.dragDelegate?.collectionView(self, dragSessionWillBegin: session)
  }

  package final func rowDragDidEnd(_ session: any UIDragSession) {
    app.dragDelegate?.collectionView(self, dragSessionDidEnd: session)
  }

  package final func showDragged(_ rows: RowSelection, isDragged: Bool) {
    for entry in elements.queue.visible {
      // A cell may change the view when it is told.
      guard let cell = entry.view as? UICollectionViewCell, let item = cell.position?.itemPosition,
        elements.cell(at: item) === cell, rows.contains(item)
      else { continue }
      if isDragged || !isHighlighted(item) { cell.isHighlighted = isDragged }
      cell.setNeedsUpdateConfiguration()
      cell.dragStateDidChange(isDragged ? .dragging : .none)
    }
  }
}

extension DraggedRows: ItemFollower {
  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) { follow(plan) }

  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex) {
    if keepsItems { keepRows(existingIn: index) } else { reset() }
  }
}
