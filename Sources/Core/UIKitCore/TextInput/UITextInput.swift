import Foundation

/// A responder whose text can be selected, and composed by an input method.
///
/// Composed text stands in the text, marked, and changes with every key until `insertText(_:)` or `unmarkText()`
/// settles it. Offsets and lengths count UTF-16 units, as those of `NSString`.
@preconcurrency @MainActor
public protocol UITextInput: UIKeyInput {
  /// The selected range, empty for the caret alone; nil while nothing is edited.
  var selectedTextRange: UITextRange? { get set }
  /// The range of composed text that is not committed yet; nil without such text.
  var markedTextRange: UITextRange? { get }
  /// Where the text begins and ends.
  var beginningOfDocument: UITextPosition { get }
  /// See `beginningOfDocument`.
  var endOfDocument: UITextPosition { get }

  /// Shows `markedText` in the place of what is marked, or of the selection; nil or an empty text ends composing.
  /// - Parameter selectedRange: within `markedText`; clamped to it.
  func setMarkedText(_ markedText: String?, selectedRange: NSRange)
  /// Commits the marked text as it is.
  func unmarkText()

  /// The characters of a range.
  func text(in range: UITextRange) -> String?
  /// Replaces the characters of a range, and puts the caret behind them.
  func replace(_ range: UITextRange, withText text: String)
  /// The range between two places, in either order.
  func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
  /// The place `offset` units from another; nil outside of the text.
  func position(from position: UITextPosition, offset: Int) -> UITextPosition?
  /// Units from one place to another, negative backwards.
  func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
  /// Where the caret stands at a place, in the view's coordinates, in points.
  func caretRect(for position: UITextPosition) -> CGRect
  /// The rectangle of the first stretch of a range, in the same coordinates.
  func firstRect(for range: UITextRange) -> CGRect
  /// The place closest to a point of the view.
  func closestPosition(to point: CGPoint) -> UITextPosition?
}

/// The further requirements on the framework's own fields and text views.
@MainActor
protocol TextInputClient: UITextInput {
  /// Whether the user can change the text.
  var isTextEditable: Bool { get }
  /// The caret in points of the window.
  var caretAreaInWindow: CGRect { get }
  /// The window got or lost the keyboard while this is first responder.
  func keyboardFocusChanged()
}

/// A responder that takes text from the keyboard: while it is first responder, it receives the typed text.
@preconcurrency @MainActor
public protocol UIKeyInput: AnyObject {
  /// Whether there is any text.
  var hasText: Bool { get }
  /// Text was typed, or an input method settled what it composed.
  func insertText(_ text: String)
  /// The character before the caret is to go.
  func deleteBackward()
}
