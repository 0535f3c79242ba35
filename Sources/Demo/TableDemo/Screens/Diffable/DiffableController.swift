import DemoParts
import UIKit

/// Identifiers in sections, shown by a diffable data source: each command changes a snapshot and applies it, on the main
/// thread or on a queue of its own, and beside the rows stands what that comes to.
final class DiffableController: CommandScreen, DemoScreen {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Int, Int>

  /// How many identifiers the command for that goes through.
  static let sizes = [50, 1000, 100_000, 5]
  /// Identifiers inserted or deleted at once.
  private static let batch = 3

  private lazy var rows = DiffableRows(tableView: tableView) { [weak self] tableView, path, number in
    let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: path)
    (cell as? UpdatesCell)?.show(
      number: number, edition: self?.editions[number] ?? 0, in: self?.outline?.place(of: number))
    return cell
  }
  /// The same snapshots in a collection view; nil until it is asked for.
  private var items: DiffableItems?
  private var showsItems = false
  private let list = OperationListView()
  /// The snapshot that was applied last: the next change starts from it, whether the table shows it already or not.
  private(set) var latest = Snapshot()
  private var nextItem = 0
  private var nextSection = 0
  private var size = 0
  private(set) var usesQueue = false
  private let queue = DispatchQueue(label: "snapshots")
  /// Keeps the updates that the table has told since the last were listed.
  private let witness = UpdateWitness()
  private var isAnimated = true
  /// How often items were reloaded or configured again.
  private var editions: [Int: Int] = [:]
  /// A section whose items fold, if there is one.
  private var outline: DiffableOutline?
  /// Snapshots handed to the queue and not compared yet.
  private var pending = 0

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Insert", "I", "plus") { [weak self] in self?.insert() },
      ScreenCommand("Delete", "D", "trash") { [weak self] in self?.delete() },
      ScreenCommand("Move", "M", "arrow.up.arrow.down") { [weak self] in self?.move() },
      ScreenCommand("Shuffle", "S", "shuffle") { [weak self] in self?.arrange("shuffled()") { $0.shuffled() } },
      ScreenCommand(
        "Collection", "K", "square.grid.2x2", tip: "The same snapshot in a collection view, or in a table"
      ) { [weak self] in self?.exchangeViews() },
      ScreenCommand("Sort", "O", "line.3.horizontal.decrease") { [weak self] in
        self?.arrange("sorted()") { $0.sorted() }
      },
      ScreenCommand("Add section", "A", "plus.square") { [weak self] in self?.addSection() },
      ScreenCommand("Remove section", "R", "minus.square") { [weak self] in self?.removeSection() },
      ScreenCommand("Turn sections", "T", "arrow.triangle.2.circlepath", tip: "Puts the last section first") {
        [weak self] in self?.turnSections()
      },
      ScreenCommand("Reload", "L", "arrow.clockwise", tip: "Shows rows with other cells") { [weak self] in
        self?.renew(reloads: true)
      },
      ScreenCommand("Reconfigure", "C", "wrench", tip: "Shows rows anew with their cells") { [weak self] in
        self?.renew(reloads: false)
      },
      ScreenCommand("Outline", "F", "increase.indent", tip: "Adds items that fold, or folds the first") {
        [weak self] in self?.fold()
      },
      ScreenCommand("Without animation", "W", "sparkles", states: 2) { [weak self] in
        self?.change { $0.isAnimated.toggle() }
      },
      ScreenCommand(
        "Try a duplicate", "U", "plus.square.on.square", tip: "Appends an identifier that is there already"
      ) { [weak self] in self?.tryDuplicate() },
      ScreenCommand("Other size", "N", "number", tip: "Another number of identifiers") { [weak self] in
        self?.chooseSize()
      },
      ScreenCommand("Apply on a queue", "Q", "cpu", tip: "The thread that compares snapshots", states: 2) {
        [weak self] in self?.change { $0.usesQueue.toggle() }
      },
      ScreenCommand("Edit by hand", "E", "pencil") { [weak self] in
        self?.change { $0.tableView.setEditing(!$0.tableView.isEditing, animated: true) }
      },
    ]
  }

  var rowCount: Int { rows.snapshot().numberOfItems }
  override var rowHeight: CGFloat? { UpdatesCell.height }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UpdatesCell.self, forCellReuseIdentifier: "number")
    tableView.passObserver = witness
    view.addSubview(list)
    rows.onMove = { [weak self] item, target in self?.moveByHand(item, to: target) }
    rows.onDelete = { [weak self] item in self?.delete([item]) }
    latest = makeSnapshot(of: Self.sizes[size])
    rows.applySnapshotUsingReloadData(latest)
    showState()
  }

  override func rowsWidth(in width: CGFloat) -> CGFloat { width - SidePanel.width(in: width) }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    (tableView.frame, list.frame) = SidePanel.divide(tableView.frame)
    items?.view.frame = tableView.frame
  }

  // MARK: Applying

  /// Has the table show a snapshot, and lists what that comes to.
  /// - Parameters:
  ///   - unmarked: the snapshot without items to be reloaded or configured again, from which the next change starts.
  ///   - calls: what was called on the snapshot.
  private func apply(_ snapshot: Snapshot, keeping unmarked: Snapshot? = nil, _ calls: [String]) {
    // The notice is about the operation before.
    noticeBar = nil
    let old = latest
    latest = unmarked ?? snapshot
    let isAnimated = isAnimated
    let apply = "dataSource.apply(snapshot\(isAnimated ? "" : ", animatingDifferences: false"))"
    let calls = ["var snapshot = dataSource.snapshot()"] + calls + [apply]
    if let section = outline?.section, snapshot.indexOfSection(section) == nil { outline = nil }
    // Updates that were told before belong to nothing that is listed.
    if pending == 0 { _ = witness.take() }
    // One that is compared on the queue still keeps the main thread's out.
    guard usesQueue || pending > 0 else {
      let began = ContinuousClock.now
      rows.apply(snapshot, animatingDifferences: isAnimated)
      let time = ContinuousClock.now - began
      items?.apply(snapshot, isAnimated: isAnimated)
      return show(calls, SnapshotOperations(witness.take(), from: old, to: snapshot), took: time, on: "the main thread")
    }
    pending += 1
    list.show(calls: calls)
    showState()
    queue.async { [rows, items] in
      let began = ContinuousClock.now
      rows.apply(snapshot, animatingDifferences: isAnimated)
      let time = ContinuousClock.now - began
      items?.apply(snapshot, isAnimated: isAnimated)
      // Behind the table's own update, which waits on the main queue since then.
      DispatchQueue.main.async { [weak self] in
        guard let self else { return }
        pending -= 1
        show(calls, SnapshotOperations(witness.take(), from: old, to: snapshot), took: time, on: "a queue")
      }
    }
  }

  private func show(_ calls: [String], _ operations: SnapshotOperations, took time: Duration, on place: String) {
    let milliseconds = (time / .milliseconds(1) * 10).rounded() / 10
    UIAccessibility.post(notification: .announcement, argument: operations.summary)
    list.show(calls: calls, operations, summary: "\(operations.summary): \(milliseconds) ms on \(place)")
    showState()
  }

  private func showState() {
    let sections = latest.numberOfSections
    bar.status =
      "\(GroupedNumber.string(latest.numberOfItems)) identifiers in \(GroupedNumber.string(sections))"
      + (sections == 1 ? " section" : " sections") + (pending > 0 ? ", comparing\u{2026}" : "")
    let isEmpty = latest.numberOfItems == 0
    if isEmpty != (tableView.backgroundView != nil) {
      tableView.backgroundView =
        isEmpty ? EmptyListLabel("No identifiers\nInsert (I) adds three, Add section (A) a section of three") : nil
    }
    rename("Q", to: usesQueue ? "Apply on the main thread" : "Apply on a queue")
    rename("W", to: isAnimated ? "Without animation" : "With animation")
    rename(
      "K", to: showsItems ? "Table" : "Collection", symbol: showsItems ? "list.bullet" : "square.grid.2x2")
    rename("F", to: outline == nil ? "Outline" : outline?.isFolded == true ? "Unfold" : "Fold")
    rename(
      "E", to: tableView.isEditing ? "Done" : "Edit by hand",
      symbol: tableView.isEditing ? "checkmark" : "pencil")
    view.setNeedsLayout()
  }

  // MARK: Commands

  private func change(_ body: (DiffableController) -> Void) {
    body(self)
    showState()
  }

  private func makeItems(_ count: Int) -> [Int] {
    defer { nextItem += count }
    return Array(nextItem..<nextItem + count)
  }

  private func makeSection() -> Int {
    defer { nextSection += 1 }
    return nextSection
  }

  private func makeSnapshot(of count: Int) -> Snapshot {
    var snapshot = Snapshot()
    let half = (count + 1) / 2
    for part in [half, count - half] {
      let section = makeSection()
      snapshot.appendSections([section])
      snapshot.appendItems(makeItems(part), toSection: section)
    }
    return snapshot
  }

  /// The identifiers on screen that are in the latest snapshot still.
  private var visibleItems: [Int] {
    let visible =
      showsItems
      ? items?.visibleItems ?? [] : (tableView.indexPathsForVisibleRows ?? []).compactMap(rows.itemIdentifier)
    return visible.filter { latest.indexOfItem($0) != nil }
  }

  private func insert() {
    let items = makeItems(Self.batch)
    var snapshot = latest
    if let target = visibleItems.dropFirst(2).first ?? visibleItems.first {
      snapshot.insertItems(items, beforeItem: target)
      apply(snapshot, ["snapshot.insertItems(\(items), beforeItem: \(target))"])
    } else if let section = snapshot.sectionIdentifiers.last {
      snapshot.appendItems(items, toSection: section)
      apply(snapshot, ["snapshot.appendItems(\(items), toSection: \(section))"])
    } else {
      addSection()
    }
  }

  private func delete() { delete(Array(visibleItems.shuffled().prefix(Self.batch))) }

  private func delete(_ items: [Int]) {
    guard !items.isEmpty else { return }
    var snapshot = latest
    snapshot.deleteItems(items)
    apply(snapshot, ["snapshot.deleteItems(\(items))"])
  }

  private func move() {
    let choice = visibleItems.shuffled().prefix(2)
    guard let item = choice.first, let target = choice.last, item != target else { return }
    var snapshot = latest
    let isBefore = snapshot.indexOfItem(item).map { $0 + 1 } == snapshot.indexOfItem(target)
    if isBefore {
      snapshot.moveItem(item, afterItem: target)
    } else {
      snapshot.moveItem(item, beforeItem: target)
    }
    apply(snapshot, ["snapshot.moveItem(\(item), \(isBefore ? "after" : "before")Item: \(target))"])
  }

  /// Puts the items of every section into another order.
  private func arrange(_ name: String, _ order: ([Int]) -> [Int]) {
    var snapshot = Snapshot()
    for section in latest.sectionIdentifiers {
      snapshot.appendSections([section])
      snapshot.appendItems(order(latest.itemIdentifiers(inSection: section)), toSection: section)
    }
    apply(snapshot, ["for section in sections:", "  snapshot.appendItems(items.\(name), toSection: section)"])
  }

  private func addSection() {
    let section = makeSection()
    let items = makeItems(Self.batch)
    var snapshot = latest
    let calls: [String]
    if let first = snapshot.sectionIdentifiers.first {
      snapshot.insertSections([section], beforeSection: first)
      calls = ["snapshot.insertSections([\(section)], beforeSection: \(first))"]
    } else {
      snapshot.appendSections([section])
      calls = ["snapshot.appendSections([\(section)])"]
    }
    snapshot.appendItems(items, toSection: section)
    apply(snapshot, calls + ["snapshot.appendItems(\(items), toSection: \(section))"])
  }

  private func removeSection() {
    guard let section = latest.sectionIdentifiers.first else { return }
    var snapshot = latest
    snapshot.deleteSections([section])
    apply(snapshot, ["snapshot.deleteSections([\(section)])"])
  }

  private func turnSections() {
    let sections = latest.sectionIdentifiers
    guard let first = sections.first, let last = sections.last, first != last else { return }
    var snapshot = latest
    snapshot.moveSection(last, beforeSection: first)
    apply(snapshot, ["snapshot.moveSection(\(last), beforeSection: \(first))"])
  }

  private func chooseSize() {
    size = (size + 1) % Self.sizes.count
    apply(
      makeSnapshot(of: Self.sizes[size]), ["a new snapshot of \(GroupedNumber.string(Self.sizes[size])) identifiers"])
  }

  /// Has items on screen shown anew: reloaded with another cell, or with the one they have.
  private func renew(reloads: Bool) {
    let items = Array(visibleItems.prefix(Self.batch))
    guard !items.isEmpty else { return }
    for item in items { editions[item, default: 0] += 1 }
    var snapshot = latest
    if reloads { snapshot.reloadItems(items) } else { snapshot.reconfigureItems(items) }
    apply(snapshot, keeping: latest, ["snapshot.\(reloads ? "reload" : "reconfigure")Items(\(items))"])
  }

  /// Folds or unfolds the first item of the outline; without one, adds it.
  private func fold() {
    if let root = outline?.roots.first { return fold(root) }
    let section = makeSection()
    let new = DiffableOutline(section: section, roots: makeItems(Self.batch)) { makeItems(Self.batch) }
    outline = new
    var snapshot = latest
    if let first = snapshot.sectionIdentifiers.first {
      snapshot.insertSections([section], beforeSection: first)
    } else {
      snapshot.appendSections([section])
    }
    snapshot.appendItems(new.visibleItems, toSection: section)
    apply(
      snapshot,
      [
        "outline.append(\(new.roots))", "outline.append(children, to: root)",
        "snapshot.appendItems(outline.visibleItems, toSection: \(section))",
      ])
  }

  private func fold(_ root: Int) {
    guard var outline, outline.roots.contains(root) else { return }
    outline.keep(latest.itemIdentifiers(inSection: outline.section))
    let isFolded = outline.toggle(root)
    self.outline = outline
    var snapshot = latest
    let old = snapshot.itemIdentifiers(inSection: outline.section)
    snapshot.deleteItems(old.filter { !outline.visibleItems.contains($0) })
    let rest = Set(snapshot.itemIdentifiers)
    snapshot.insertItems(outline.visibleItems.filter { !rest.contains($0) }, afterItem: root)
    let unmarked = snapshot
    snapshot.reconfigureItems([root])
    apply(
      snapshot, keeping: unmarked,
      ["outline.\(isFolded ? "collapse" : "expand")([\(root)])", "snapshot has outline.visibleItems in its section"])
  }

  /// Shows the snapshot in a collection view, or in the table again. Both follow all snapshots from then on.
  private func exchangeViews() {
    let items = self.items ?? DiffableItems { [weak self] in self?.editions[$0] ?? 0 }
    if self.items == nil {
      self.items = items
      view.insertSubview(items.view, aboveSubview: tableView)
      items.apply(latest, isAnimated: false)
    }
    showsItems.toggle()
    (items.view.isHidden, tableView.isHidden) = (!showsItems, showsItems)
    _ = showsItems ? items.view.becomeFirstResponder() : tableView.becomeFirstResponder()
    showState()
  }

  /// An identifier that is in the snapshot may not come a second time: appending it would end the program with this very
  /// message, so code that gets identifiers from elsewhere looks first.
  private func tryDuplicate() {
    guard let item = visibleItems.first else { return }
    let items = makeItems(1) + [item]
    let duplicates = items.filter { latest.indexOfItem($0) != nil }
    defer {
      noticeBar = NoticeBar(
        "appendItems(\(items)): item identifiers are not unique: \(duplicates). Appended without \(item).",
        actions: [NoticeBar.Action("Dismiss") { [weak self] in self?.noticeBar = nil }])
    }
    guard let section = latest.sectionIdentifiers.last else { return }
    let distinct = items.filter { !duplicates.contains($0) }
    var snapshot = latest
    snapshot.appendItems(distinct, toSection: section)
    apply(
      snapshot,
      [
        "items = \(items)", "items.removeAll { snapshot.indexOfItem($0) != nil }",
        "snapshot.appendItems(\(distinct), toSection: \(section))",
      ])
  }

  private func moveByHand(_ item: Int, to target: IndexPath) {
    var snapshot = latest
    guard let source = rows.indexPath(for: item), snapshot.indexOfItem(item) != nil else { return }
    if let other = rows.itemIdentifier(for: target), other != item {
      if source.section == target.section, source.row < target.row {
        snapshot.moveItem(item, afterItem: other)
        apply(snapshot, ["snapshot.moveItem(\(item), afterItem: \(other))"])
      } else {
        snapshot.moveItem(item, beforeItem: other)
        apply(snapshot, ["snapshot.moveItem(\(item), beforeItem: \(other))"])
      }
    } else if let section = rows.sectionIdentifier(for: target.section) {
      snapshot.deleteItems([item])
      snapshot.appendItems([item], toSection: section)
      apply(snapshot, ["snapshot.deleteItems([\(item)])", "snapshot.appendItems([\(item)], toSection: \(section))"])
    }
  }
}

extension DiffableController: UITableViewDelegate {
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    if let item = rows.itemIdentifier(for: indexPath) { fold(item) }
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    guard let item = rows.itemIdentifier(for: indexPath) else { return nil }
    return Palette.deletion { [weak self] in
      guard let self, latest.indexOfItem(item) != nil else { return }
      delete([item])
    }
  }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }
}

/// The data source of the screen: titles, and rows that are deleted and dragged by hand.
private final class DiffableRows: UITableViewDiffableDataSource<Int, Int> {
  /// Called when the user has dragged an item to a row.
  var onMove: (@MainActor (Int, IndexPath) -> Void)?
  var onDelete: (@MainActor (Int) -> Void)?

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sectionIdentifier(for: section).map { "Section \($0)" }
  }

  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

  override func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    if editingStyle == .delete, let item = itemIdentifier(for: indexPath) { onDelete?(item) }
  }

  override func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    guard sourceIndexPath != destinationIndexPath, let item = itemIdentifier(for: sourceIndexPath) else { return }
    onMove?(item, destinationIndexPath)
  }
}
