import Foundation
import TableModel
import UIKitCore

extension UICollectionView: PressHost {
  package var admitsPress: Bool { chooser.isAllowed }

  /// As in UIKit the item is chosen first, and not highlighted any more then.
  package var choosesPressedRow: Bool { true }

  package func pressView(under touch: UITouch) -> UIView? { cell(under: touch) }

  package func pressView(at row: RowPosition) -> UIView? { elements.cell(at: row) }

  package func pressRow(of view: UIView) -> RowPosition? {
    guard let item = (view as? UICollectionViewCell)?.position?.itemPosition, elements.cell(at: item) === view else {
      return nil
    }
    return item
  }

  package func shouldHighlight(_ row: RowPosition) -> Bool { app.shouldHighlight(row) }

  package func pressDidBegin(at row: RowPosition, in view: UIView) {
    (view as? UICollectionViewCell)?.isHighlighted = true
    app.didHighlight(row)
  }

  package func pressDidEnd(at row: RowPosition, animated: Bool) {
    // A finger that rested has opened the item's menu.
    if !isHighlighted(row) { elements.cell(at: row)?.isHighlighted = false }
    app.didUnhighlight(row)
  }

  package func choosePressed(_ row: RowPosition, modifiers: UIKeyModifierFlags) {
    chooser.choose(row, modifiers: modifiers)
  }
}

extension RowPress: ItemFollower {
  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) { follow(plan) }

  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex) {
    if keepsItems { keepRows(existingIn: index) } else { reset() }
  }
}
