import DemoParts
import UIKit

/// A mailbox whose rows are written, edited, flagged, archived and deleted: by pulling the list, by swiping rows, by
/// buttons and by keys.
final class MailController: SteppedScreen, DemoScreen {
  var mailbox = Mailbox(count: 60)
  /// How far a new draft has been pulled.
  var pullState = PullState.normal { didSet { if pullState != oldValue { showState() } } }
  let composeControl = ComposeControl()
  private let dragging = RowTextDragging()

  private var hasGradient = false
  /// The row that stands open, and its buttons, in words.
  var openRow: String?
  private let history = UndoManager.ofScreen()
  override var undoManager: UndoManager? { history }

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Open", "O", .keyboardO, "envelope.open") { [weak self] in self?.forSelected { $0.open(at: $1) } },
      ScreenCommand("Write", "W", .keyboardW, "square.and.pencil") { [weak self] in self?.compose() },
      ScreenCommand("Edit", "E", .keyboardE, "pencil") { [weak self] in self?.forSelected { $0.edit(at: $1) } },
      ScreenCommand("Flag", "F", .keyboardF, "flag") { [weak self] in self?.forSelected { $0.toggleFlag(at: $1) } },
      ScreenCommand("Archive", "A", .keyboardA, "archivebox") { [weak self] in self?.forSelected { $0.archive(at: $1) }
      },
      ScreenCommand("Delete", "D", .keyboardD, "trash") { [weak self] in self?.forSelected { $0.delete(at: $1) } },
      ScreenCommand("Gradient", "G", .keyboardG, "paintpalette", tip: "A ground of two colours", states: 2) {
        [weak self] in self?.toggleGradient()
      },
      stepsCommand,
    ]
  }

  override class var heading: String { "Mail" }

  var rowCount: Int { mailbox.items.count }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.selectionFollowsFocus = true
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.rowHeight = MailCell.height
    tableView.separatorStyle = .none
    tableView.allowsTypeSelect = false
    tableView.register(MessageCell.self, forCellReuseIdentifier: Mailbox.Kind.message.rawValue)
    tableView.register(DraftCell.self, forCellReuseIdentifier: Mailbox.Kind.draft.rawValue)
    tableView.tableFooterView = EmptyListLabel(
      "Pull the list down, or turn the wheel up at its top, to write. Swipe a row to either side for its actions.",
      height: 72, size: 13)
    tableView.dataSource = self
    tableView.delegate = self
    tableView.dragDelegate = dragging
    tableView.refreshControl = composeControl
    composeControl.addAction(UIAction { [weak self] _ in self?.pullPassedThreshold() }, for: .valueChanged)
    showState()
  }

  override var stepFacts: (title: String, name: String, text: String) {
    ("Row actions", "actionsView", openRow ?? "no row is open")
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    tableView.rowHeight = MailCell.height
  }

  // MARK: Commands

  /// Puts a new draft above the first row and begins to write it.
  func compose() {
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
  func endRowEditing() {
    for case let cell as MailCell in tableView.visibleCells { cell.endEditing(keepsText: true) }
  }

  private func endEditing(_ id: Int, _ text: String?) {
    tableView.becomeFirstResponder()
    guard let text, let row = mailbox.row(of: id) else { return }
    mailbox.setText(text, at: row)
    tableView.reconfigureRows(at: [IndexPath(row: row, section: 0)])
  }

  /// Leads to the message of a row.
  func open(at row: Int) {
    endRowEditing()
    let id = mailbox.items[row].id
    /// Does something to the row, wherever it is by then.
    func action(_ body: @escaping @MainActor (MailController, Int) -> Void) -> @MainActor () -> Void {
      { [weak self] in
        guard let self, let row = mailbox.row(of: id) else { return }
        body(self, row)
      }
    }
    let message = MessageController(
      mailbox.items[row],
      actions: MessageController.Actions(
        toggleFlag: action { $0.toggleFlag(at: $1) }, archive: action { $0.archive(at: $1) },
        delete: action { $0.delete(at: $1) }))
    show(message, sender: self)
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
      guard let row = screen.mailbox.row(of: id) else { return }
      if kind == .archived { screen.archive(at: row) } else { screen.delete(at: row) }
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
  func tint(of row: Int) -> UIColor? {
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
  func showState() {
    bar.status =
      "\(mailbox.count(of: .message)) messages, \(mailbox.count(of: .draft)) drafts, \(mailbox.archivedCount) archived"
    enable([.keyboardO, .keyboardE, .keyboardF, .keyboardA, .keyboardD], tableView.indexPathForSelectedRow != nil)
    bar.hint = tableView.indexPathForSelectedRow == nil ? "Choose a message or a draft" : ""
  }
}
