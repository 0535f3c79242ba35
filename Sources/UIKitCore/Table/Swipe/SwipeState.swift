import Foundation
import TableModel

/// What a table keeps for swiping rows.
@MainActor
final class SwipeState {
  /// The row that is not in its place; one at a time. Nil is the flag every pass tests.
  @exclusivity(unchecked) var row: SwipedRow?
  let pan = SwipePanGestureRecognizer()
  /// What the pan does once it begins.
  var intent: SwipeIntent?
  /// A touch on the open row: closes it when let go there.
  weak var closingTouch: UITouch?
  /// A touch that closed a row by going down: it begins nothing more.
  weak var spentTouch: UITouch?
  var wheel = SwipeWheel()
  /// Moves what moves by itself.
  var link: CADisplayLink?

  isolated deinit { link?.invalidate() }
}

/// The actions of one side of a row, before it moves.
@MainActor
struct SwipeProposal {
  let side: SwipeSide
  let actions: [UIContextualAction]
  let allowsFull: Bool
}

/// What dragging a row sideways means.
enum SwipeIntent {
  /// The row that has moved already is taken hold of.
  case hold
  /// A row leaves its place.
  case begin(RowPosition, SwipeProposal)
}

/// A row from the moment it leaves its place until it is back.
@MainActor
final class SwipedRow {
  /// What the cell has been told last.
  enum Announcement { case nothing, willOpen, didOpen, willClose }

  var position: RowPosition
  let cell: UITableViewCell
  let view: SwipeActionsView
  /// Hides what of the row leaves its card; nil in tables without cards.
  var margin: UIView?
  let travel: SwipeTravel
  /// The row was swiped, not opened by its control: the delegate follows it.
  let tellsDelegate: Bool
  /// How far the row is from its place, outward, in points.
  var distance = 0.0
  /// Where it rests or is going to.
  var rest = SwipeTravel.Rest.closed
  /// What a finger that holds the row asks for, and what it asked for when it took hold.
  var pull = 0.0
  var pullAtStart = 0.0
  var isHeld = false
  var move: (way: EasedMove, since: TimeInterval)?
  /// The button that spreads, how far it has, and its way.
  var spreadButton = 0
  var spread = 0.0
  var spreadMove: (way: EasedMove, since: TimeInterval)?
  var announcement = Announcement.nothing

  init(
    _ position: RowPosition, _ cell: UITableViewCell, _ proposal: SwipeProposal, rowWidth: Double, tellsDelegate: Bool
  ) {
    self.tellsDelegate = tellsDelegate
    self.position = position
    self.cell = cell
    view = SwipeActionsView(proposal.actions, side: proposal.side, rowWidth: rowWidth)
    travel = SwipeTravel(rowWidth: rowWidth, reach: view.layout.reach, allowsFull: proposal.allowsFull)
  }

  /// Nobody holds it and it is going back: other rows can be touched.
  var isClosing: Bool { !isHeld && rest == .closed }

  /// Whether anything moves by itself.
  var isMoving: Bool { move != nil || spreadMove != nil }

  /// Brings what moves by itself to `now`.
  func advance(to now: TimeInterval) {
    if let (way, since) = move {
      distance = way.offset(at: now - since)
      if now - since >= way.duration { move = nil }
    }
    if let (way, since) = spreadMove {
      spread = way.offset(at: now - since)
      if now - since >= way.duration { spreadMove = nil }
    }
  }
}
