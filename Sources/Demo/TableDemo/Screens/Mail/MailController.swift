import DemoParts
import UIKit

/// A mailbox whose rows are written, edited, flagged, archived and deleted: by pulling the list, by swiping rows, by
/// buttons and by keys.
final class MailController: SteppedScreen, DemoScreen {
  private(set) var mailbox = Mailbox(count: 60)
  /// How far a new draft has been pulled.
  private(set) var pullState = PullState.normal { didSet { if pullState != oldValue { showState() } } }
  let composeControl = ComposeControl()
  private let dragging = RowTextDragging()

  private var hasGradient = false
  /// The row that stands open, and its buttons, in words.
  private var openRow: String?
  private let history = UndoManager.ofScreen()
  override var undoManager: UndoManager? { history }

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Open", "O", "envelope.open") { [weak self] in self?.forSelected { $0.open(at: $1) } },
      ScreenCommand("Write", "W", "square.and.pencil") { [weak self] in self?.compose() },
      ScreenCommand("Edit", "E", "pencil") { [weak self] in self?.forSelected { $0.edit(at: $1) } },
      ScreenCommand("Flag", "F", "flag") { [weak self] in self?.forSelected { $0.toggleFlag(at: $1) } },
      ScreenCommand("Archive", "A", "archivebox") { [weak self] in self?.forSelected { $0.archive(at: $1) } },
      ScreenCommand("Delete", "D", "trash") { [weak self] in self?.forSelected { $0.delete(at: $1) } },
      ScreenCommand("Gradient", "G", "paintpalette", tip: "A ground of two colours", states: 2) {
        [weak self] in self?.toggleGradient()
      },
      stepsCommand,
    ]
  }

  var rowCount: Int { mailbox.items.count }
  override var rowHeight: CGFloat? { MailCell.height }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.selectionFollowsFocus = true
    tableView.separatorStyle = .none
    tableView.allowsTypeSelect = false
    tableView.register(MessageCell.self, forCellReuseIdentifier: Mailbox.Kind.message.rawValue)
    tableView.register(DraftCell.self, forCellReuseIdentifier: Mailbox.Kind.draft.rawValue)
    tableView.tableFooterView = EmptyListLabel(
      "Pull the list down, or turn the wheel up at its top, to write. Swipe a row to either side for its actions.",
      height: 72, font: .compact(13))
    tableView.dragDelegate = dragging
    tableView.refreshControl = composeControl
    composeControl.addAction(UIAction { [weak self] _ in self?.pullPassedThreshold() }, for: .valueChanged)
    showState()
  }

  override var stepFacts: (title: String, name: String, text: String) {
    ("Row actions", "actionsView", openRow ?? "no row is open")
  }

  // MARK: Commands

  /// Puts a new draft above the first row and begins to write it.
  private func compose() {
    let id = mailbox.compose()
    let path = IndexPath(row: 0, section: 0)
    let table = tableView
    table.performBatchUpdates {
      table.insertRows(at: [path], with: .top)
    } completion: { [weak self] _ in
      guard let self, let row = mailbox.row(of: id) else { return }
      edit(at: row)
    }
    if tableView.contentOffset.y > 0 { tableView.scrollToRow(at: path, at: .top, animated: true) }
    rowsChanged()
  }

  /// Has the user change the text of a row where it stands.
  func edit(at row: Int) {
    let item = mailbox.items[row]
    guard let cell = tableView.cellForRow(at: IndexPath(row: row, section: 0)) as? MailCell else { return }
    cell.edit(item.text) { [weak self] text in self?.endEditing(item.id, text) }
    showState()
  }

  /// Keeps what has been typed, and takes the field away.
  private func endRowEditing() {
    for case let cell as MailCell in tableView.visibleCells { cell.endEditing(keepsText: true) }
  }

  private func endEditing(_ id: Int, _ text: String?) {
    tableView.becomeFirstResponder()
    guard let text, let row = mailbox.row(of: id) else { return }
    mailbox.setText(text, at: row)
    tableView.reconfigureRows(at: [IndexPath(row: row, section: 0)])
  }

  /// Leads to the message of a row.
  private func open(at row: Int) {
    endRowEditing()
    let id = mailbox.items[row].id
    show(MessageController(mailbox.items[row]) { [weak self] body in self?.forRow(of: id, body) }, sender: self)
  }

  /// Does something to a row, wherever it is by now.
  private func forRow(of id: Int, _ body: (MailController, Int) -> Void) {
    if let row = mailbox.row(of: id) { body(self, row) }
  }

  func toggleFlag(at row: Int) {
    mailbox.toggleFlag(at: row)
    tableView.reconfigureRows(at: [IndexPath(row: row, section: 0)])
  }

  func archive(at row: Int) {
    mailbox.archive(at: row)
    removeRow(row, with: .right)
  }

  func delete(at row: Int) {
    mailbox.delete(at: row)
    removeRow(row, with: .left)
  }

  private func removeRow(_ row: Int, with animation: UITableView.RowAnimation) {
    history.registerUndo(withTarget: self) { $0.restoreRow() }
    tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: animation)
    rowsChanged()
    offerUndo()
  }

  /// Says what was taken out last, and how it is put back.
  private func offerUndo() {
    noticeBar = mailbox.lastRemoval.map { removal in
      let text = removal.item.text.isEmpty ? "a draft" : "\u{201c}\(removal.item.text)\u{201d}"
      return NoticeBar(
        "\(removal.kind == .deleted ? "Deleted" : "Archived") \(text)",
        actions: [
          NoticeBar.Action("Dismiss") { [weak self] in self?.noticeBar = nil },
          NoticeBar.Action("Undo (Ctrl+Z)") { [history] in history.undo() },
        ])
    }
  }

  /// Puts the row back that was taken out last, and selects it.
  private func restoreRow() {
    guard let kind = mailbox.lastRemoval?.kind, let row = mailbox.undoRemoval() else { return }
    let id = mailbox.items[row].id
    history.registerUndo(withTarget: self) { screen in
      screen.forRow(of: id) { if kind == .archived { $0.archive(at: $1) } else { $0.delete(at: $1) } }
    }
    endRowEditing()
    let path = IndexPath(row: row, section: 0)
    tableView.insertRows(at: [path], with: .automatic)
    tableView.selectRow(at: path, animated: true, scrollPosition: .none)
    tableView.scrollToRow(at: path, at: .none, animated: true)
    rowsChanged()
    offerUndo()
  }

  private func forSelected(_ body: (MailController, Int) -> Void) {
    guard let row = tableView.indexPathForSelectedRow?.row else { return }
    body(self, row)
  }

  private func toggleGradient() {
    hasGradient.toggle()
    rowsChanged()
  }

  // MARK: Rows

  /// The colour of a row: from red at the top of the list to yellow at its end; nil without the gradient.
  private func tint(of row: Int) -> UIColor? {
    guard hasGradient else { return nil }
    let share = CGFloat(row) / CGFloat(max(1, mailbox.items.count - 1))
    return UIColor { traits in
      UIColor(
        hue: 0.01 + 0.12 * share, saturation: 0.86, brightness: traits.userInterfaceStyle == .dark ? 0.72 : 0.9,
        alpha: 1)
    }
  }

  /// Gives the rows on screen their new indices and colours.
  private func rowsChanged() {
    for path in tableView.indexPathsForVisibleRows ?? [] {
      guard let cell = tableView.cellForRow(at: path) as? MailCell else { continue }
      cell.index = path.row
      UIView.animate(withDuration: 0.3) { cell.dress(tint(of: path.row)) }
    }
    showState()
  }

  /// Says in the bar what the list holds, and what can be done next.
  private func showState() {
    bar.status =
      "\(mailbox.count(of: .message)) messages, \(mailbox.count(of: .draft)) drafts, \(mailbox.archivedCount) archived"
    enable(["O", "E", "F", "A", "D"], tableView.indexPathForSelectedRow != nil)
    bar.hint = tableView.indexPathForSelectedRow == nil ? "Choose a message or a draft" : ""
  }
}

extension MailController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { mailbox.items.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let item = mailbox.items[indexPath.row]
    let row = ReuseItem.row(indexPath.row)
    recorder?.note(.cellForRow, row.title, asks: row, in: tableView)
    let cell = tableView.dequeueReusableCell(withIdentifier: item.kind.rawValue, for: indexPath)
    if let cell = cell as? MailCell {
      cell.show(item, at: indexPath.row, tint: tint(of: indexPath.row))
    }
    return cell
  }

  /// The text as which a row is copied and dragged, without the letter in its circle. Letters are commands here.
  func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    let item = mailbox.items[indexPath.row]
    return "\(item.person)\t\(item.text)"
  }

  /// The action of the delete keys on the selected row.
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    if editingStyle == .delete { delete(at: indexPath.row) }
  }
}

extension MailController: UITableViewDelegate {
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    endRowEditing()
    showState()
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) { showState() }

  func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let isFlagged = mailbox.items[indexPath.row].isFlagged
    return configuration(
      "leading", indexPath,
      [
        action("Edit", "pencil", Palette.greenGround, on: indexPath) { $0.edit(at: $1) },
        action(isFlagged ? "Unflag" : "Flag", "flag.fill", Palette.orangeGround, on: indexPath) {
          $0.toggleFlag(at: $1)
        },
      ])
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    configuration(
      "trailing", indexPath,
      [
        action("Delete", "trash", Palette.redGround, style: .destructive, on: indexPath) { $0.delete(at: $1) },
        action("Archive", "folder", Palette.indigoGround, on: indexPath) { $0.archive(at: $1) },
      ])
  }

  private func configuration(_ side: String, _ path: IndexPath, _ actions: [UIContextualAction])
    -> UISwipeActionsConfiguration
  {
    let words = "\(ReuseItem.row(path.row).title): \(actions.compactMap(\.title).joined(separator: ", "))"
    openRow = words
    recorder?.noteOutside(
      .swipeActions, words, name: "\(side)SwipeActionsConfigurationForRowAt", in: tableView)
    return UISwipeActionsConfiguration(actions: actions)
  }

  func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {
    recorder?.mark(tableView.cellForRow(at: indexPath), "open")
    recorder?.noteOutside(.openRow, ReuseItem.row(indexPath.row).title, in: tableView)
  }

  func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {
    openRow = nil
    recorder?.unmark()
    recorder?.noteOutside(
      .closeRow, indexPath.map { ReuseItem.row($0.row).title } ?? "a row that is gone", in: tableView)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    recorder?.noteEnded(cell, indexPath, in: tableView)
  }

  /// A button that does something to a row, wherever the row is by then.
  private func action(
    _ title: String, _ symbol: String, _ color: UIColor?, style: UIContextualAction.Style = .normal,
    on path: IndexPath, _ body: @escaping @MainActor (MailController, Int) -> Void
  ) -> UIContextualAction {
    let id = mailbox.items[path.row].id
    let action = UIContextualAction(style: style, title: title) { [weak self] _, _, completion in
      // First back into its place: a field opens in a row that rests.
      completion(true)
      self?.forRow(of: id) { screen, row in
        screen.recorder?.noteOutside(.action, "\(title), \(ReuseItem.row(row).title)", in: screen.tableView)
        body(screen, row)
      }
    }
    action.image = UIImage(systemName: symbol)
    if let color { action.backgroundColor = color }
    return action
  }
}

/// Pulling the list down makes a draft: while it is held the pull's state follows it, and letting go decides.
extension MailController {
  private var pull: CGFloat { max(0, -tableView.contentOffset.y) }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    pullState.follow(pull: pull, threshold: composeControl.bounds.height, isHeld: scrollView.isDragging)
    composeControl.show(pullState, pull: pull)
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    endRowEditing()
    // Held again before the draft had come.
    if pullState == .releasing { finishPull() }
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if pullState.letGo() {
      composeControl.show(pullState, pull: pull)
      if !decelerate { finishPull() }
    } else if composeControl.isRefreshing {
      // Pulled far enough, and back: no draft is wanted.
      composeControl.endRefreshing()
    }
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    if pullState == .releasing { finishPull() }
  }

  /// The control's event: a pull that goes on decides when it is let go; a key decides at once.
  private func pullPassedThreshold() {
    guard !tableView.isDragging else { return }
    composeControl.endRefreshing()
    compose()
  }

  /// The draft takes the place of the view above the first row, while that leaves upwards.
  private func finishPull() {
    pullState = .normal
    composeControl.endRefreshing()
    compose()
  }
}
