import Foundation

/// The menu of a text: what can be done with the selection.
@MainActor
final class TextMenu: NSObject, UIContextMenuInteractionDelegate {
  private weak var host: (any TextHost)?
  private lazy var interaction = UIContextMenuInteraction(delegate: self)

  func attach(to host: any TextHost) {
    self.host = host
    host.addInteraction(interaction)
  }

  /// The host takes the keys, and the caret goes where the menu is asked for, unless that is in the selection.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let host, host.isTextSelectable, host.becomeFirstResponder() else { return nil }
    host.pressing.placeCaretForMenu(at: host.convert(location, to: host.textSpace))
    return UIContextMenuConfiguration(actionProvider: { [weak self] _ in self?.makeMenu(for: host.editing) })
  }

  private func makeMenu(for editing: TextEditing) -> UIMenu {
    func item(_ title: String, isEnabled: Bool, _ work: @escaping @MainActor (TextEditing) -> Void) -> UIAction {
      UIAction(title: title, attributes: isEnabled ? [] : .disabled) { [weak editing] _ in
        if let editing { work(editing) }
      }
    }
    let (editor, manager, canEdit) = (editing.editor, editing.host.undoManager, editing.host.isTextEditable)
    let steps = UIMenu(
      options: .displayInline,
      children: [
        editor.canUndo ? item(manager?.undoMenuItemTitle ?? "Undo", isEnabled: true) { $0.take(.undo) } : nil,
        editor.canRedo ? item(manager?.redoMenuItemTitle ?? "Redo", isEnabled: true) { $0.take(.redo) } : nil,
      ].compactMap { $0 })
    let edits = UIMenu(
      options: .displayInline,
      children: [
        item("Cut", isEnabled: canEdit && editing.canCopy) { $0.cut() },
        item("Copy", isEnabled: editing.canCopy) { $0.copy() },
        item("Paste", isEnabled: canEdit && UIPasteboard.general.hasStrings) { $0.paste(primarySelection: false) },
      ])
    let isAllSelected = editor.selection.range == 0..<editor.count
    let selects = UIMenu(
      options: .displayInline,
      children: [
        item("Select All", isEnabled: editor.count > 0 && !isAllSelected) { $0.selectAll() }
      ])
    return UIMenu(children: steps.children.isEmpty ? [edits, selects] : [steps, edits, selects])
  }
}
