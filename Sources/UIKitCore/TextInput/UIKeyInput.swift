import Foundation

/// A responder that takes text from the keyboard: while it is first responder, what is typed is handed to it.
@MainActor
public protocol UIKeyInput: AnyObject {
  /// Whether there is any text.
  var hasText: Bool { get }
  /// Text was typed, or an input method settled what it composed.
  func insertText(_ text: String)
  /// The character before the caret is to go.
  func deleteBackward()
}
