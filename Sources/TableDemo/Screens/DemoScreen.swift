import UIKit

/// What the shell needs of a screen beyond showing it: the table to drive in a scripted run, and its size.
@MainActor
protocol DemoScreen: UIViewController {
  /// The table a scripted run scrolls.
  var scriptedTable: UITableView { get }
  /// Rows the screen has now; reported by `--stats`.
  var rowCount: Int { get }
  /// Whether all rows are known, so that a scripted run may start.
  var isComplete: Bool { get }
}

extension DemoScreen {
  var isComplete: Bool { true }
}
