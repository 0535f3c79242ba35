import Foundation

/// The actions of one side of a row; a delegate's answer when the row is swiped.
@MainActor
open class UISwipeActionsConfiguration: NSObject {
  /// From the edge of the row inwards. Empty: the row cannot be swiped to this side.
  public let actions: [UIContextualAction]

  /// Whether swiping across about half the row performs the first action when let go.
  open var performsFirstActionWithFullSwipe = true

  /// - Parameter actions: from the edge of the row inwards.
  public init(actions: [UIContextualAction]) {
    self.actions = actions
    super.init()
  }
}
