@preconcurrency import Benchmark
import Foundation
import TestSupport
import UIKitCore

/// Frames of a table without pixels: events, layout, display list, comparison.
@MainActor
func makeTableSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Table")
  for rows in [1_000, 1_000_000_000] {
    let scroll = TableScene(rows: rows)
    suite.onMain("frame scrolled by 37 points, \(rows) rows") { scroll.frame(advance: 37) }
    let still = TableScene(rows: rows)
    suite.onMain("frame scrolled by 1 point, \(rows) rows") { still.frame(advance: 1) }
    let jump = TableScene(rows: rows)
    suite.onMain("frame at a random row, \(rows) rows") { jump.jump() }
    suite.onMain("open a table, \(rows) rows") { _ = TableScene(rows: rows) }
  }
  return suite
}

/// The rows of screen "stress": three labels, 60 points high.
@MainActor
private final class TableScene: NSObject, UITableViewDataSource {
  private let app = TestApplication(size: CGSize(width: 1280, height: 800))
  private let table: UITableView
  private let rows: Int
  private var random = SeededRandom(seed: 1)
  private var tracker = DamageTracker()
  private var damage = Damage()

  init(rows: Int) {
    self.rows = rows
    table = UITableView(frame: CGRect(x: 0, y: 0, width: 1280, height: 800), style: .plain)
    super.init()
    table.register(Row.self, forCellReuseIdentifier: "row")
    table.rowHeight = 60
    table.dataSource = self
    app.window.addSubview(table)
    app.settle()
  }

  func frame(advance: CGFloat) {
    let last = table.contentSize.height - 800
    let y = table.contentOffset.y + advance
    table.contentOffset.y = y > last ? 0 : y
    draw()
  }

  func jump() {
    table.contentOffset.y = CGFloat(Int.random(in: 0..<rows - 20, using: &random)) * 60
    draw()
  }

  private func draw() {
    app.frame()
    tracker.update(with: app.backend.list, damage: &damage)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    (cell as? Row)?.show(indexPath.row)
    return cell
  }

  private final class Row: UITableViewCell {
    private let title = UILabel()
    private let subtitle = UILabel()
    private let detail = UILabel()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      subtitle.font = .systemFont(ofSize: 13)
      detail.font = .systemFont(ofSize: 15)
      detail.textAlignment = .right
      for label in [title, subtitle, detail] { contentView.addSubview(label) }
    }

    required init?(coder: NSCoder) { nil }

    func show(_ row: Int) {
      let row = StressRow(row)
      title.text = row.title
      subtitle.text = row.subtitle
      detail.text = row.detail
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      title.frame = CGRect(x: 304, y: 9, width: 544, height: 24)
      subtitle.frame = CGRect(x: 304, y: 33, width: 544, height: 19)
      detail.frame = CGRect(x: 856, y: 19, width: 120, height: 22)
    }
  }
}
