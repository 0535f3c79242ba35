import Foundation

/// The field's text as the ranges of `UITextInput`.
extension UITextField {
  /// Whether there is any text.
  public final var hasText: Bool { editor.count > 0 }

  /// The selected range; empty for the caret alone, nil while the field is not edited.
  public final var selectedTextRange: UITextRange? {
    get { isEditing ? FieldTextRange(editor.selection.range) : nil }
    set {
      guard let range = (newValue as? FieldTextRange)?.range else { return }
      userMoves { $0.select(range) }
    }
  }

  /// The range an input method composes; nil when it composes nothing.
  public final var markedTextRange: UITextRange? { editor.marked.map(FieldTextRange.init) }

  /// Where the text begins.
  public final var beginningOfDocument: UITextPosition { FieldTextPosition(0) }
  /// Where it ends.
  public final var endOfDocument: UITextPosition { FieldTextPosition(editor.count) }

  /// Called with what an input method composes; see `UITextInput`.
  public final func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    let text = markedText ?? ""
    let start = text.utf8Offset(ofUnit: selectedRange.location)
    let length = min(max(0, selectedRange.length), text.utf16.count)
    let end = text.utf8Offset(ofUnit: min(max(0, selectedRange.location), text.utf16.count) + length)
    userComposes(text, selected: min(start, end)..<max(start, end))
  }

  /// Keeps the composed text as it is and ends composing.
  public final func unmarkText() { settleComposing() }

  /// The characters of a range; nil for one of another text.
  public final func text(in range: UITextRange) -> String? {
    (range as? FieldTextRange).map { editor.string(in: editor.wholeClusters($0.range)) }
  }

  /// Replaces the characters of a range, as the user would but without asking the delegate.
  public final func replace(_ range: UITextRange, withText text: String) {
    guard let range = range as? FieldTextRange else { return }
    settleComposing()
    let before = editor
    editor.replace(range.range, with: text, as: .other)
    textDidChange(from: before)
  }

  /// The range between two places; nil where one is not of a field.
  public final func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
    guard let from = offset(fromPosition), let to = offset(toPosition) else { return nil }
    return FieldTextRange(min(from, to)..<max(from, to))
  }

  /// The place so many UTF-16 units from another, between clusters; nil outside of the text.
  public final func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    guard let start = self.offset(position) else { return nil }
    let (unit, overflows) = units(before: start).addingReportingOverflow(offset)
    guard !overflows, (0...editor.text.utf16.count).contains(unit) else { return nil }
    let place = editor.text.utf8Offset(ofUnit: unit)
    return FieldTextPosition(offset < 0 ? editor.boundary(atOrBefore: place) : editor.boundary(atOrAfter: place))
  }

  /// UTF-16 units between two places.
  public final func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    guard let start = offset(from), let end = offset(toPosition) else { return 0 }
    return units(before: end) - units(before: start)
  }

  /// Where the caret stands at a place, in the field's coordinates, in points.
  public final func caretRect(for position: UITextPosition) -> CGRect {
    layoutIfNeeded()
    return convert(canvas.caretRect(at: offset(position) ?? 0), from: canvas)
  }

  /// The rectangle of the leftmost stretch of a range; that of a caret where the range is empty.
  public final func firstRect(for range: UITextRange) -> CGRect {
    guard let range = (range as? FieldTextRange)?.range else { return .zero }
    layoutIfNeeded()
    return convert(canvas.rects(of: range).first ?? canvas.caretRect(at: range.lowerBound), from: canvas)
  }

  /// The place closest to a point of the field.
  public final func closestPosition(to point: CGPoint) -> UITextPosition? {
    layoutIfNeeded()
    return FieldTextPosition(canvas.offset(closestTo: convert(point, to: canvas).x))
  }

  // MARK: Units

  private func offset(_ position: UITextPosition) -> Int? {
    (position as? FieldTextPosition).map { editor.boundary(atOrAfter: $0.offset) }
  }

  private func units(before offset: Int) -> Int {
    editor.text.utf16.distance(from: editor.text.startIndex, to: editor.text.index(atUTF8: offset))
  }

  /// A range as delegates are told it.
  func unitRange(_ range: Range<Int>) -> NSRange {
    let start = units(before: range.lowerBound)
    return NSRange(location: start, length: units(before: range.upperBound) - start)
  }
}

extension UITextField: TextInputClient {
  var caretAreaInWindow: CGRect {
    canvas.convert(canvas.caretRect(at: editor.marked?.lowerBound ?? editor.selection.head), to: nil)
  }

  func keyboardFocusChanged() { canvas.updateBlinking() }
}

extension String {
  /// Bytes of UTF-8 before so many UTF-16 units, which are clamped; one between surrogates counts as after both.
  fileprivate func utf8Offset(ofUnit unit: Int) -> Int {
    let index = utf16.index(startIndex, offsetBy: Swift.min(Swift.max(0, unit), utf16.count))
    if index.samePosition(in: unicodeScalars) != nil { return utf8Offset(of: index) }
    return utf8Offset(of: utf16.index(after: index))
  }
}
