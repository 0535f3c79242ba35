import DemoParts
import UIKit

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
      guard let self, let row = mailbox.row(of: id) else { return }
      recorder?.noteOutside(.action, "\(title), \(ReuseItem.row(row).title)", in: tableView)
      body(self, row)
    }
    action.image = UIImage(systemName: symbol)
    if let color { action.backgroundColor = color }
    return action
  }
}
