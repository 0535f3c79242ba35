import Foundation
import TableModel
import UIKitCore

/// The ring around the item that the keyboard is at: as large as the item, over the views.
final class ItemRing: CollectionFacet {
  /// Made when the ring is shown first.
  private var ringView: UIView?

  /// Where the ring belongs as long as the view has the keyboard; nil without one. Where the selection follows the
  /// keyboard it shows as much.
  private var frame: CGRect? {
    let (view, chooser) = (view, view.chooser)
    guard chooser.isAllowed, let item = chooser.cursorRow, !(view.selectionFollowsFocus && chooser.isSelected(item)),
      view.places.index.contains(item)
    else { return nil }
    return view.places.seenFrame(of: item)
  }

  /// The view around which the ring is drawn; nil for none.
  var host: UIView? {
    guard let frame else { return nil }
    let host = ringView ?? UIView(frame: frame)
    host.isUserInteractionEnabled = false
    ringView = host
    if host.frame != frame { host.frame = frame }
    if host.superview == nil { view.addSubview(host) }
    return host
  }

  /// Keeps the ring around its item. Called at the end of each layout pass.
  func place() {
    guard let ringView, !view.work.isBusy else { return }
    guard let frame else {
      if ringView.superview != nil { ringView.removeFromSuperview() }
      return
    }
    if ringView.frame != frame { ringView.frame = frame }
  }

  override func checkInvariants() {
    let chooser = view.chooser
    chooser.checkInvariants()
    for entry in view.elements.queue.visible {
      guard let cell = entry.view as? UICollectionViewCell, let item = cell.position?.itemPosition else { continue }
      precondition(cell.isSelected == chooser.isSelected(item), "the cell of \(item.words) is wrongly selected")
    }
  }
}

extension UICollectionView: ChooserHost {
  package var rowIndex: RowHeightIndex { places.index }

  package var allowsChoice: Bool {
    isEditing ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing : allowsSelection
  }

  package var allowsSeveralChoices: Bool {
    isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  package var mayRefuseRows: Bool { app.mayHave(.shouldHighlight) || app.mayHave(.shouldSelect) }

  package func willSelect(_ row: RowPosition) -> IndexPath? { app.shouldSelect(row) ? IndexPath(row) : nil }

  package func requireChoice(_ path: IndexPath) -> RowPosition {
    require(path, "collectionView(_:shouldSelectItemAt:)")
  }

  /// As in UIKit the delegate is not asked about an item that another one replaces.
  package func mayDeselect(_ row: RowPosition, isReplaced: Bool) -> Bool { isReplaced || app.shouldDeselect(row) }

  package func didSelect(_ row: RowPosition) { app.didSelect(row) }

  package func didDeselect(_ row: RowPosition) { app.didDeselect(row) }

  package func performPrimaryAction() {
    guard !isEditing, let item = chooser.cursorRow, app.canPerformPrimaryAction(item) else { return }
    bringUpToDate()
    if let item = chooser.cursorRow { app.performPrimaryAction(item) }
  }

  package func showSelection(animated: Bool) { elements.dressAll() }

  package func selectionDidChange() { UIApplication.current?.accessibilityObserver?.selectionDidChange(in: self) }

  package func keyboardRowDidChange(shows: Bool) {
    ring.place()
    keyboardMoved(shows: shows)
  }

  /// Gives a cell on screen the selection and highlight of its item.
  final func dress(_ cell: UICollectionViewCell, at item: RowPosition) {
    let isSelected = chooser.isSelected(item)
    if cell.isSelected != isSelected { cell.isSelected = isSelected }
    let isHighlighted = isHighlighted(item)
    if cell.isHighlighted != isHighlighted { cell.isHighlighted = isHighlighted }
  }

  /// Whether an item looks pressed.
  final func isHighlighted(_ item: RowPosition) -> Bool { press.row == item || menus.item == item }

  /// A view inside a cell has or had the keyboard: its item has it from now on.
  final func inheritKeyboard(from inner: UIView) {
    var current: UIView? = inner
    while let next = current, next !== self {
      if let cell = next as? UICollectionViewCell, let item = cell.position?.itemPosition {
        return chooser.start(at: item)
      }
      current = next.superview
    }
  }
}

extension RowChooser: ItemFollower {
  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) {
    prepare(for: plan, from: old)
    follow(plan)
  }

  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex) {
    if !keepsItems { reset() }
    keepRows(existingIn: index)
  }
}

extension UICollectionView {
  /// All selected items in order; nil without selection.
  /// - Complexity: O(selected items); the view itself never asks for it.
  public var indexPathsForSelectedItems: [IndexPath]? { chooser.selection.all.map { IndexPath($0) } }

  /// Selects an item in code: no delegate method is called. Without `allowsMultipleSelection` other items are deselected;
  /// nil deselects all.
  /// - Parameter scrollPosition: where to scroll the item; `[]` does not scroll.
  /// - Precondition: the item exists.
  public func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    loadIfNeeded()
    guard let indexPath else { return chooser.removeAll(animated: animated) }
    chooser.set(require(indexPath, "selectItem(at:animated:scrollPosition:)"), animated: animated)
    // A cell that is told of it may change the items.
    guard !scrollPosition.isEmpty, let item = chooser.cursorRow else { return }
    scroll(to: item, at: scrollPosition, animated: animated)
  }

  /// Deselects an item in code: no delegate method is called. Does nothing for items that are not selected.
  public func deselectItem(at indexPath: IndexPath, animated: Bool) {
    if let item = RowPosition(indexPath) { chooser.remove(item, animated: animated) }
  }

  /// Selects every item, where several can be selected. Items the delegate refuses are left out; it is asked if there are
  /// at most 100,000 items.
  public func selectAll(_ sender: Any?) {
    loadIfNeeded()
    chooser.chooseAll()
  }
}
