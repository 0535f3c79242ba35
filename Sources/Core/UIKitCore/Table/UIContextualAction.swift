import Foundation

/// One of the buttons that appear when a row is swiped.
///
/// The table reads title, image and colour when the row begins to move; later changes show the next time.
@preconcurrency @MainActor
open class UIContextualAction: NSObject {
  /// The meaning of an action for its row.
  public enum Style: Int, Sendable {
    /// The row stays; grey unless coloured.
    case normal = 0
    /// The row goes when the action succeeds; red unless coloured.
    case destructive
  }

  /// Carries out the action.
  ///
  /// It is given the action, the button, and a closure to call once with whether the action was carried out. True puts
  /// the row back into its place, or, of a destructive action, moves it out of sight, because it is about to be
  /// deleted (before, in or after the call); false puts the row back in any case. Until then the row stays open. The
  /// closure may be called later and on any thread; calls after the first, or after the row was closed, have no effect.
  public typealias Handler =
    @MainActor (
      _ action: UIContextualAction, _ sourceView: UIView, _ completion: @escaping @Sendable (Bool) -> Void
    ) -> Void

  /// The meaning of the action for its row.
  public let style: Style
  /// Called when the button is pressed, and for the first action when the row is swiped across.
  public let handler: Handler
  /// The button's text, on one line.
  open var title: String?
  /// Shown in white above the title; instead of it in rows too low for both.
  open var image: UIImage?
  private var customColor: UIColor?

  /// Fills the button. Nil, when set, restores the colour of the style.
  open var backgroundColor: UIColor! {
    get { customColor ?? (style == .destructive ? .systemRed : .systemGray) }
    set { customColor = newValue }
  }

  /// - Parameters:
  ///   - title: the button's text; nil for a button that shows only an image.
  ///   - handler: see `Handler`; the action keeps it.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
    super.init()
  }
}

/// The actions of one side of a row; a delegate's answer when the row is swiped.
@preconcurrency @MainActor
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

/// The side of a row that swiping bares.
package enum SwipeSide: Sendable {
  /// The side where reading begins.
  case leading
  /// The side where reading ends.
  case trailing

  /// The side that is bared when a row moves to the right, or to the left.
  init(movingRight: Bool, isTurned: Bool) { self = movingRight != isTurned ? .leading : .trailing }
}
