/// The selected part of a text, as offsets into its UTF-8.
package struct TextSelection: Hashable, Sendable {
  /// The end that stays where the selection began.
  package var anchor: Int
  /// The end that moves, where the caret is.
  package var head: Int

  /// - Parameters:
  ///   - anchor: 0 and up.
  ///   - head: 0 and up, on either side of the anchor.
  package init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }

  /// No more than a caret.
  package init(caret: Int) { self.init(anchor: caret, head: caret) }

  /// The selected range, in the order of the text.
  package var range: Range<Int> { min(anchor, head)..<max(anchor, head) }
  /// Whether there is only a caret.
  package var isEmpty: Bool { anchor == head }
}
