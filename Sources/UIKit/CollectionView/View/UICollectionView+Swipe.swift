import Foundation
import TableModel
import UIKitCore

/// The rows of lists are swiped as those of tables are: the list's configuration supplies their actions.
extension UICollectionView: SwipeHost {
  package var admitsSwipe: Bool { !work.isBusy && !work.mustEnd }

  package var isEdited: Bool { isEditing }

  package var cardGround: UIColor? { backgroundView == nil ? backgroundColor : nil }

  package func swipeRow(at point: CGPoint) -> RowPosition? {
    places.item(at: point).flatMap { swipeView(at: $0) == nil ? nil : $0 }
  }

  package func swipeView(at row: RowPosition) -> (any SwipeView)? {
    elements.cell(at: row) as? UICollectionViewListCell
  }

  package func swipeFrame(of row: RowPosition) -> CGRect? {
    places.index.contains(row) ? places.frame(of: row) : nil
  }

  package func swipeProposal(for row: RowPosition, _ side: SwipeSide) -> SwipeProposal? {
    guard let layout = places.layout as? UICollectionViewCompositionalLayout,
      let list = layout.section(row.section)?.listConfiguration
    else { return nil }
    let provider =
      side == .leading ? list.leadingSwipeActionsConfigurationProvider : list.trailingSwipeActionsConfigurationProvider
    return provider?(IndexPath(row)).flatMap { SwipeProposal($0, side) }
  }

  package func swipeWillBegin(at row: RowPosition) -> Bool {
    press.cancel()
    return false
  }

  package func swipeDidEnd(at row: RowPosition?) {}

  package func noteOpen(_ row: (any OpenRow)?) { elements.noteOpen(row, swipe.openView) }

  package func addSwipePart(_ part: UIView, isAbove: Bool, _ view: UIView) {
    tree.addCompanion(part, isAbove: isAbove, view)
  }

  package func swipePartWillLeave(_ part: UIView) { tree.companionWillLeave(part) }
}

extension RowSwipe: ItemFollower {
  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) { follow(plan) }

  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex) { reset() }
}
