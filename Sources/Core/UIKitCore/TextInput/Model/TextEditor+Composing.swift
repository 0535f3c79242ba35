/// The text that composing replaced, restored when composing is cancelled.
struct TextComposition: Sendable {
  var offset: Int
  var replaced: TextFragment
  var before: TextSelection
}

/// Text that an input method composes from several keys stands in the text, marked, until it is settled. It is one
/// change to undo, however many keys it took.
extension TextEditor {
  /// Shows `string`, cleaned, in the place of the text composed so far, or of the selection. An empty string ends
  /// composing and restores the selected text.
  ///
  /// - Parameter selected: the highlighted range, in bytes of `string`; clamped to it. The caret goes to its end.
  package mutating func compose(_ string: String, selected: Range<Int>? = nil) {
    let range = marked ?? selection.range
    let inserted = fitting(string, inPlaceOf: range)
    guard !inserted.isEmpty else { return cancelComposing() }
    if composition == nil {
      composition = TextComposition(offset: range.lowerBound, replaced: store.fragment(in: range), before: selection)
      history.close()
    }
    substitute(range, with: inserted)
    marked = range.lowerBound..<range.lowerBound + inserted.utf8.count
    let wanted = selected ?? inserted.utf8.count..<inserted.utf8.count
    let start = boundary(atOrAfter: range.lowerBound + min(max(0, wanted.lowerBound), inserted.utf8.count))
    let end = boundary(atOrAfter: range.lowerBound + min(max(0, wanted.upperBound), inserted.utf8.count))
    markedSelection = start..<max(start, end)
    selection = TextSelection(caret: max(start, end))
  }

  /// Ends composing; what was composed stays, and the caret comes behind it.
  package mutating func settle() {
    if let marked { settle(as: string(in: marked)) }
  }

  /// Ends composing with `string`, which is clean, in the place of what was composed.
  mutating func settle(as string: String) {
    guard let marked, let composition else { return }
    self.composition = nil
    self.marked = nil
    markedSelection = 0..<0
    let inserted = fitting(string, inPlaceOf: marked)
    substitute(marked, with: inserted)
    guard composition.replaced.count > 0 || !inserted.isEmpty else { return }
    history.record(
      EditHistory.Edit(
        offset: composition.offset, removed: composition.replaced, inserted: TextFragment(inserted, look: typingLook),
        before: composition.before, after: selection, kind: .typing))
  }

  /// Ends composing as if it had not begun.
  package mutating func cancelComposing() {
    guard let marked, let composition else { return }
    self.composition = nil
    self.marked = nil
    markedSelection = 0..<0
    substitute(marked, with: composition.replaced)
    selection = composition.before
  }
}
