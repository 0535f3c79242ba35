import UIKit

/// A screen that the shell can do more with than show it: it knows the view that a scripted run scrolls, and its size.
@MainActor
package protocol ScrollScreen: UIViewController {
  /// The view that a scripted run scrolls, and that has the keyboard.
  var scriptedView: UIScrollView { get }
  /// Where a row begins, counted through all sections, in points of the content.
  func scriptedTop(ofRow row: Int) -> CGFloat
  /// Rows the screen has now; reported by `--stats`.
  var rowCount: Int { get }
  /// Whether all rows are known, so that a scripted run may start.
  var isComplete: Bool { get }
  /// The keys that do something on this screen alone, the most important first. A screen on which other keys come to
  /// work calls `keyHintsDidChange()`.
  var keyHints: [KeyHint] { get }
}

/// A controller that names the keys of the screen it shows.
@MainActor
package protocol KeyHintPresenter: UIViewController {
  /// Other keys work on the screen that is shown.
  func updateKeyHints()
}

/// A screen with a table.
@MainActor
package protocol DemoScreen: ScrollScreen {
  /// The table a scripted run scrolls.
  var scriptedTable: UITableView { get }
}

extension ScrollScreen {
  package var isComplete: Bool { true }
  package var keyHints: [KeyHint] { [] }

  /// Has the keys named that work now.
  package func keyHintsDidChange() {
    var ancestor = parent
    while let current = ancestor, !(current is any KeyHintPresenter) { ancestor = current.parent }
    (ancestor as? any KeyHintPresenter)?.updateKeyHints()
  }
}

extension DemoScreen where Self: CommandScreen {
  package var scriptedTable: UITableView { tableView }
}

extension DemoScreen where Self: UITableViewController {
  package var scriptedTable: UITableView { tableView }
}

extension DemoScreen {
  package var scriptedView: UIScrollView { scriptedTable }

  package func scriptedTop(ofRow row: Int) -> CGFloat {
    var left = row
    var section = 0
    while section < scriptedTable.numberOfSections - 1 {
      let rows = scriptedTable.numberOfRows(inSection: section)
      if left < rows { break }
      left -= rows
      section += 1
    }
    return scriptedTable.rectForRow(at: IndexPath(row: left, section: section)).minY
  }
}

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
