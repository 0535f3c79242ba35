import Foundation

/// The commands of keys and of the menu. They take any sender and do not look at it.
extension UITextField {
  /// Puts the selected text on the clipboard and deletes it; nothing of a secure field.
  public final func cut(_ sender: Any?) {
    guard canCopy else { return }
    copy(sender)
    userDeletes(.backward, by: .cluster)
  }

  /// Puts the selected text on the clipboard; nothing of a secure field.
  public final func copy(_ sender: Any?) {
    guard canCopy else { return }
    UIPasteboard.general.string = editor.selectedText
  }

  /// Puts the clipboard's text in the place of the selection, as one line.
  public final func paste(_ sender: Any?) {
    guard let string = UIPasteboard.general.string else { return }
    change(editor.selection.range, to: string, as: .other)
  }

  /// Selects all of the text.
  public final func selectAll(_ sender: Any?) {
    userMoves { $0.selectAll() }
    publishSelection()
  }

  var canCopy: Bool { !isSecureTextEntry && !editor.selection.isEmpty }

  /// Offers the selected text as the desktop's primary selection, which the middle button inserts.
  func publishSelection() {
    if canCopy { window?.application.platform.clipboard.primarySelection = editor.selectedText }
  }

  /// The middle button puts in what was selected last, where it is pressed.
  func insertPrimarySelection(at touch: UITouch) {
    guard isEnabled, let string = window?.application.platform.clipboard.primarySelection, becomeFirstResponder() else {
      return
    }
    let offset = canvas.offset(closestTo: touch.location(in: canvas).x)
    userMoves { $0.moveCaret(to: offset) }
    change(editor.selection.range, to: string, as: .other)
  }
}
