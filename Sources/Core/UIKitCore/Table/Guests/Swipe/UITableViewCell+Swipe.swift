import Foundation
import TableModel

extension UITableViewCell {
  /// The cell is about to be animated out: the buttons come along.
  /// - Parameter isLeaving: the cell is on its way out of sight; the strip behind it must not end.
  func keepSwipe(_ view: SwipeActionsView, isLeaving: Bool) {
    var strip = view.frame
    strip.origin.x -= frame.minX
    strip.origin.y = 0
    if isLeaving {
      strip.size.width = bounds.width
      strip.origin.x = view.isAtLeft ? -bounds.width : bounds.width
    }
    // The table gives the cell of a card's end its clip again when it shows it.
    if table?.style == .insetGrouped { clipsToBounds = false }
    view.isLeaving = isLeaving
    view.isUserInteractionEnabled = false
    addSubview(view)
    view.frame = strip
    leave(with: view, towards: isLeaving ? view.sign * bounds.width : nil)
  }

  /// The buttons the cell took along.
  var keptSwipe: SwipeActionsView? { aside.kept as? SwipeActionsView }
}
