import UIKit

/// A table of two kinds of cells and rows of two heights, in several sections when there are rows enough.
final class SoakTableController: UITableViewController {
  private(set) var cellsConfigured = 0
  private var rows = 1000
  private var generation = 0

  private static let words = ["plain", "naïve façade", "Zażółć", "床前明月光", "الشمس", "😀 🎉", "ऋषियों"]

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.rowHeight = 60
    tableView.register(SoakCell.self, forCellReuseIdentifier: "three labels")
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "plain")
  }

  func scroll(by points: Double) {
    let end = max(0, tableView.contentSize.height - tableView.bounds.height)
    var offset = tableView.contentOffset.y + points
    if offset > end { offset = 0 } else if offset < 0 { offset = end }
    tableView.contentOffset.y = offset
  }

  func jump(to fraction: Double) {
    let end = max(0, tableView.contentSize.height - tableView.bounds.height)
    tableView.contentOffset.y = (end * fraction).rounded()
  }

  func reload(rows: Int) {
    self.rows = rows
    generation += 1
    tableView.reloadData()
  }

  override func numberOfSections(in tableView: UITableView) -> Int { rows < 100 ? 1 : 4 }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    rows < 100 ? rows : rows / 4
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    "Section \(section) of reload \(generation)"
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    cellsConfigured += 1
    let row = indexPath.row
    guard row % 5 != 0 else {
      let cell = tableView.dequeueReusableCell(withIdentifier: "plain", for: indexPath)
      cell.textLabel?.text = Self.words[row / 5 % Self.words.count] + " \(row)"
      return cell
    }
    let cell = tableView.dequeueReusableCell(withIdentifier: "three labels", for: indexPath)
    (cell as? SoakCell)?.show(row: row, generation: generation)
    return cell
  }
}
