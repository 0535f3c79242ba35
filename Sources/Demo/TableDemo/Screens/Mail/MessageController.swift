import DemoParts
import UIKit

/// A message or a draft by itself, to which the mailbox leads: who wrote, what about, and buttons to flag, archive and
/// delete it.
final class MessageController: DetailController {
  /// Changes of the mailbox that the buttons make.
  struct Actions {
    let toggleFlag: @MainActor () -> Void
    let archive: @MainActor () -> Void
    let delete: @MainActor () -> Void
  }

  private var item: Mailbox.Item
  private let actions: Actions
  private lazy var flagButton = UIBarButtonItem(
    image: nil, primaryAction: UIAction { [weak self] _ in self?.toggleFlag() }, menu: nil)

  init(_ item: Mailbox.Item, actions: Actions) {
    self.item = item
    self.actions = actions
    super.init()
    title = item.kind == .draft ? "Draft" : "Message"
    hidesBottomBarWhenPushed = true
    let archive = UIBarButtonItem(
      systemItem: .organize, primaryAction: UIAction { [weak self] _ in self?.leave { $0.archive() } }, menu: nil)
    archive.accessibilityLabel = "Archive"
    let trash = UIBarButtonItem(
      systemItem: .trash, primaryAction: UIAction { [weak self] _ in self?.askToDelete() }, menu: nil)
    trash.accessibilityLabel = "Delete"
    navigationItem.rightBarButtonItems = [trash, archive, flagButton]
    showFlag()
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "part")
  }

  override var keyHints: [KeyHint] { super.keyHints + [KeyHint("Del", action: "Delete")] }

  /// The delete keys ask whether to delete.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.keyCode {
    case .keyboardDeleteOrBackspace?, .keyboardDeleteForward?: askToDelete()
    default: super.pressesBegan(presses, with: event)
    }
  }

  // MARK: Buttons

  private func toggleFlag() {
    item.isFlagged.toggle()
    actions.toggleFlag()
    showFlag()
  }

  private func showFlag() {
    flagButton.image = UIImage(systemName: item.isFlagged ? "flag.fill" : "flag")
    flagButton.tintColor = item.isFlagged ? Palette.orange : nil
    flagButton.accessibilityLabel = item.isFlagged ? "Unflag" : "Flag"
  }

  private func askToDelete() {
    guard presentedViewController == nil else { return }
    let kind = item.kind == .draft ? "draft" : "message"
    let alert = UIAlertController(
      title: "Delete this \(kind)?", message: item.text.isEmpty ? nil : item.text, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      UIAlertAction(title: "Delete", style: .destructive) { [weak self] _ in self?.leave { $0.delete() } })
    present(alert, animated: true)
  }

  /// Goes back to the mailbox, from which the message then disappears.
  private func leave(_ change: (Actions) -> Void) {
    navigationController?.popViewController(animated: true)
    change(actions)
  }

  // MARK: Rows

  private var parts: [(title: String, text: String)] {
    [(item.kind == .draft ? "To" : "From", item.person), ("Subject", item.text.isEmpty ? "none" : item.text)]
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { parts.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "part", for: indexPath)
    let part = parts[indexPath.row]
    var content = UIListContentConfiguration.subtitleCell()
    content.text = part.title
    content.textProperties.font = .systemFont(ofSize: 13)
    content.textProperties.color = Palette.secondary
    content.secondaryText = part.text
    content.secondaryTextProperties.font = .systemFont(ofSize: 17)
    content.secondaryTextProperties.color = .label
    cell.contentConfiguration = content
    return cell
  }
}
