import DemoParts
import UIKit

/// A table to insert into, delete from, move, reload and shuffle, by buttons and keys and in every animation.
final class UpdatesController: CommandScreen, DemoScreen {
  private var numbers: RowNumbers
  private let history = UndoManager.ofScreen()
  override var undoManager: UndoManager? { history }
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
      ScreenCommand("Insert", "I", "plus") { [weak self] in self?.insert() },
      ScreenCommand("Delete", "D", "trash") { [weak self] in self?.deleteSome() },
      ScreenCommand("Move", "M", "arrow.up.arrow.down") { [weak self] in self?.move() },
      ScreenCommand("Reload", "R", "arrow.clockwise") { [weak self] in self?.reload() },
      ScreenCommand("Shuffle", "S", "shuffle") { [weak self] in self?.shuffle() },
      ScreenCommand("Animation", "A", "sparkles", tip: "The next animation of rows that come and go") {
        [weak self] in self?.chooseAnimation()
      },
    ]
  }

  init(rows: Int) {
    numbers = RowNumbers(count: rows)
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  override var keyHints: [KeyHint] {
    super.keyHints + [KeyHint("Delete", action: "Delete the selected row")] + KeyHint.undoAndRedo
  }
  var rowCount: Int { numbers.count }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UpdatesCell.self, forCellReuseIdentifier: "row")
    showCounts()
  }

  // MARK: Commands

  private var chosen: UITableView.RowAnimation { Self.animations[animation].value }

  private var visibleRows: [Int] { (tableView.indexPathsForVisibleRows ?? []).map(\.row) }

  private func paths(_ rows: some Sequence<Int>) -> [IndexPath] { rows.map { IndexPath(row: $0, section: 0) } }

  private func insert() {
    let row = visibleRows.dropFirst(2).first ?? visibleRows.first ?? 0
    var next = numbers
    next.insertNew(Self.batch, at: row)
    note(RowChange(model: next, inserted: paths(row..<row + Self.batch)))
  }

  private func deleteSome() { delete(visibleRows.shuffled().prefix(Self.batch)) }

  private func delete(_ rows: some Sequence<Int>) {
    let rows = rows.sorted(by: >)
    guard !rows.isEmpty else { return }
    var next = numbers
    for row in rows { next.remove(at: row) }
    note(RowChange(model: next, deleted: paths(rows)))
  }

  private func move() {
    guard let source = visibleRows.randomElement(), let target = visibleRows.randomElement() else { return }
    var next = numbers
    next.insert(next.remove(at: source), at: target)
    let move = (from: IndexPath(row: source, section: 0), to: IndexPath(row: target, section: 0))
    note(RowChange(model: next, moved: [move]))
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
    guard !rows.isEmpty else { return }
    let sources = rows.shuffled()
    let moved = sources.map { numbers[$0] }
    var next = numbers
    for row in rows.reversed() { next.remove(at: row) }
    for (row, number) in zip(rows, moved) { next.insert(number, at: row) }
    let moves = zip(paths(sources), paths(rows)).map { (from: $0, to: $1) }
    note(RowChange(model: next, moved: moves))
  }

  /// Carries out what the user has asked for, and says so.
  private func note(_ change: RowChange<RowNumbers>) {
    carryOut(change)
    UIAccessibility.post(notification: .announcement, argument: change.summary)
  }

  private func carryOut(_ change: RowChange<RowNumbers>) {
    let reverse = change.reversed(to: numbers)
    history.registerUndo(withTarget: self) { $0.carryOut(reverse) }
    history.announceStep(change.summary)
    numbers = change.model
    counts.inserted += change.inserted.count
    counts.deleted += change.deleted.count
    counts.moved += change.moved.count
    change.update(tableView, with: chosen)
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
    bar.hint = "animation: \(Self.animations[animation].name)"
  }
}

extension UpdatesController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { numbers.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    let number = numbers[indexPath.row]
    let edition = editions[number] ?? 0
    let note = "no. \(GroupedNumber.string(number))"
    (cell as? UpdatesCell)?.show(
      number: number, title: ErrandText.text(of: number), edition: edition,
      note: edition == 0 ? note : "\(note), edition \(edition + 1)")
    return cell
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let number = numbers[indexPath.row]
    return Palette.deletion { [weak self] in
      guard let self, let row = visibleRows.first(where: { self.numbers[$0] == number }) else { return }
      delete([row])
    }
  }

  /// The action of the delete keys on the selected row.
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    if editingStyle == .delete { delete([indexPath.row]) }
  }

  /// Three heights, so that rows that trade places move those between them.
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    UpdatesCell.height + CGFloat(numbers[indexPath.row] % 3 * 12)
  }
}
