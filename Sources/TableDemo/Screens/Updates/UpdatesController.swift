import DemoParts
import UIKit

/// A table to insert into, delete from, move, reload and shuffle, by buttons and keys and in every animation.
final class UpdatesController: CommandScreen, DemoScreen {
  private var numbers: RowNumbers
  /// How often a row was reloaded, by its number.
  private var editions: [Int: Int] = [:]
  private var counts = (inserted: 0, deleted: 0, moved: 0, reloaded: 0)
  private var animation = 0

  private static let animations: [(name: String, value: UITableView.RowAnimation)] = [
    ("automatic", .automatic), ("fade", .fade), ("right", .right), ("left", .left), ("top", .top),
    ("bottom", .bottom), ("middle", .middle), ("none", .none),
  ]
  /// Rows inserted, deleted or reloaded at once.
  private static let batch = 3

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Insert", "I", .keyboardI) { [weak self] in self?.insert() },
      ScreenCommand("Delete", "D", .keyboardD) { [weak self] in self?.delete() },
      ScreenCommand("Move", "M", .keyboardM) { [weak self] in self?.move() },
      ScreenCommand("Reload", "R", .keyboardR) { [weak self] in self?.reload() },
      ScreenCommand("Shuffle", "S", .keyboardS) { [weak self] in self?.shuffle() },
      ScreenCommand("Animation", "A", .keyboardA) { [weak self] in self?.chooseAnimation() },
    ]
  }

  init(rows: Int) {
    numbers = RowNumbers(count: rows)
    super.init(style: .plain)
    title = "Updates"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { numbers.count }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.dataSource = self
    tableView.delegate = self
    tableView.register(UpdatesCell.self, forCellReuseIdentifier: "row")
    showCounts()
  }

  // MARK: Commands

  private var chosen: UITableView.RowAnimation { Self.animations[animation].value }

  private var visibleRows: [Int] { (tableView.indexPathsForVisibleRows ?? []).map(\.row) }

  private func paths(_ rows: some Sequence<Int>) -> [IndexPath] { rows.map { IndexPath(row: $0, section: 0) } }

  private func insert() {
    let row = visibleRows.dropFirst(2).first ?? visibleRows.first ?? 0
    numbers.insertNew(Self.batch, at: row)
    counts.inserted += Self.batch
    tableView.insertRows(at: paths(row..<row + Self.batch), with: chosen)
    UIAccessibility.post(notification: .announcement, argument: "\(Self.batch) rows inserted")
    showCounts()
  }

  private func delete() {
    let rows = visibleRows.shuffled().prefix(Self.batch).sorted(by: >)
    for row in rows { numbers.remove(at: row) }
    counts.deleted += rows.count
    tableView.deleteRows(at: paths(rows), with: chosen)
    UIAccessibility.post(notification: .announcement, argument: "\(rows.count) rows deleted")
    showCounts()
  }

  private func move() {
    guard let source = visibleRows.randomElement(), let target = visibleRows.randomElement() else { return }
    numbers.insert(numbers.remove(at: source), at: target)
    counts.moved += 1
    tableView.moveRow(at: IndexPath(row: source, section: 0), to: IndexPath(row: target, section: 0))
    showCounts()
  }

  private func reload() {
    let rows = visibleRows.shuffled().prefix(Self.batch)
    for row in rows { editions[numbers[row], default: 0] += 1 }
    counts.reloaded += rows.count
    tableView.reloadRows(at: paths(rows), with: chosen)
    showCounts()
  }

  private func shuffle() {
    let rows = visibleRows
    let sources = rows.shuffled()
    let moved = sources.map { numbers[$0] }
    for row in rows.reversed() { numbers.remove(at: row) }
    for (row, number) in zip(rows, moved) { numbers.insert(number, at: row) }
    tableView.beginUpdates()
    for (source, target) in zip(sources, rows) {
      tableView.moveRow(at: IndexPath(row: source, section: 0), to: IndexPath(row: target, section: 0))
    }
    tableView.endUpdates()
    counts.moved += rows.count
    showCounts()
  }

  private func chooseAnimation() {
    animation = (animation + 1) % Self.animations.count
    showCounts()
  }

  private func showCounts() {
    let parts = [
      ("inserted", counts.inserted), ("deleted", counts.deleted), ("moved", counts.moved),
      ("reloaded", counts.reloaded),
    ]
    bar.status =
      "\(GroupedNumber.string(numbers.count)) rows: "
      + parts.map { "\(GroupedNumber.string($0.1)) \($0.0)" }.joined(separator: ", ")
    bar.hintLabel.text = "animation: \(Self.animations[animation].name) \u{b7} \(buttons.keyHint)"
  }
}

extension UpdatesController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { numbers.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    let number = numbers[indexPath.row]
    (cell as? UpdatesCell)?.show(number: number, edition: editions[number] ?? 0)
    return cell
  }

  /// Three heights, so that rows that trade places move those between them.
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    UpdatesCell.height + CGFloat(numbers[indexPath.row] % 3 * 12)
  }
}
