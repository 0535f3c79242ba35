import Foundation
import TableModel

/// A scroll view whose rows or items can be swiped: the questions that `RowSwipe` asks, and the events that it reports.
///
/// A table and a collection view answer. Points and frames are in content coordinates.
@MainActor
package protocol SwipeHost: UIScrollView {
  /// Whether a row may leave its place now: the host is in the middle of no pass, and lends no row.
  var admitsSwipe: Bool { get }

  /// Whether the host is in edit mode, in which no gesture begins a swipe.
  var isEdited: Bool { get }

  /// The colour behind rows that are cards with margins beside them; nil where a row may be seen in the margins.
  var cardGround: UIColor? { get }

  /// The row on screen at a point.
  func swipeRow(at point: CGPoint) -> RowPosition?

  /// The view of a row on screen that can be moved aside; nil for other rows.
  func swipeView(at row: RowPosition) -> (any SwipeView)?

  /// The frame of a row at rest; nil for a row that does not exist.
  func swipeFrame(of row: RowPosition) -> CGRect?

  /// Asks the app for the actions of one side. Nil: the row cannot be swiped to that side.
  func swipeProposal(for row: RowPosition, _ side: SwipeSide) -> SwipeProposal?

  /// The host's own actions at the end of a row, for a control that shows actions where the app has none.
  func ownProposal(for row: RowPosition) -> SwipeProposal?

  /// Whether the app has actions of its own at the end of a row. Asks the app.
  func hasTrailingActions(for row: RowPosition) -> Bool

  /// A row is about to leave its place: ends presses, and tells the app.
  /// - Returns: whether the app is to be told of the end.
  func swipeWillBegin(at row: RowPosition) -> Bool

  /// A row of whose swipe the app was told is back in its place.
  /// - Parameter row: nil for a row that does not exist any more.
  func swipeDidEnd(at row: RowPosition?)

  /// A row is beside its place, or none any more.
  func noteOpen(_ row: (any OpenRow)?)

  /// Buttons cover the end of the open row.
  /// - Parameter width: in points; 0 when none do any more.
  func rowEndsDidGetCovered(by width: Double)

  /// Adds a view that belongs to a swiped row, directly above or below the row's view.
  func addSwipePart(_ part: UIView, isAbove: Bool, _ view: UIView)

  /// A view that `addSwipePart` added is about to leave the host.
  func swipePartWillLeave(_ part: UIView)
}

extension SwipeHost {
  package func ownProposal(for row: RowPosition) -> SwipeProposal? { nil }

  package func hasTrailingActions(for row: RowPosition) -> Bool {
    swipeProposal(for: row, .trailing) != nil
  }

  package func rowEndsDidGetCovered(by width: Double) {}

  package func addSwipePart(_ part: UIView, isAbove: Bool, _ view: UIView) {
    if isAbove { insertSubview(part, aboveSubview: view) } else { insertSubview(part, belowSubview: view) }
  }

  package func swipePartWillLeave(_ part: UIView) {}
}

/// The view of a row that can be moved aside.
@MainActor
package protocol SwipeView: UIView {
  /// Whether the view is beside its place, or leaves the host from there.
  var isAside: Bool { get }

  /// The view leaves its place.
  /// - Parameter companions: views of the host that move up and down with it.
  func stepAside(with companions: [UIView])

  /// The view is in its place again, or out of the host: it forgets the swipe.
  func stepBack()

  /// The view leaves the host for good, and takes its buttons along.
  /// - Parameter exit: the distance to the right at which the view disappears, in points; nil where it only fades.
  func leave(with buttons: UIView, towards exit: Double?)

  /// The row is about to leave its place, or is about to be back.
  func swipeWillChange(isOpen: Bool)

  /// The row has come to rest.
  func swipeDidChange()
}

extension SwipeView {
  package func swipeWillChange(isOpen: Bool) {}
  package func swipeDidChange() {}
}

/// The actions of one side of a row, before it moves.
@MainActor
package struct SwipeProposal {
  let side: SwipeSide
  /// From the edge of the host inwards; never empty.
  let actions: [UIContextualAction]
  /// Whether pulling across about half the row performs the first one.
  let allowsFull: Bool

  init(side: SwipeSide, actions: [UIContextualAction], allowsFull: Bool) {
    self.side = side
    self.actions = actions
    self.allowsFull = allowsFull
  }

  /// The actions that the app answered; nil for an answer without actions.
  package init?(_ configuration: UISwipeActionsConfiguration, _ side: SwipeSide) {
    guard !configuration.actions.isEmpty else { return nil }
    self.init(
      side: side, actions: configuration.actions, allowsFull: configuration.performsFirstActionWithFullSwipe)
  }
}
