import Foundation

/// The text of a field under the hands of the user: editing begins and ends, and each change asks the delegate, then
/// tells it and the field's actions.
///
/// Owns the `TextEditor`. Keys, pointer, clipboard and input methods change the text through this facet alone.
final class TextFieldEditing: Facet<UITextField> {
  /// The text with its selection and the text being composed.
  private(set) var editor = TextEditor()
  /// Whether the field is first responder, or will be again when a menu closes.
  private(set) var isOn = false
  /// How often editing has begun.
  private var session = 0

  // MARK: Beginning and ending

  /// Called when the field has become first responder.
  func begin() {
    guard !isOn else { return }
    let field = owner
    isOn = true
    session += 1
    if field.clearsOnBeginEditing, editor.count > 0 {
      let before = editor
      editor.replace(0..<editor.count, with: "", as: .other)
      register(from: before)
    }
    field.textAppearanceDidChange()
    field.sendActions(for: .editingDidBegin)
    field.delegate?.textFieldDidBeginEditing(field)
    field.tell(UITextField.textDidBeginEditingNotification)
  }

  /// Called when the field has given the keyboard up, or leaves its window.
  func end() {
    guard isOn else { return }
    let field = owner
    editor.settle()
    editor.forgetSteps()
    isOn = false
    field.pressing.drop()
    field.textAppearanceDidChange()
    field.sendActions(for: .editingDidEnd)
    field.delegate?.textFieldDidEndEditing(field, reason: .committed)
    field.tell(UITextField.textDidEndEditingNotification)
  }

  // MARK: Changes by the program

  /// Replaces all of the text without asking; the undo history goes.
  /// - Parameter string: any text; line ends become spaces, other control characters go.
  /// - Returns: whether the text is another one now.
  func setText(_ string: String) -> Bool {
    let cleaned = SingleLineText.cleaned(string)
    guard cleaned != editor.text || editor.marked != nil else { return false }
    if editor.marked != nil {
      editor.cancelComposing()
      owner.window?.application.textInput.restart(for: owner, settled: "")
    }
    editor.setText(cleaned)
    return true
  }

  // MARK: Changes by the user

  /// Puts text in the place of the composed or selected text.
  func insert(_ string: String) {
    if editor.marked != nil {
      let before = editor
      editor.cancelComposing()
      if mayChange(editor.selection.range, to: string) { editor.insert(string) }
      register(from: before)
      return didChange(from: before)
    }
    change(editor.selection.range, to: string, as: .typing)
  }

  /// Puts text of the desktop in the place of the selection.
  ///
  /// Text that does not come at once is inserted later, unless editing has ended meanwhile.
  /// - Parameter prepare: called before text that has come at once is inserted, which it is where that gives true.
  func paste(primarySelection: Bool, prepare: () -> Bool = { true }) {
    let clipboard = UIApplication.shared.platform.clipboard
    let text = clipboard.paste(primarySelection: primarySelection) { [weak self, session] text in
      guard let self, isOn, self.session == session else { return }
      change(editor.selection.range, to: text, as: .other)
    }
    guard let text, prepare() else { return }
    change(editor.selection.range, to: text, as: .other)
  }

  /// Deletes the selection, or from the caret on.
  func delete(_ direction: TextEditor.Direction, by unit: TextEditor.Unit) {
    settleComposing()
    guard let range = editor.deletionRange(direction, by: owner.isSecureTextEntry && unit == .word ? .all : unit) else {
      return
    }
    change(range, to: "", as: direction == .backward ? .deletingBackward : .deletingForward)
  }

  /// Replaces a range, if the delegate agrees.
  func change(_ range: Range<Int>, to string: String, as kind: EditHistory.Kind) {
    settleComposing()
    let cleaned = SingleLineText.cleaned(string)
    guard !range.isEmpty || !cleaned.isEmpty, mayChange(range, to: cleaned) else { return }
    replace(range, with: cleaned, as: kind)
  }

  /// Replaces a range without asking the delegate.
  func replace(_ range: Range<Int>, with string: String, as kind: EditHistory.Kind) {
    settleComposing()
    let before = editor
    editor.replace(range, with: string, as: kind)
    register(from: before)
    didChange(from: before)
  }

  private func mayChange(_ range: Range<Int>, to string: String) -> Bool {
    let field = owner
    guard let delegate = field.delegate else { return true }
    return delegate.textField(
      field, shouldChangeCharactersIn: editor.unitRange(range), replacementString: SingleLineText.cleaned(string))
  }

  /// Has the undo manager take a step back, or make it again; only steps of the field, while it is edited.
  func take(_ step: UndoStep) {
    settleComposing()
    if step == .undo ? editor.canUndo : editor.canRedo { _ = owner.undoManager?.take(step) }
  }

  /// Registers the group of changes that has begun since `before`, if one has, as a step of its own.
  private func register(from before: TextEditor) {
    guard let step = editor.lastStep, step !== before.lastStep, let manager = owner.undoManager else { return }
    manager.endEvent()
    register(step, with: manager)
    manager.setActionName("Typing")
  }

  /// The action goes with its group of changes: when that is forgotten, so is the action.
  private func register(_ step: EditHistory.Step, with manager: UndoManager) {
    manager.registerUndo(withTarget: step) { [weak self, weak manager] step in
      guard let self, let manager else { return }
      if editor.marked != nil {
        editor.cancelComposing()
        owner.window?.application.textInput.restart(for: owner, settled: "")
      }
      let before = editor
      guard manager.isRedoing ? editor.redo() : editor.undo() else { return }
      register(step, with: manager)
      didChange(from: before)
    }
  }

  /// Moves the caret or selects, by what `move` does.
  func move(_ move: (inout TextEditor) -> Void) {
    settleComposing()
    let before = editor
    move(&editor)
    didChange(from: before)
  }

  /// Empties the field and lets the user type anew, if the delegate agrees.
  func clear() {
    let field = owner
    guard field.delegate?.textFieldShouldClear(field) ?? true else { return }
    replace(0..<editor.count, with: "", as: .other)
    field.becomeFirstResponder()
  }

  // MARK: Input methods

  /// Shows the text an input method composes.
  func compose(_ string: String, selected: Range<Int>) {
    let before = editor
    editor.compose(string, selected: selected)
    didChange(from: before)
  }

  /// Keeps the composed text as it is. The input method is not told about it and begins anew.
  func settleComposing() {
    guard let marked = editor.marked else { return }
    let text = editor.string(in: marked)
    let before = editor
    editor.settle()
    register(from: before)
    owner.canvas.setNeedsComposite()
    owner.window?.application.textInput.restart(for: owner, settled: text)
  }

  // MARK: Consequences

  /// Shows a change by the user, and tells of the differences.
  private func didChange(from before: TextEditor) {
    let field = owner
    if editor.text != before.text {
      field.textAppearanceDidChange()
      field.sendActions(for: .editingChanged)
      field.tell(UITextField.textDidChangeNotification)
    } else {
      field.selectionAppearanceDidChange()
    }
    if editor.selection != before.selection { field.delegate?.textFieldDidChangeSelection(field) }
  }

  override func checkInvariants() { editor.checkInvariants() }
}

/// What `NotificationCenter.default` tells of the user's editing. The object is the field.
extension UITextField {
  /// Editing began.
  public nonisolated static let textDidBeginEditingNotification = Notification.Name(
    "UITextFieldTextDidBeginEditingNotification")
  /// The user changed the text.
  public nonisolated static let textDidChangeNotification = Notification.Name("UITextFieldTextDidChangeNotification")
  /// Editing ended.
  public nonisolated static let textDidEndEditingNotification = Notification.Name(
    "UITextFieldTextDidEndEditingNotification")

  fileprivate func tell(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

extension TextEditor {
  /// UTF-16 units before an offset in bytes.
  func units(before offset: Int) -> Int {
    text.utf16.distance(from: text.startIndex, to: text.index(atUTF8: offset))
  }

  /// A range in UTF-16 units, as delegates are told it.
  func unitRange(_ range: Range<Int>) -> NSRange {
    let start = units(before: range.lowerBound)
    return NSRange(location: start, length: units(before: range.upperBound) - start)
  }
}
