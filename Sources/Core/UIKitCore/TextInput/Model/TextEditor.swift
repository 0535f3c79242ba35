/// A text while it is edited: characters, selection, composition, and what was changed before. It knows neither views nor
/// fonts.
///
/// Offsets count bytes of the text's UTF-8, as the layout does.
///
/// Invariants:
/// - a text of one line holds no line ends, tabs and other control characters, and at most `capacity` bytes;
/// - both ends of the selection lie between clusters (what a reader takes for one character);
/// - the marked range lies between scalars, and is nil rather than empty.
package struct TextEditor: Sendable {
  /// Which way from the caret, in the order of the text.
  package enum Direction: Sendable { case backward, forward }
  /// How far.
  package enum Unit: Sendable { case cluster, word, all }

  /// Which characters a text takes.
  package enum Kind: Sendable {
    /// Those of one line, `capacity` bytes at most.
    case line
    /// All. Paragraphs of more bytes than `longestRow` are cut into rows: tests pass small numbers.
    case paragraphs(longestRow: Int = 8192)

    fileprivate var longestRow: Int { if case .paragraphs(let bytes) = self { bytes } else { .max } }
    fileprivate var capacity: Int { if case .line = self { TextEditor.capacity } else { .max } }
  }

  /// Most bytes a field takes; what goes beyond is left out. Enough for any line that is typed or searched for, and few
  /// enough to lay them out at every key.
  package static let capacity = 65_536

  /// Which characters the text takes.
  package let kind: Kind
  /// The text in rows, composed text included.
  private(set) var store: TextStore
  /// The selection; empty for a caret alone.
  package internal(set) var selection: TextSelection
  /// Composed text that is not yet settled.
  package internal(set) var marked: Range<Int>?
  /// Parts of the composed text that the input method points out, within `marked`; empty for none.
  package internal(set) var markedSelection = 0..<0
  /// The look of characters that come without one.
  var typingLook: Int32 = 0
  var composition: TextComposition?
  var history = EditHistory()
  private var change: TextChange?

  /// - Parameter text: cleaned as by `cleaned`; the caret comes to its end.
  package init(_ text: String = "", kind: Kind = .line) { self.init(TextFragment(text), kind: kind) }

  init(_ text: TextFragment, kind: Kind) {
    self.kind = kind
    var text = text
    if case .line = kind { text = TextFragment(Self.cleaned(text.string, kind, room: Self.capacity)) }
    store = TextStore(text, limit: kind.longestRow)
    selection = TextSelection(caret: text.count)
  }

  private static func cleaned(_ string: String, _ kind: Kind, room: Int) -> String {
    guard case .line = kind else { return string }
    return SingleLineText.prefix(of: SingleLineText.cleaned(string), bytes: room)
  }

  /// The characters that the text would take of a string: one line of it, or all.
  package func cleaned(_ string: String) -> String { Self.cleaned(string, kind, room: .max) }

  /// All characters.
  /// - Complexity: O(n); O(1) for one line.
  package var text: String { store.string }
  /// Bytes of the text.
  package var count: Int { store.count }
  /// The selected characters.
  package var selectedText: String { string(in: selection.range) }

  /// The characters of a range, which is clamped to the text.
  package func string(in range: Range<Int>) -> String { store.fragment(in: range).string }

  // MARK: Changing

  /// Puts `string`, cleaned, in the place of what is composed or selected, and the caret behind it.
  package mutating func insert(_ string: String) {
    if marked != nil { return settle(as: cleaned(string)) }
    replace(selection.range, with: string, as: .typing)
  }

  /// The range a delete key would delete: the selection, or the text between the caret and the next `unit`; nil at the
  /// end of the text.
  package func deletionRange(_ direction: Direction, by unit: Unit) -> Range<Int>? {
    guard selection.isEmpty else { return selection.range }
    let target = offset(from: selection.head, direction, by: unit)
    guard target != selection.head else { return nil }
    return min(target, selection.head)..<max(target, selection.head)
  }

  /// Deletes that, if there is any.
  package mutating func delete(_ direction: Direction, by unit: Unit = .cluster) {
    settle()
    guard let range = deletionRange(direction, by: unit) else { return }
    replace(range, with: "", as: direction == .backward ? .deletingBackward : .deletingForward)
  }

  /// Replaces whole clusters, as something that can be undone, and puts the caret behind the new text.
  /// - Parameters:
  ///   - range: clamped to the text and widened to whole clusters.
  ///   - string: cleaned, and cut where the text would exceed `capacity`.
  package mutating func replace(_ range: Range<Int>, with string: String, as kind: EditHistory.Kind) {
    settle()
    let range = wholeClusters(range)
    let inserted = fitting(string, inPlaceOf: range)
    guard !range.isEmpty || !inserted.isEmpty else { return }
    let before = selection
    let removed = substitute(range, with: inserted)
    history.record(
      EditHistory.Edit(
        offset: range.lowerBound, removed: removed, inserted: TextFragment(inserted, look: typingLook), before: before,
        after: selection, kind: kind))
  }

  /// As much of a string, cleaned, as the text takes in the place of a range.
  func fitting(_ string: String, inPlaceOf range: Range<Int>) -> String {
    Self.cleaned(string, kind, room: kind.capacity - (count - range.count))
  }

  /// Replaces the text as a program does: the caret comes to its end, and nothing before can be brought back.
  package mutating func setText(_ newText: String) { self = TextEditor(newText, kind: kind) }

  /// Replaces scalars, and puts the caret behind them, or behind the cluster they became part of.
  /// - Returns: what stood there.
  @discardableResult
  mutating func substitute(_ range: Range<Int>, with string: String) -> TextFragment {
    substitute(range, with: TextFragment(string, look: typingLook))
  }

  @discardableResult
  mutating func substitute(_ range: Range<Int>, with new: TextFragment) -> TextFragment {
    let (removed, rows) = store.replace(range, with: new)
    let next = TextChange(start: range.lowerBound, removed: removed, insertedCount: new.count, rows: rows)
    change = change.map { $0.followed(by: next, in: store) } ?? next
    selection = TextSelection(caret: boundary(atOrAfter: range.lowerBound + new.count))
    return removed
  }

  /// The change of the characters since this was asked last; nil for none.
  mutating func takeChange() -> TextChange? {
    defer { change = nil }
    return change
  }

  // MARK: Undoing

  /// Whether there is something to take back.
  package var canUndo: Bool { history.canUndo }
  /// Whether something was taken back and nothing changed since.
  package var canRedo: Bool { history.canRedo }

  /// The group of changes that `undo()` takes back; a change that goes on with it does not exchange it.
  package var lastStep: EditHistory.Step? { history.lastStep }

  /// Has nothing before taken back or made again.
  package mutating func forgetSteps() { history = EditHistory() }

  /// Takes the last group of changes back.
  /// - Returns: false when there was none.
  @discardableResult
  package mutating func undo() -> Bool {
    settle()
    guard let edit = history.undo() else { return false }
    substitute(edit.insertedRange, with: edit.removed)
    selection = edit.before
    return true
  }

  /// Makes the group of changes again that was taken back last.
  /// - Returns: false when there was none.
  @discardableResult
  package mutating func redo() -> Bool {
    settle()
    guard let edit = history.redo() else { return false }
    substitute(edit.removedRange, with: edit.inserted)
    selection = edit.after
    return true
  }
}
