import UIKit

extension UndoManager {
  /// The manager of one screen, which keeps 100 steps.
  package static func ofScreen() -> UndoManager {
    let manager = UndoManager()
    manager.levelsOfUndo = 100
    return manager
  }

  /// Tells assistive tools what a step changes. A change that is no step is announced by the screen.
  /// - Parameter change: in words; empty for a change without any.
  package func announceStep(_ change: String) {
    guard isUndoing || isRedoing else { return }
    let verb = isUndoing ? "Undone" : "Redone"
    UIAccessibility.post(notification: .announcement, argument: change.isEmpty ? verb : "\(verb): \(change)")
  }
}
