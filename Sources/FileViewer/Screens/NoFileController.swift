import DemoParts
import UIKit

/// The screen `file` without a file: says how to open one.
final class NoFileController: UITableViewController, DemoScreen {
  init() {
    super.init(style: .plain)
    title = "Text file"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { 0 }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.separatorStyle = .none
    tableView.backgroundView = EmptyListLabel(
      "Press Ctrl+O, drop text files on this window, or start\nTableDemo FILE ...\n\nA gigabyte is no trouble: one line is one row."
    )
  }
}
