import DemoParts
import UIKit

/// Rows of random height that size themselves, full of views; rows come and go at random while one scrolls.
///
/// The same list is written in other toolkits, and measured: see `Benchmarks/Peers`.
final class RichController: UITableViewController, DemoScreen {
  /// Changes a second, half of them inserts and half deletes, half anywhere and half on the screen.
  private let changeRate: Int
  /// The numbers of the rows in their order: what a row shows hangs on its number.
  private var ids: [Int]
  private var nextID: Int
  /// Rows whose switch was turned over.
  private var turned: Set<Int> = []
  private var changes = RichChanges()
  private var link: CADisplayLink?

  /// - Parameters:
  ///   - rows: how many there are at first.
  ///   - changeRate: rows to insert or delete at random each second, at 60 frames a second; 0 leaves them alone.
  init(rows: Int, changeRate: Int = 0) {
    self.changeRate = changeRate
    ids = Array(0..<rows)
    nextID = rows
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  var rowCount: Int { ids.count }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(RichCell.self, forCellReuseIdentifier: "rich")
    // Alone it is measured beside the lists of other toolkits, which fill their windows.
    tableView.cellLayoutMarginsFollowReadableWidth = navigationController != nil
    tableView.separatorInsetReference = .fromAutomaticInsets
    tableView.separatorInset = UIEdgeInsets(top: 0, left: 64, bottom: 0, right: 0)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard changeRate > 0 else { return }
    let link = CADisplayLink { [weak self] _ in self?.changeRows() }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    link?.invalidate()
    link = nil
  }

  /// Carries out this frame's changes as one batch without animation.
  private func changeRows() {
    let first = tableView.indexPathsForVisibleRows?.first?.row ?? 0
    let due = changes.next(rate: changeRate, rows: ids.count, firstVisible: first)
    guard !due.deleted.isEmpty || !due.inserted.isEmpty else { return }
    for row in due.deleted.reversed() {
      turned.remove(ids[row])
      // Moves the rest as memory; remove(at:) moves element by element.
      ids.removeSubrange(row...row)
    }
    for row in due.inserted {
      ids.insert(nextID, at: row)
      nextID += 1
    }
    UIView.performWithoutAnimation {
      tableView.performBatchUpdates {
        self.tableView.deleteRows(at: due.deleted.map { IndexPath(row: $0, section: 0) }, with: .none)
        self.tableView.insertRows(at: due.inserted.map { IndexPath(row: $0, section: 0) }, with: .none)
      }
    }
  }

  // MARK: Rows

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { ids.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "rich", for: indexPath)
    let id = ids[indexPath.row]
    let row = RichRow(id)
    guard let cell = cell as? RichCell else { return cell }
    cell.show(row, isOn: row.isOn != turned.contains(id))
    cell.onToggle = { [weak self] isOn in
      if isOn == row.isOn { self?.turned.remove(id) } else { self?.turned.insert(id) }
    }
    return cell
  }
}

/// Which rows come and go, frame by frame, by a generator that starts at 12345: the other toolkits' lists change alike.
struct RichChanges {
  /// Rows to delete, numbered as before, and to insert, numbered as after; both ascending, no row twice.
  struct Batch: Equatable {
    var deleted: [Int] = []
    var inserted: [Int] = []
  }

  private var frame = 0
  private var change = 0
  private var state: UInt64 = 12345

  /// The changes of the next frame.
  /// - Parameters:
  ///   - rate: changes a second, at 60 frames a second.
  ///   - rows: how many there are.
  ///   - firstVisible: the uppermost row on the screen, near which every other change is.
  mutating func next(rate: Int, rows: Int, firstVisible: Int) -> Batch {
    frame += 1
    var deleted: Set<Int> = []
    var wished: [Int] = []
    for _ in 0..<(frame * rate / 60 - (frame - 1) * rate / 60) {
      var row = random(2) == 0 ? firstVisible + random(8) : random(max(1, rows))
      if change.isMultiple(of: 2) {
        wished.append(row)
      } else {
        while deleted.contains(row) { row += 1 }
        if row < rows { deleted.insert(row) }
      }
      change += 1
    }
    // Of the rows that stay and those that come, each wish takes the place it names, or the next one that is free.
    var inserted: [Int] = []
    for (index, row) in wished.sorted().enumerated() {
      let last = rows - deleted.count + index
      inserted.append(min(max(row, (inserted.last ?? -1) + 1), last))
    }
    return Batch(deleted: deleted.sorted(), inserted: inserted)
  }

  private mutating func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
