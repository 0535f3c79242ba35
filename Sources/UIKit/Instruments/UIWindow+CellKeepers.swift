import Foundation
import UIKitCore

extension UIWindow {
  /// The table or grid that covers most of the window.
  func largestCellKeeper(except hidden: UIView? = nil) -> (any CellKeeper)? {
    var best: (any CellKeeper)?
    var bestArea: CGFloat = 0
    func visit(_ view: UIView) {
      guard !view.isHidden, view !== hidden else { return }
      // Views inside its cells are part of it.
      guard let keeper = view as? any CellKeeper else { return view.subviews.forEach(visit) }
      let area = keeper.bounds.width * keeper.bounds.height
      if area > bestArea { (best, bestArea) = (keeper, area) }
    }
    subviews.forEach(visit)
    return best
  }
}
