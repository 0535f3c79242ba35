import Foundation

/// The caret blinks: between two changes nothing is drawn, and where there is no caret nothing happens at all.
extension TextFieldCanvas {
  /// Seconds the caret is seen, and then not.
  static let blinkInterval = 0.5

  /// Whether there is a caret, lit or not.
  private var hasCaret: Bool {
    guard let field, let window else { return false }
    return field.isEditing && field.editor.selection.isEmpty && window.application.textInput.isFocused
  }

  /// The caret was moved: it is seen, so that the eye can follow.
  func restartBlinking() {
    isCaretLit = false
    blinking.cancel()
    updateBlinking()
  }

  /// Starts or ends blinking, as there is a caret or not.
  func updateBlinking() {
    guard hasCaret, let loop = window?.application.frameLoop else {
      blinking.cancel()
      if isCaretLit {
        isCaretLit = false
        setNeedsComposite()
      }
      return
    }
    guard blinking.time == nil else { return }
    isCaretLit = true
    setNeedsComposite()
    blinking.set(after: Self.blinkInterval, on: loop)
  }

  func blink() {
    guard hasCaret, let loop = window?.application.frameLoop else { return updateBlinking() }
    isCaretLit.toggle()
    setNeedsComposite()
    blinking.set(after: Self.blinkInterval, on: loop)
  }
}
