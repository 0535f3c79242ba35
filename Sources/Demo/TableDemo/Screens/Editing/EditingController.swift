import DemoParts
import UIKit

/// A packing list to delete from, add to, put in order, swipe and choose from.
///
/// The passport stays first, and the last row of each section adds an item: neither can be deleted or moved, and no
/// row can be dragged past them.
final class EditingController: CommandScreen, DemoScreen {
  private var list = PackingList()
  private let history = UndoManager.ofScreen()
  override var undoManager: UndoManager? { history }
  private var selectionObserver: (any NSObjectProtocol)?

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Edit", "E", "pencil") { [weak self] in self?.toggleEditing() },
      ScreenCommand("Select", "S", "checkmark.circle", tip: "Select several rows") { [weak self] in
        self?.toggleSelecting()
      },
      ScreenCommand("Delete", "D", "trash") { [weak self] in self?.deleteSelected() },
      ScreenCommand("Add", "A", "plus") { [weak self] in self?.addItem() },
    ]
  }

  convenience init() { self.init(style: .insetGrouped) }

  isolated deinit {
    if let selectionObserver { NotificationCenter.default.removeObserver(selectionObserver) }
  }

  override var keyHints: [KeyHint] {
    super.keyHints + [KeyHint("Delete", action: "Delete")] + KeyHint.undoAndRedo
  }
  var rowCount: Int { list.count + list.sections.count }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "item")
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "add")
    selectionObserver = NotificationCenter.default.addObserver(
      forName: UITableView.selectionDidChangeNotification, object: tableView, queue: nil
    ) { [weak self] _ in MainActor.assumeIsolated { self?.showState() } }
    showState()
  }

  /// The table deletes a single selected row itself; several are left to the screen.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.keyCode {
    case .keyboardDeleteOrBackspace?, .keyboardDeleteForward?: deleteSelected()
    case .keyboardEscape? where tableView.isEditing: setMode(editing: false, selecting: false)
    default: if !buttons.handle(presses) { super.pressesBegan(presses, with: event) }
    }
  }

  // MARK: Commands

  private var isSelecting: Bool { tableView.isEditing && tableView.allowsMultipleSelectionDuringEditing }

  private func toggleEditing() { setMode(editing: !tableView.isEditing, selecting: false) }

  private func toggleSelecting() { setMode(editing: !isSelecting, selecting: !isSelecting) }

  private func setMode(editing: Bool, selecting: Bool) {
    // The circles are a mode of their own: out of the one, into the other.
    if tableView.isEditing { tableView.setEditing(false, animated: true) }
    tableView.allowsMultipleSelectionDuringEditing = selecting
    if editing { tableView.setEditing(true, animated: true) }
    showState()
  }

  private func deleteSelected() {
    let paths = (tableView.indexPathsForSelectedRows ?? []).filter(isItem)
    guard !paths.isEmpty else { return }
    delete(paths)
  }

  private func announce(_ text: String) { UIAccessibility.post(notification: .announcement, argument: text) }

  private func addItem() {
    let section = tableView.indexPathsForVisibleRows?.first?.section ?? 0
    add(at: IndexPath(row: list.sections[section].items.count, section: section))
  }

  private func add(at path: IndexPath) {
    var next = list
    next.addItem(section: path.section, row: path.row)
    carryOut(RowChange(model: next, inserted: [path]))
    announce("\(list[path.section, path.row].name) added to \(list.sections[path.section].title)")
  }

  private func delete(_ paths: [IndexPath]) {
    let name = list[paths[0].section, paths[0].row].name
    var next = list
    for path in paths.sorted(by: >) { next.remove(section: path.section, row: path.row) }
    carryOut(RowChange(model: next, deleted: paths))
    announce(paths.count == 1 ? "\(name) deleted" : "\(paths.count) items deleted")
  }

  private func change(_ path: IndexPath, _ body: (inout PackingList.Item) -> Void) {
    var next = list
    body(&next[path.section, path.row])
    carryOut(RowChange(model: next, changed: [path]))
  }

  private func carryOut(_ change: RowChange<PackingList>) {
    keep(change.reversed(to: list))
    history.announceStep(change.summary)
    list = change.model
    change.update(tableView, with: .automatic)
    showState()
  }

  private func keep(_ reverse: RowChange<PackingList>) {
    history.registerUndo(withTarget: self) { $0.carryOut(reverse) }
  }

  private func showState() {
    rename("E", to: tableView.isEditing ? "Done" : "Edit", symbol: tableView.isEditing ? "checkmark" : "pencil")
    let selected = tableView.indexPathsForSelectedRows?.count(where: isItem) ?? 0
    bar.status =
      isSelecting
      ? "\(selected) of \(list.count) items selected" : "\(list.count) items, \(list.packedCount) packed"
    enable(["D"], selected > 0)
    view.setNeedsLayout()
  }

  // MARK: Rows

  private func isAddRow(_ path: IndexPath) -> Bool { path.row == list.sections[path.section].items.count }

  private func isPinned(_ path: IndexPath) -> Bool { path.section == 0 && path.row == 0 && !isAddRow(path) }

  /// Whether a row is an item that can be deleted and moved.
  private func isItem(_ path: IndexPath) -> Bool { !isAddRow(path) && !isPinned(path) }

  private func configure(_ cell: UITableViewCell, with item: PackingList.Item) {
    cell.textLabel?.text = item.name
    cell.imageView?.image = item.isFlagged ? UIImage(systemName: "flag.fill") : nil
    cell.imageView?.tintColor = Palette.orange
    cell.imageView?.accessibilityLabel = item.isFlagged ? "Flagged" : nil
    cell.accessoryType = item.isPacked ? .checkmark : .none
  }
}

extension EditingController: UITableViewDataSource {
  func numberOfSections(in tableView: UITableView) -> Int { list.sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    list.sections[section].items.count + 1
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    list.sections[section].title
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard !isAddRow(indexPath) else {
      let cell = tableView.dequeueReusableCell(withIdentifier: "add", for: indexPath)
      cell.textLabel?.text = "Add an item"
      cell.textLabel?.textColor = Palette.tint
      return cell
    }
    let cell = tableView.dequeueReusableCell(withIdentifier: "item", for: indexPath)
    configure(cell, with: list[indexPath.section, indexPath.row])
    return cell
  }

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    isSelecting ? isItem(indexPath) : !isPinned(indexPath)
  }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    isItem(indexPath) && !isSelecting
  }

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    switch editingStyle {
    case .none: break
    case .delete: delete([indexPath])
    case .insert: add(at: indexPath)
    }
  }

  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    let before = list
    list.move(
      from: (sourceIndexPath.section, sourceIndexPath.row), to: (destinationIndexPath.section, destinationIndexPath.row)
    )
    let change = RowChange(model: list, moved: [(sourceIndexPath, destinationIndexPath)])
    if sourceIndexPath != destinationIndexPath { keep(change.reversed(to: before)) }
  }
}

extension EditingController: UITableViewDelegate {
  func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { isAddRow(indexPath) ? .insert : .delete }

  /// Not above the passport, and not below the row that adds.
  func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath {
    let section = proposedDestinationIndexPath.section
    let items = list.sections[section].items.count
    let last = section == sourceIndexPath.section ? items - 1 : items
    let row = min(max(proposedDestinationIndexPath.row, section == 0 ? 1 : 0), last)
    return IndexPath(row: row, section: section)
  }

  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    !isSelecting || isItem(indexPath)
  }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    guard !isSelecting, isAddRow(indexPath) else { return }
    tableView.deselectRow(at: indexPath, animated: true)
    add(at: indexPath)
  }
}

// MARK: Swiping

extension EditingController {
  func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    guard !isAddRow(indexPath) else { return UISwipeActionsConfiguration(actions: []) }
    let title = list[indexPath.section, indexPath.row].isPacked ? "Unpack" : "Packed"
    let pack = UIContextualAction(style: .normal, title: title) { [weak self] _, _, completion in
      self?.change(indexPath) { $0.isPacked.toggle() }
      completion(true)
    }
    pack.backgroundColor = Palette.greenGround
    return UISwipeActionsConfiguration(actions: [pack])
  }

  /// In edit mode the minus asks for these too; there it only deletes.
  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    guard isItem(indexPath) else { return UISwipeActionsConfiguration(actions: []) }
    guard !tableView.isEditing else { return nil }
    let delete = UIContextualAction(style: .destructive, title: "Delete") { [weak self] _, _, completion in
      self?.delete([indexPath])
      completion(true)
    }
    delete.backgroundColor = Palette.redGround
    let flag = UIContextualAction(style: .normal, title: "Flag") { [weak self] _, _, completion in
      self?.change(indexPath) { $0.isFlagged.toggle() }
      completion(true)
    }
    flag.backgroundColor = Palette.orangeGround
    return UISwipeActionsConfiguration(actions: [delete, flag])
  }
}
