import Foundation

/// How the user changes the text: each change asks the delegate, and tells it and the field's actions.
extension UITextField {
  // MARK: Beginning and ending

  func beginEditing() {
    guard !isEditing else { return }
    isEditing = true
    if clearsOnBeginEditing, editor.count > 0 { editor.replace(0..<editor.count, with: "", as: .other) }
    textAppearanceDidChange()
    sendActions(for: .editingDidBegin)
    delegate?.textFieldDidBeginEditing(self)
  }

  func endEditing() {
    guard isEditing else { return }
    editor.settle()
    isEditing = false
    press = nil
    canvas.stopDragging()
    textAppearanceDidChange()
    sendActions(for: .editingDidEnd)
    delegate?.textFieldDidEndEditing(self, reason: .committed)
  }

  // MARK: Changes by the user

  /// Puts text in the place of what is composed or selected.
  func userInserts(_ string: String) {
    if editor.marked != nil {
      let before = editor
      editor.cancelComposing()
      if mayChange(editor.selection.range, to: string) { editor.insert(string) }
      return textDidChange(from: before)
    }
    change(editor.selection.range, to: string, as: .typing)
  }

  /// Deletes the selection, or from the caret on.
  func userDeletes(_ direction: TextEditor.Direction, by unit: TextEditor.Unit) {
    settleComposing()
    guard let range = editor.deletionRange(direction, by: isSecureTextEntry && unit == .word ? .all : unit) else {
      return
    }
    change(range, to: "", as: direction == .backward ? .deletingBackward : .deletingForward)
  }

  /// Replaces a range, if the delegate agrees.
  func change(_ range: Range<Int>, to string: String, as kind: EditHistory.Kind) {
    settleComposing()
    let cleaned = SingleLineText.cleaned(string)
    guard !range.isEmpty || !cleaned.isEmpty, mayChange(range, to: cleaned) else { return }
    let before = editor
    editor.replace(range, with: cleaned, as: kind)
    textDidChange(from: before)
  }

  private func mayChange(_ range: Range<Int>, to string: String) -> Bool {
    guard let delegate else { return true }
    return delegate.textField(
      self, shouldChangeCharactersIn: unitRange(range), replacementString: SingleLineText.cleaned(string))
  }

  /// Takes a step back or makes it again.
  func userUndoes(isRedo: Bool) {
    settleComposing()
    let before = editor
    guard isRedo ? editor.redo() : editor.undo() else { return }
    textDidChange(from: before)
  }

  /// Shows what an input method composes.
  func userComposes(_ string: String, selected: Range<Int>) {
    let before = editor
    editor.compose(string, selected: selected)
    textDidChange(from: before)
  }

  /// Keeps the composed text as it is. The input method is not told about it and begins anew.
  func settleComposing() {
    guard let marked = editor.marked else { return }
    let text = editor.string(in: marked)
    editor.settle()
    canvas.setNeedsComposite()
    window?.application.textInput.restart(for: self, settled: text)
  }

  /// The text is replaced by a program: what is composed goes with it.
  func dropComposing() {
    guard editor.marked != nil else { return }
    editor.cancelComposing()
    window?.application.textInput.restart(for: self, settled: "")
  }

  // MARK: Consequences

  /// The user did something: shows it, and tells of what is different.
  func textDidChange(from before: TextEditor) {
    if editor.text != before.text {
      textAppearanceDidChange()
      sendActions(for: .editingChanged)
    } else {
      selectionAppearanceDidChange()
    }
    if editor.selection != before.selection { delegate?.textFieldDidChangeSelection(self) }
  }

  /// Moves the caret or selects, by what `move` does.
  func userMoves(_ move: (inout TextEditor) -> Void) {
    settleComposing()
    let before = editor
    move(&editor)
    textDidChange(from: before)
  }
}
