import Foundation

// MARK: - The commands of keys and of the menu

/// They take any sender and do not look at it.
extension UITextView {
  /// Puts the selected text on the clipboard and deletes it; nothing of a text that cannot be edited.
  public final func cut(_ sender: Any?) { editing.cut() }

  /// Puts the selected text on the clipboard.
  public final func copy(_ sender: Any?) { editing.copy() }

  /// Puts the clipboard's text in the place of the selection; see `UITextField.paste(_:)`.
  public final func paste(_ sender: Any?) { if isTextEditable { editing.paste(primarySelection: false) } }

  /// Selects all of the text.
  public final func selectAll(_ sender: Any?) { editing.selectAll() }
}

// MARK: - The text as the ranges of `UITextInput`

extension UITextView {
  /// Whether there is any text.
  public final var hasText: Bool { editing.editor.count > 0 }

  /// The selected range; empty for the caret alone.
  public final var selectedTextRange: UITextRange? {
    get { FieldTextRange(editing.editor.selection.range) }
    set { editing.select(newValue) }
  }

  /// The range an input method composes; nil when it composes nothing.
  public final var markedTextRange: UITextRange? { editing.editor.marked.map(FieldTextRange.init) }

  /// Where the text begins.
  public final var beginningOfDocument: UITextPosition { FieldTextPosition(0) }
  /// Where it ends.
  public final var endOfDocument: UITextPosition { FieldTextPosition(editing.editor.count) }

  /// Called with the text an input method composes; see `UITextInput`.
  public final func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    if isTextEditable { editing.setMarkedText(markedText, selectedRange: selectedRange) }
  }

  /// Keeps the composed text as it is and ends composing.
  public final func unmarkText() { editing.settleComposing() }

  /// The characters of a range; nil for one of another text.
  public final func text(in range: UITextRange) -> String? { editing.text(in: range) }

  /// Replaces the characters of a range, as the user would but without asking the delegate.
  public final func replace(_ range: UITextRange, withText text: String) { editing.replace(range, withText: text) }

  /// The range between two places; nil where one is not of a text.
  public final func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
    editing.textRange(from: fromPosition, to: toPosition)
  }

  /// The place so many UTF-16 units from another, between clusters; nil outside of the text.
  public final func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    editing.position(from: position, offset: offset)
  }

  /// UTF-16 units between two places.
  public final func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    editing.distance(from: from, to: toPosition)
  }

  /// Where the caret stands at a place, in points of the content.
  public final func caretRect(for position: UITextPosition) -> CGRect { editing.caretRect(for: position) }

  /// The rectangle of the first shown stretch of a range; the caret's for a range that is not shown.
  public final func firstRect(for range: UITextRange) -> CGRect { editing.firstRect(for: range) }

  /// The place closest to a point of the content.
  public final func closestPosition(to point: CGPoint) -> UITextPosition? { editing.closestPosition(to: point) }
}

// MARK: - What is particular to a text view

extension UITextView: TextHost {
  var geometry: any TextGeometry { layout }
  var textSpace: UIView { self }
  var hasLines: Bool { true }
  var visibleTextHeight: CGFloat {
    let inset = adjustedContentInset
    return max(0, bounds.height - inset.top - inset.bottom)
  }
  var isTextSelectable: Bool { isSelectable }
  var isTextEditable: Bool { isEditable && isSelectable }
  var caretAreaInWindow: CGRect { editing.caretAreaInWindow }

  func keyboardFocusChanged() { marks.updateBlinking() }

  func mayChange(_ range: NSRange, to string: String) -> Bool {
    delegate?.textView(self, shouldChangeTextIn: range, replacementText: string) ?? true
  }

  func returnPressed() { insertText("\n") }

  /// Puts a tab in, or with Shift or Control, or where the text cannot be edited, leads to the next view.
  func tabPressed(_ held: UIKeyModifierFlags) -> Bool {
    guard isTextEditable, held.isDisjoint(with: [.shift, .control]) else {
      return window?.focus.move(isForward: !held.contains(.shift)) == true || resignFirstResponder()
    }
    insertText("\t")
    return true
  }

  // MARK: Notifications

  /// Editing began. The object of this and the next is the text view.
  public nonisolated static let textDidBeginEditingNotification = Notification.Name(
    "UITextViewTextDidBeginEditingNotification")
  /// The user changed the text.
  public nonisolated static let textDidChangeNotification = Notification.Name("UITextViewTextDidChangeNotification")
  /// Editing ended.
  public nonisolated static let textDidEndEditingNotification = Notification.Name(
    "UITextViewTextDidEndEditingNotification")

  func tell(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

extension NSParagraphStyle {
  /// The style with another alignment.
  func aligned(_ alignment: NSTextAlignment) -> NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    style.alignment = alignment
    style.lineBreakMode = lineBreakMode
    style.lineSpacing = lineSpacing
    return style
  }
}
