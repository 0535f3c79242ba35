import Foundation

/// An action of a swiped row as tables had them before `UIContextualAction`; see
/// `UITableViewDelegate.tableView(_:editActionsForRowAt:)`.
///
/// The row stays open after the action, until the table is told what happened to it: the row is deleted or reloaded, or
/// `setEditing(false, animated:)` is called.
@preconcurrency @MainActor
open class UITableViewRowAction: NSObject {
  /// The meaning of an action for its row.
  public enum Style: Int, Sendable {
    /// Red, the same as `destructive`.
    case `default` = 0
    /// Grey.
    case normal
    /// Another name of `default`.
    public static let destructive = Style.default
  }

  /// The meaning of the action for its row.
  public let style: Style
  /// The button's text.
  open var title: String?
  /// Fills the button; nil uses the colour of the style.
  open var backgroundColor: UIColor?
  /// Called with the action and the row's present path when the button is pressed.
  let handler: @MainActor (UITableViewRowAction, IndexPath) -> Void

  /// - Parameter handler: called with the action and the row's present path when the button is pressed.
  public init(
    style: Style, title: String?, handler: @escaping @MainActor (_ action: UITableViewRowAction, IndexPath) -> Void
  ) {
    self.style = style
    self.title = title
    self.handler = handler
    super.init()
  }
}
