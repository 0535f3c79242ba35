import Foundation

/// A text under the hands of the user: editing begins and ends, and each change asks the host's delegate, then is told to
/// the host.
///
/// Owns the `TextEditor`. Keys, pointer, clipboard and input methods change the text through this facet alone.
final class TextEditing: TextFacet {
  /// The text with its selection and the text being composed.
  private(set) var editor: TextEditor
  /// Whether the host is first responder and can be edited, or will be again when a menu closes.
  private(set) var isOn = false
  /// Where arrows up and down aim at, in points of the host's `textSpace`, while they follow each other.
  private(set) var aim: CGFloat?
  /// How often editing has begun.
  private var session = 0

  /// The state that a change is compared with.
  private struct State {
    var selection: TextSelection
    var step: EditHistory.Step?
  }

  private var state: State { State(selection: editor.selection, step: editor.lastStep) }

  init(_ kind: TextEditor.Kind) {
    editor = TextEditor(kind: kind)
    super.init()
  }

  // MARK: Beginning and ending

  /// Called when the host has become first responder.
  /// - Parameter clears: whether the text goes, as something to undo.
  func begin(clears: Bool = false) {
    guard !isOn else { return }
    isOn = true
    session += 1
    if clears, editor.count > 0 {
      let before = state
      editor.replace(0..<editor.count, with: "", as: .other)
      register(from: before)
      _ = editor.takeChange()
    }
    host.editingDidBegin()
  }

  /// Called when the host has given the keyboard up, or leaves its window.
  func end() {
    guard isOn else { return }
    editor.settle()
    _ = editor.takeChange()
    editor.forgetSteps()
    isOn = false
    host.pressing.drop()
    host.editingDidEnd()
  }

  // MARK: Changes by the program

  /// Replaces all of the text without asking; the undo history goes.
  /// - Parameter string: any text; in a text of one line, line ends become spaces, other control characters go.
  /// - Returns: whether the text is another one now.
  func setText(_ string: String) -> Bool {
    let cleaned = editor.cleaned(string)
    guard cleaned != editor.text || editor.marked != nil else { return false }
    setText(TextFragment(cleaned))
    return true
  }

  /// Replaces all of the text, which is clean, and its looks.
  func setText(_ text: TextFragment) {
    if editor.marked != nil { cancelComposing() }
    editor = TextEditor(text, kind: editor.kind)
    aim = nil
  }

  /// Gives the characters that come next a look.
  func setTypingLook(_ look: Int32) { editor.typingLook = look }

  // MARK: Changes by the user

  /// Puts text in the place of the composed or selected text.
  func insert(_ string: String) {
    if editor.marked != nil {
      let before = state
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
    guard let range = editor.deletionRange(direction, by: host.isSecureTextEntry && unit == .word ? .all : unit) else {
      return
    }
    change(range, to: "", as: direction == .backward ? .deletingBackward : .deletingForward)
  }

  /// Replaces a range, if the delegate agrees.
  func change(_ range: Range<Int>, to string: String, as kind: EditHistory.Kind) {
    settleComposing()
    let cleaned = editor.cleaned(string)
    guard !range.isEmpty || !cleaned.isEmpty, mayChange(range, to: cleaned) else { return }
    replace(range, with: cleaned, as: kind)
  }

  /// Replaces a range without asking the delegate.
  func replace(_ range: Range<Int>, with string: String, as kind: EditHistory.Kind) {
    settleComposing()
    let before = state
    editor.replace(range, with: string, as: kind)
    register(from: before)
    didChange(from: before)
  }

  private func mayChange(_ range: Range<Int>, to string: String) -> Bool {
    host.mayChange(editor.unitRange(range), to: editor.cleaned(string))
  }

  /// Has the undo manager take a step back, or make it again; only steps of the field, while it is edited.
  func take(_ step: UndoStep) {
    settleComposing()
    if step == .undo ? editor.canUndo : editor.canRedo { _ = host.undoManager?.take(step) }
  }

  /// Registers the group of changes that has begun since `before`, if one has, as a step of its own.
  private func register(from before: State) {
    guard let step = editor.lastStep, step !== before.step, let manager = host.undoManager else { return }
    manager.endEvent()
    register(step, with: manager)
    manager.setActionName("Typing")
  }

  /// The action goes with its group of changes: when that is forgotten, so is the action.
  private func register(_ step: EditHistory.Step, with manager: UndoManager) {
    manager.registerUndo(withTarget: step) { [weak self, weak manager] step in
      guard let self, let manager else { return }
      if editor.marked != nil { cancelComposing() }
      let before = state
      guard manager.isRedoing ? editor.redo() : editor.undo() else { return }
      register(step, with: manager)
      didChange(from: before)
    }
  }

  /// Moves the caret or selects, by what `move` does.
  /// - Parameter aim: where arrows up and down go on from; nil for a movement of another kind.
  func move(aim: CGFloat? = nil, _ move: (inout TextEditor) -> Void) {
    settleComposing()
    let before = state
    move(&editor)
    didChange(from: before)
    self.aim = aim
  }

  // MARK: Input methods

  /// Shows the text an input method composes.
  func compose(_ string: String, selected: Range<Int>) {
    let before = state
    editor.compose(string, selected: selected)
    didChange(from: before)
  }

  /// Keeps the composed text as it is. The input method is not told about it and begins anew.
  func settleComposing() {
    guard let marked = editor.marked else { return }
    let text = editor.string(in: marked)
    let before = state
    editor.settle()
    _ = editor.takeChange()
    register(from: before)
    host.textSpace.setNeedsComposite()
    host.window?.application.textInput.restart(for: host, settled: text)
  }

  private func cancelComposing() {
    editor.cancelComposing()
    host.window?.application.textInput.restart(for: host, settled: "")
  }

  // MARK: Consequences

  /// Shows a change by the user, and tells of the differences.
  private func didChange(from before: State) {
    aim = nil
    let change = editor.takeChange()
    host.userDidEdit(
      change?.isReal(in: editor.store) == true ? change : nil, isSelectionMoved: editor.selection != before.selection)
  }

  func checkInvariants() { editor.checkInvariants() }

  // MARK: The clipboard

  /// Whether there is a selection that may be copied.
  var canCopy: Bool { !host.isSecureTextEntry && !editor.selection.isEmpty }

  /// Puts the selected text on the clipboard and deletes it; nothing of a secure field.
  func cut() {
    guard canCopy, host.isTextEditable else { return }
    copy()
    delete(.backward, by: .cluster)
  }

  /// Puts the selected text on the clipboard; nothing of a secure field.
  func copy() {
    if canCopy { UIPasteboard.general.string = editor.selectedText }
  }

  /// Selects all of the text.
  func selectAll() {
    move { $0.selectAll() }
    publishSelection()
  }

  /// Offers the selected text as the desktop's primary selection, which the middle button inserts.
  func publishSelection() {
    if canCopy { host.window?.application.platform.clipboard.primarySelection = editor.selectedText }
  }
}

// MARK: - The text as the ranges of `UITextInput`

extension TextEditing {
  /// Shows the text an input method composes; see `UITextInput`.
  func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    let text = markedText ?? ""
    let start = text.utf8Offset(ofUnit: selectedRange.location)
    let length = min(max(0, selectedRange.length), text.utf16.count)
    let end = text.utf8Offset(ofUnit: min(max(0, selectedRange.location), text.utf16.count) + length)
    compose(text, selected: min(start, end)..<max(start, end))
  }

  /// Selects a range of the text.
  func select(_ range: UITextRange?) {
    guard let range = (range as? FieldTextRange)?.range else { return }
    move { $0.select(range) }
  }

  func text(in range: UITextRange) -> String? {
    (range as? FieldTextRange).map { editor.string(in: editor.wholeClusters($0.range)) }
  }

  func replace(_ range: UITextRange, withText text: String) {
    if let range = range as? FieldTextRange { replace(range.range, with: text, as: .other) }
  }

  func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
    guard let from = offset(fromPosition), let to = offset(toPosition) else { return nil }
    return FieldTextRange(min(from, to)..<max(from, to))
  }

  func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    guard let start = self.offset(position) else { return nil }
    let (unit, overflows) = editor.units(before: start).addingReportingOverflow(offset)
    guard !overflows, (0...editor.store.unitCount).contains(unit) else { return nil }
    let place = editor.store.offset(ofUnit: unit)
    return FieldTextPosition(offset < 0 ? editor.boundary(atOrBefore: place) : editor.boundary(atOrAfter: place))
  }

  func distance(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    guard let start = offset(from), let end = offset(toPosition) else { return 0 }
    return editor.units(before: end) - editor.units(before: start)
  }

  func caretRect(for position: UITextPosition) -> CGRect {
    host.layoutIfNeeded()
    return host.convert(host.geometry.caretRect(at: offset(position) ?? 0), from: host.textSpace)
  }

  func firstRect(for range: UITextRange) -> CGRect {
    guard let range = (range as? FieldTextRange)?.range else { return .zero }
    host.layoutIfNeeded()
    let geometry = host.geometry
    return host.convert(
      geometry.rects(of: range).first ?? geometry.caretRect(at: range.lowerBound), from: host.textSpace)
  }

  func closestPosition(to point: CGPoint) -> UITextPosition? {
    host.layoutIfNeeded()
    return FieldTextPosition(host.geometry.offset(closestTo: host.convert(point, to: host.textSpace)))
  }

  private func offset(_ position: UITextPosition) -> Int? {
    (position as? FieldTextPosition).map { editor.boundary(atOrAfter: $0.offset) }
  }

  /// The caret, or the beginning of what is composed, in points of the window.
  var caretAreaInWindow: CGRect {
    let offset = editor.marked?.lowerBound ?? editor.selection.head
    return host.textSpace.convert(host.geometry.caretRect(at: offset), to: nil)
  }
}
