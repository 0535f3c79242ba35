import Foundation

/// A button of an alert or action sheet: its title, its look, and what a choice of it does.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
  /// The looks of a button.
  public enum Style: Int, Sendable {
    /// Plain.
    case `default` = 0
    /// Leaves things as they are; Escape stands for it. An alert has at most one.
    case cancel
    /// In red: it destroys something.
    case destructive
  }

  /// The button's title.
  public final let title: String?
  /// The button's look.
  public final let style: Style
  /// Whether the button can be chosen. May change while the alert is shown.
  open var isEnabled = true { didSet { if isEnabled != oldValue { alert?.actionChanged(self) } } }
  /// Follows `isEnabled`.
  final weak var alert: UIAlertController?
  private let handler: (@MainActor (UIAlertAction) -> Void)?

  /// - Parameter handler: called when the user has chosen the button and the alert has gone.
  public init(title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
    super.init()
  }

  final func perform() { handler?(self) }
}
