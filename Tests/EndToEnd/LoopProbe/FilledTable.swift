import UIKit

/// A table of which a few rows are on screen; the heights of the others are found out while the loop is idle.
final class FilledTable: NSObject, UITableViewDataSource, UITableViewDelegate {
  static let rows = 60
  let view = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), style: .plain)

  override init() {
    super.init()
    view.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    view.dataSource = self
    view.delegate = self
    view.heightService.precachesWhenIdle = true
  }

  /// Rows whose height is known.
  var known: Int {
    (0..<Self.rows).count { view.heightService.indexPathCache.existsHeight(at: IndexPath(row: $0, section: 0)) }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.rows }

  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
    tableView.heightService.heightForCell(withIdentifier: "row", cachedBy: path) { self.show(path.row, in: $0) }
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
    show(path.row, in: cell)
    return cell
  }

  private func show(_ row: Int, in cell: UITableViewCell) {
    cell.textLabel?.numberOfLines = 0
    cell.textLabel?.text = String(repeating: "row \(row) ", count: 1 + row % 30)
  }
}
