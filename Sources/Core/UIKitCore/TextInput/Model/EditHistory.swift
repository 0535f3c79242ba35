/// Changes of a text in groups that are taken back at once: a word typed, characters deleted one after the other.
package struct EditHistory: Sendable {
  /// The action that made a change; only changes of the same kind are grouped.
  package enum Kind: Sendable { case typing, deletingBackward, deletingForward, other }

  /// The identity of a group, for the undo manager: the group keeps it alive.
  package final class Step: Sendable {}

  /// One group: `removed` stood at `offset`, `inserted` came in its place.
  struct Edit: Sendable {
    var offset: Int
    var removed: TextFragment
    var inserted: TextFragment
    var before: TextSelection
    var after: TextSelection
    var kind: Kind
    let step = Step()

    var insertedRange: Range<Int> { offset..<offset + inserted.count }
    var removedRange: Range<Int> { offset..<offset + removed.count }
  }

  /// Most groups that are remembered.
  static let limit = 200

  private var done: [Edit] = []
  private var undone: [Edit] = []
  /// The last group may still grow.
  private var isOpen = false

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }
  /// The group that `undo()` takes back.
  var lastStep: Step? { done.last?.step }

  /// Adds a change to the last group where it goes on with it, else as a group of its own.
  mutating func record(_ edit: Edit) {
    undone.removeAll()
    if isOpen, let last = done.last, let joined = Self.join(last, edit) {
      done[done.count - 1] = joined
      return
    }
    if done.count == Self.limit { done.removeFirst() }
    done.append(edit)
    isOpen = edit.kind != .other
  }

  /// The next change begins a new group: the caret was moved.
  mutating func close() { isOpen = false }

  mutating func undo() -> Edit? {
    isOpen = false
    guard let edit = done.popLast() else { return nil }
    undone.append(edit)
    return edit
  }

  mutating func redo() -> Edit? {
    isOpen = false
    guard let edit = undone.popLast() else { return nil }
    done.append(edit)
    return edit
  }

  private static func join(_ last: Edit, _ edit: Edit) -> Edit? {
    guard last.kind == edit.kind, edit.before == last.after else { return nil }
    var joined = last
    joined.after = edit.after
    switch edit.kind {
    case .typing:
      let beginsWord =
        last.inserted.string.last?.isWhitespace == true
        && edit.inserted.string.first?.isWhitespace == false
      guard edit.removed.count == 0, edit.offset == last.insertedRange.upperBound, !beginsWord else { return nil }
      joined.inserted += edit.inserted
    case .deletingBackward:
      guard last.inserted.count == 0, edit.inserted.count == 0, edit.removedRange.upperBound == last.offset else {
        return nil
      }
      joined.offset = edit.offset
      joined.removed = edit.removed + last.removed
    case .deletingForward:
      guard last.inserted.count == 0, edit.inserted.count == 0, edit.offset == last.offset else { return nil }
      joined.removed += edit.removed
    case .other: return nil
    }
    return joined
  }
}
