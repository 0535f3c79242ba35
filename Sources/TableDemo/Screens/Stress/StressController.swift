import DemoParts
import UIKit

/// Generated rows of one height, up to a billion: what the list of every other toolkit is measured with.
final class StressController: UITableViewController, DemoScreen {
  let rowCount: Int
  private let dragging = RowTextDragging()

  init(rows: Int) {
    rowCount = rows
    super.init(style: .plain)
    title = "Stress: \(GroupedNumber.string(rows)) rows"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(StressCell.self, forCellReuseIdentifier: "stress")
    tableView.dragDelegate = dragging
    tableView.rowHeight = StressCell.height
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let margin = StressCell.margin(in: tableView.bounds.width)
    tableView.separatorInset = UIEdgeInsets(top: 0, left: margin + 16, bottom: 0, right: margin)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    tableView.rowHeight = StressCell.height
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  override func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    "Row \(GroupedNumber.string(indexPath.row))"
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "stress", for: indexPath)
    (cell as? StressCell)?.show(StressRow(indexPath.row))
    return cell
  }
}
