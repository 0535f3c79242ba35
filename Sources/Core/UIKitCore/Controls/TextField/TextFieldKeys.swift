/// The keys of a field: which change of the text each one makes. Keys without a use here go up the responder chain: to
/// the search bar, the table, the controller.
@MainActor
struct TextFieldKeys {
  private let field: UITextField
  private var editing: TextFieldEditing { field.editing }

  init(_ field: UITextField) { self.field = field }

  /// - Returns: whether the field used the key, or waits for the text that comes with it.
  func take(_ key: UIKey) -> Bool {
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    if held.contains(.command) { return false }
    if held.contains(.control) { return takeControlKey(key, isShifted: held.contains(.shift)) }
    switch key.keyCode {
    case .keyboardLeftArrow, .keyboardRightArrow:
      guard !held.contains(.alternate) else { return false }
      moveCaret(toTheRight: key.keyCode == .keyboardRightArrow, isExtending: held.contains(.shift))
    case .keyboardHome: editing.move { $0.move(.backward, by: .all, extending: held.contains(.shift)) }
    case .keyboardEnd: editing.move { $0.move(.forward, by: .all, extending: held.contains(.shift)) }
    case .keyboardDeleteOrBackspace:
      editing.settleComposing()
      field.deleteBackward()
    case .keyboardDeleteForward:
      if held == .shift { field.cut(nil) } else { editing.delete(.forward, by: .cluster) }
    case .keyboardInsert:
      guard held == .shift else { return false }
      field.paste(nil)
    case .keyboardReturnOrEnter, .keypadEnter: returnPressed()
    case .keyboardTab: return moveFocus(forward: !held.contains(.shift))
    case .keyboardEscape: return endComposing()
    // The text that follows belongs to the field.
    default: return !key.charactersIgnoringModifiers.isEmpty
    }
    return true
  }

  private func takeControlKey(_ key: UIKey, isShifted: Bool) -> Bool {
    switch key.keyCode {
    case .keyboardLeftArrow, .keyboardRightArrow:
      moveCaretByWord(toTheRight: key.keyCode == .keyboardRightArrow, isExtending: isShifted)
    case .keyboardHome: editing.move { $0.move(.backward, by: .all, extending: isShifted) }
    case .keyboardEnd: editing.move { $0.move(.forward, by: .all, extending: isShifted) }
    case .keyboardDeleteOrBackspace: editing.delete(.backward, by: .word)
    case .keyboardDeleteForward: editing.delete(.forward, by: .word)
    case .keyboardInsert: field.copy(nil)
    default: return takeShortcut(key, isShifted: isShifted)
    }
    return true
  }

  private func takeShortcut(_ key: UIKey, isShifted: Bool) -> Bool {
    switch (key.commandLetter, isShifted) {
    case ("a", false): field.selectAll(nil)
    case ("c", false): field.copy(nil)
    case ("x", false): field.cut(nil)
    case ("v", false): field.paste(nil)
    case ("z", _): editing.take(isShifted ? .redo : .undo)
    case ("y", false): editing.take(.redo)
    default: return false
    }
    return true
  }

  // MARK: The caret

  /// Moves the caret to its visible neighbour on one side, in any direction of the text.
  private func moveCaret(toTheRight: Bool, isExtending: Bool) {
    editing.settleComposing()
    let line = field.canvas.line
    let selection = editing.editor.selection
    editing.move { editor in
      if !isExtending, !selection.isEmpty {
        let anchorIsRight = line.caret(atOffset: selection.anchor) > line.caret(atOffset: selection.head)
        return editor.moveCaret(to: anchorIsRight == toTheRight ? selection.anchor : selection.head)
      }
      editor.moveCaret(to: line.offset(nextTo: selection.head, toTheRight: toTheRight), extending: isExtending)
    }
  }

  private func moveCaretByWord(toTheRight: Bool, isExtending: Bool) {
    let isForward = toTheRight != field.canvas.line.isRightToLeft
    let unit: TextEditor.Unit = field.isSecureTextEntry ? .all : .word
    editing.move { $0.move(isForward ? .forward : .backward, by: unit, extending: isExtending) }
  }

  private func endComposing() -> Bool {
    guard editing.editor.marked != nil else { return false }
    editing.settleComposing()
    return true
  }

  // MARK: Leaving

  /// An action for the end of editing by this key ends it, as in UIKit.
  private func returnPressed() {
    editing.settleComposing()
    guard field.hasText || !field.enablesReturnKeyAutomatically else { return }
    guard field.delegate?.textFieldShouldReturn(field) ?? true else { return }
    let ends = field.allControlEvents.contains(.editingDidEndOnExit)
    field.sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    if ends { field.resignFirstResponder() }
  }

  /// Moves the focus to the next view that takes the keyboard; without one, gives the keyboard up.
  private func moveFocus(forward: Bool) -> Bool {
    editing.settleComposing()
    return field.window?.focus.move(isForward: forward) == true || field.resignFirstResponder()
  }
}
