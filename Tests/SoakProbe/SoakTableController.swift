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

/// Title and subtitle at the left, detail at the right.
final class SoakCell: UITableViewCell {
  private let labels = [UILabel(), UILabel(), UILabel()]

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    for (label, size) in zip(labels, [17.0, 13, 15]) {
      label.font = .systemFont(ofSize: size)
      contentView.addSubview(label)
    }
    labels[1].textColor = .secondaryLabel
    labels[2].textAlignment = .right
  }

  required init?(coder: NSCoder) { nil }

  func show(row: Int, generation: Int) {
    labels[0].text = "Row \(row)"
    labels[1].text = "Subtitle for row \(row) of reload \(generation)"
    labels[2].text = "\(row * 7 % 1000) ms"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = contentView.bounds.width
    labels[0].frame = CGRect(x: 16, y: 9, width: max(0, width - 160), height: 24)
    labels[1].frame = CGRect(x: 16, y: 33, width: max(0, width - 160), height: 19)
    labels[2].frame = CGRect(x: width - 136, y: 19, width: 120, height: 22)
  }
}
