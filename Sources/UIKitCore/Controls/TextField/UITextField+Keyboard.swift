import Foundation

/// Keys of a field. What it has no use for goes up the responder chain: to the search bar, the table, the controller.
extension UITextField {
  /// - Returns: whether the field used the key, or waits for the text that comes with it.
  func handleKey(_ key: UIKey) -> Bool {
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    if held.contains(.command) { return false }
    if held.contains(.control) { return handleControlKey(key, isShifted: held.contains(.shift)) }
    switch key.keyCode {
    case .keyboardLeftArrow, .keyboardRightArrow:
      guard !held.contains(.alternate) else { return false }
      moveCaret(toTheRight: key.keyCode == .keyboardRightArrow, isExtending: held.contains(.shift))
    case .keyboardHome: userMoves { $0.move(.backward, by: .all, extending: held.contains(.shift)) }
    case .keyboardEnd: userMoves { $0.move(.forward, by: .all, extending: held.contains(.shift)) }
    case .keyboardDeleteOrBackspace:
      settleComposing()
      deleteBackward()
    case .keyboardDeleteForward:
      if held == .shift { cut(nil) } else { userDeletes(.forward, by: .cluster) }
    case .keyboardInsert:
      guard held == .shift else { return false }
      paste(nil)
    case .keyboardReturnOrEnter, .keypadEnter: returnPressed()
    case .keyboardTab: return moveFocus(forward: !held.contains(.shift))
    case .keyboardEscape: return endComposingByKey()
    // The text that follows belongs to the field.
    default: return !key.characters.isEmpty
    }
    return true
  }

  private func handleControlKey(_ key: UIKey, isShifted: Bool) -> Bool {
    switch key.keyCode {
    case .keyboardLeftArrow, .keyboardRightArrow:
      moveCaretByWord(toTheRight: key.keyCode == .keyboardRightArrow, isExtending: isShifted)
    case .keyboardHome: userMoves { $0.move(.backward, by: .all, extending: isShifted) }
    case .keyboardEnd: userMoves { $0.move(.forward, by: .all, extending: isShifted) }
    case .keyboardDeleteOrBackspace: userDeletes(.backward, by: .word)
    case .keyboardDeleteForward: userDeletes(.forward, by: .word)
    case .keyboardInsert: copy(nil)
    default: return handleShortcut(key, isShifted: isShifted)
    }
    return true
  }

  private func handleShortcut(_ key: UIKey, isShifted: Bool) -> Bool {
    switch (key.commandLetter, isShifted) {
    case ("a", false): selectAll(nil)
    case ("c", false): copy(nil)
    case ("x", false): cut(nil)
    case ("v", false): paste(nil)
    case ("z", _): userUndoes(isRedo: isShifted)
    case ("y", false): userUndoes(isRedo: true)
    default: return false
    }
    return true
  }

  // MARK: The caret

  /// To the neighbour that is seen there, whatever the direction of the text.
  private func moveCaret(toTheRight: Bool, isExtending: Bool) {
    settleComposing()
    let line = canvas.line
    let selection = editor.selection
    userMoves { editor in
      if !isExtending, !selection.isEmpty {
        let anchorIsRight = line.caret(atOffset: selection.anchor) > line.caret(atOffset: selection.head)
        return editor.moveCaret(to: anchorIsRight == toTheRight ? selection.anchor : selection.head)
      }
      editor.moveCaret(to: line.offset(nextTo: selection.head, toTheRight: toTheRight), extending: isExtending)
    }
  }

  private func moveCaretByWord(toTheRight: Bool, isExtending: Bool) {
    let isForward = toTheRight != canvas.line.isRightToLeft
    let unit: TextEditor.Unit = isSecureTextEntry ? .all : .word
    userMoves { $0.move(isForward ? .forward : .backward, by: unit, extending: isExtending) }
  }

  private func endComposingByKey() -> Bool {
    guard editor.marked != nil else { return false }
    settleComposing()
    return true
  }

  // MARK: Leaving

  /// An action for the end of editing by this key ends it, as in UIKit.
  private func returnPressed() {
    settleComposing()
    guard delegate?.textFieldShouldReturn(self) ?? true else { return }
    let ends = allControlEvents.contains(.editingDidEndOnExit)
    sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    if ends { resignFirstResponder() }
  }

  /// To the next view that takes the keyboard; without one, back to what has the keys otherwise.
  private func moveFocus(forward: Bool) -> Bool {
    settleComposing()
    return window?.focus.move(isForward: forward) == true || resignFirstResponder()
  }
}
