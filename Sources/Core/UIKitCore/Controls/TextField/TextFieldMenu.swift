import Foundation

/// The menu of a field: what can be done with the selection.
@MainActor
final class TextFieldMenu: NSObject, UIContextMenuInteractionDelegate {
  private weak var field: UITextField?
  private lazy var interaction = UIContextMenuInteraction(delegate: self)

  func attach(to field: UITextField) {
    self.field = field
    field.addInteraction(interaction)
  }

  /// The field takes the keys, and the caret goes where the menu is asked for, unless that is in the selection.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let field, field.isEnabled, field.becomeFirstResponder() else { return nil }
    field.pressing.placeCaretForMenu(at: field.convert(location, to: field.canvas).x)
    return UIContextMenuConfiguration(actionProvider: { [weak self] _ in self?.makeMenu(for: field) })
  }

  private func makeMenu(for field: UITextField) -> UIMenu {
    func item(_ title: String, isEnabled: Bool, _ work: @escaping @MainActor (UITextField) -> Void) -> UIAction {
      UIAction(title: title, attributes: isEnabled ? [] : .disabled) { [weak field] _ in
        if let field { work(field) }
      }
    }
    let (editor, manager) = (field.editing.editor, field.undoManager)
    let steps = UIMenu(
      options: .displayInline,
      children: [
        editor.canUndo
          ? item(manager?.undoMenuItemTitle ?? "Undo", isEnabled: true) { $0.editing.take(.undo) } : nil,
        editor.canRedo
          ? item(manager?.redoMenuItemTitle ?? "Redo", isEnabled: true) { $0.editing.take(.redo) } : nil,
      ].compactMap { $0 })
    let hasText = field.editing.editor.count > 0
    let edits = UIMenu(
      options: .displayInline,
      children: [
        item("Cut", isEnabled: field.canCopy) { $0.cut(nil) },
        item("Copy", isEnabled: field.canCopy) { $0.copy(nil) },
        item("Paste", isEnabled: UIPasteboard.general.hasStrings) { $0.paste(nil) },
      ])
    let isAllSelected = field.editing.editor.selection.range == 0..<field.editing.editor.count
    let selects = UIMenu(
      options: .displayInline,
      children: [
        item("Select All", isEnabled: hasText && !isAllSelected) { $0.selectAll(nil) }
      ])
    return UIMenu(children: steps.children.isEmpty ? [edits, selects] : [steps, edits, selects])
  }
}
