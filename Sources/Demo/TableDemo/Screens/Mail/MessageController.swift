import DemoParts
import UIKit

/// A message or a draft by itself, to which the mailbox leads: who wrote, what about, and buttons to flag, archive and
/// delete it.
final class MessageController: DetailController {
  private var item: Mailbox.Item
  /// Does something to the row of the message in the mailbox, wherever it is by then.
  private let change: @MainActor ((MailController, Int) -> Void) -> Void
  private lazy var flagButton = UIBarButtonItem(
    image: nil, primaryAction: UIAction { [weak self] _ in self?.toggleFlag() }, menu: nil)

  init(_ item: Mailbox.Item, change: @escaping @MainActor ((MailController, Int) -> Void) -> Void) {
    self.item = item
    self.change = change
    let isDraft = item.kind == .draft
    let rows = [
      Self.row(isDraft ? "To" : "From", item.person), Self.row("Subject", item.text.isEmpty ? "none" : item.text),
    ]
    super.init(isDraft ? "Draft" : "Message", [Section(rows: rows)])
    hidesBottomBarWhenPushed = true
    let archive = UIBarButtonItem(
      systemItem: .organize, primaryAction: UIAction { [weak self] _ in self?.leave { $0.archive(at: $1) } }, menu: nil)
    archive.accessibilityLabel = "Archive"
    let trash = UIBarButtonItem(
      systemItem: .trash, primaryAction: UIAction { [weak self] _ in self?.askToDelete() }, menu: nil)
    trash.accessibilityLabel = "Delete"
    navigationItem.rightBarButtonItems = [trash, archive, flagButton]
    showFlag()
  }

  required init?(coder: NSCoder) { nil }

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
    change { $0.toggleFlag(at: $1) }
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
      UIAlertAction(title: "Delete", style: .destructive) { [weak self] _ in self?.leave { $0.delete(at: $1) } })
    present(alert, animated: true)
  }

  /// Goes back to the mailbox, from which the message then disappears.
  private func leave(_ removal: (MailController, Int) -> Void) {
    navigationController?.popViewController(animated: true)
    change(removal)
  }

  private static func row(_ title: String, _ text: String) -> Row {
    var content = UIListContentConfiguration.subtitleCell()
    content.text = title
    content.textProperties.font = .systemFont(ofSize: 13)
    content.textProperties.color = Palette.secondary
    content.secondaryText = text
    content.secondaryTextProperties.font = .systemFont(ofSize: 17)
    content.secondaryTextProperties.color = .label
    return Row(content)
  }
}
