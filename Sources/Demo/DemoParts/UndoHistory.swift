import UIKit

/// A step through what the user has changed.
package enum HistoryStep {
  case undo, redo

  /// Tells assistive tools that the step was taken.
  /// - Parameter change: what has changed by it, in words; empty for a change without any. Nil where there was nothing to
  ///   take back or to do again.
  @MainActor
  package func announce(_ change: String?) {
    let words =
      switch (self, change) {
      case (.undo, nil): "Nothing to undo"
      case (.redo, nil): "Nothing to redo"
      case (.undo, let change?): change.isEmpty ? "Undone" : "Undone: \(change)"
      case (.redo, let change?): change.isEmpty ? "Redone" : "Redone: \(change)"
      }
    UIAccessibility.post(notification: .announcement, argument: words)
  }
}

/// What the user has changed and can take back, and what was taken back and can be done again.
///
/// An edit is kept as the change that reverses it. To take a step, ask for its edit, carry it out, and hand over the
/// change that reverses this one:
///
///     guard let edit = history.take(.undo) else { return }
///     history.put(model.apply(edit), after: .undo)
package struct UndoHistory<Edit> {
  private var done: [Edit] = []
  private var undone: [Edit] = []

  /// Edits that are kept at most; the oldest are forgotten.
  private let limit: Int

  package init(limit: Int = 100) { self.limit = limit }

  /// Whether there is an edit for a step.
  package func allows(_ step: HistoryStep) -> Bool { step == .undo ? !done.isEmpty : !undone.isEmpty }

  /// Keeps what the user has just changed; what was taken back before cannot be done again.
  /// - Parameter reverse: the change that takes it back.
  package mutating func note(_ reverse: Edit) {
    undone = []
    add(reverse)
  }

  /// Takes out the change that a step consists of; nil without one.
  package mutating func take(_ step: HistoryStep) -> Edit? { step == .undo ? done.popLast() : undone.popLast() }

  /// Keeps the change that reverses a step just taken.
  package mutating func put(_ reverse: Edit, after step: HistoryStep) {
    if step == .undo { undone.append(reverse) } else { add(reverse) }
  }

  private mutating func add(_ reverse: Edit) {
    done.append(reverse)
    if done.count > limit { done.removeFirst() }
  }
}

extension UIKey {
  /// The step that the key takes in programs of the desktop: Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y do again.
  package var historyStep: HistoryStep? {
    if matches("z", .control) || matches("z", .command) { return .undo }
    if matches("z", [.control, .shift]) || matches("z", [.command, .shift]) || matches("y", .control) { return .redo }
    return nil
  }
}
