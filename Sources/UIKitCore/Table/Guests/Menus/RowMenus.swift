import Foundation
import TableModel

/// The context menus of a table's rows: by the right mouse button, a finger that rests, the Menu key or Shift with F10.
/// Finds the row, asks the table's delegate, and marks the row while its menu is open.
final class RowMenus: TableGuest {
  /// The interaction that opens the menus; nil until the table was in a window.
  private(set) var interaction: UIContextMenuInteraction?
  /// The interaction's delegate, which the interaction references weakly.
  private var answers: RowMenuAnswers?
  /// The row whose menu is open; follows it through updates.
  private var row: RowPosition?
  /// The row that the table's own "Delete" deletes; outlives the menu by the action.
  private var deletedRow: RowPosition?

  override func enter() { points = .cells }

  override func highlights(_ position: RowPosition) -> Bool { position == row }

  /// The Menu key, and Shift with F10.
  override func takeKey(_ key: UIKey) -> Bool {
    guard key.modifierFlags.isDisjoint(with: [.command, .alternate, .control]) else { return false }
    switch key.keyCode {
    case .keyboardApplication: return openByKey()
    case .keyboardF10: return key.modifierFlags.contains(.shift) && openByKey()
    default: return false
    }
  }

  override func didEnterWindow() {
    guard interaction == nil else { return }
    let answers = RowMenuAnswers(table)
    let made = UIContextMenuInteraction(delegate: answers)
    self.answers = answers
    interaction = made
    table.addInteraction(made)
  }

  // MARK: Following the rows

  override func follow(_ plan: UpdatePlan) {
    func place(_ row: RowPosition) -> RowPosition? { plan.isReloaded(row) ? nil : plan.newPosition(of: row) }
    row = row.flatMap(place)
    deletedRow = deletedRow.flatMap(place)
  }

  override func reset() {
    row = nil
    deletedRow = nil
  }

  override func keepRows(existingIn index: RowHeightIndex) {
    if let row, !index.contains(row) { self.row = nil }
    if let deletedRow, !index.contains(deletedRow) { self.deletedRow = nil }
  }

  // MARK: Opening

  /// The Menu key: the menu of the row selected last, which is brought into view, at its left.
  /// - Returns: whether a menu was opened.
  private func openByKey() -> Bool {
    guard let row = rowForKeys else { return false }
    return open(row) { self.rowForKeys }
  }

  /// An assistive tool asks for the menu of a row, which is brought into view.
  /// - Returns: whether a menu was opened.
  func open(_ position: RowPosition) -> Bool {
    interaction?.dismissMenu()
    table.bringUpToDate()
    guard table.index.contains(position) else { return false }
    // Followed from here on.
    row = position
    let isOpen = open(position) { self.row }
    if !isOpen { row = nil }
    return isOpen
  }

  /// - Parameter current: the row as it is after callbacks; nil when it is gone.
  private func open(_ row: RowPosition, current: () -> RowPosition?) -> Bool {
    let table = table
    guard let interaction else { return false }
    table.scroll(to: row, at: .none, animated: false)
    table.layoutTable()
    // The delegate, told of the scroll, may have changed the rows.
    guard let row = current(), let cell = table.cells.view(at: row) else { return false }
    let visible = cell.convert(cell.bounds, to: nil).intersection(table.convert(table.bounds, to: nil))
    guard !visible.isEmpty else { return false }
    let place = CGPoint(x: visible.minX + TableMetrics.cellMargin, y: visible.midY)
    return interaction.showMenu(.point(place), .pointer)
  }

  /// The row whose menu keys open.
  private var rowForKeys: RowPosition? { table.selector.cursorRow ?? table.selector.selection.first }

  /// The menu of the row at a point, in the table's coordinates; nil opens none.
  fileprivate func configuration(at point: CGPoint) -> UIContextMenuConfiguration? {
    let table = table
    table.bringUpToDate()
    guard table.rows.borrower == nil, let path = table.indexPathForRow(at: point), let position = RowPosition(path),
      table.cells.view(at: position) != nil
    else { return nil }
    row = nil
    deletedRow = position
    // Who had the keyboard may change the rows when it is told.
    _ = table.becomeFirstResponder()
    table.bringUpToDate()
    guard let position = deletedRow else { return nil }
    let made = configuration(of: position, point)
    table.bringUpToDate()
    guard made != nil, let row = deletedRow else { return nil }
    self.row = row
    return made
  }

  /// The delegate's menu for a row; without such a method one that deletes the row, if the user may.
  private func configuration(of row: RowPosition, _ point: CGPoint) -> UIContextMenuConfiguration? {
    let table = table
    let made = table.app.contextMenu(of: row, at: point)
    if table.app.mayHave(.contextMenu) { return made }
    guard let position = deletedRow, table.editor.canDelete(position) else { return nil }
    let title = table.app.deleteTitle(of: row)
    let delete = UIAction(title: title, image: UIImage(systemName: "trash"), attributes: .destructive) {
      [weak table] _ in
      guard let table else { return }
      table.menus.deleteRow()
    }
    return UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: [delete]) })
  }

  private func deleteRow() {
    table.bringUpToDate()
    guard let row = deletedRow else { return }
    deletedRow = nil
    table.editor.commit(.delete, at: row)
  }

  // MARK: Showing

  fileprivate func willShow(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    let table = table
    if let row { table.cells.view(at: row)?.setHighlighted(true, animated: false) }
    table.app.willDisplay(menu, animator)
  }

  fileprivate func willEnd(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    let table = table
    let shown = row
    row = nil
    if let shown, !table.rows.isHighlighted(shown) {
      table.cells.view(at: shown)?.setHighlighted(false, animated: true)
    }
    table.app.willEnd(menu, animator)
  }

  override func checkInvariants() {
    precondition((interaction == nil) == (answers == nil), "the interaction for menus has no delegate")
  }
}

/// The delegate of a table's context menu interaction; references the table weakly.
@MainActor
private final class RowMenuAnswers: NSObject, UIContextMenuInteractionDelegate {
  private weak var table: UITableView?

  init(_ table: UITableView) {
    self.table = table
    super.init()
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let table else { return nil }
    return table.menus.configuration(at: location)
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let table else { return }
    table.menus.willShow(configuration, animator)
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let table else { return }
    table.menus.willEnd(configuration, animator)
  }
}

extension UITableView {
  /// The interaction that opens the menus of rows; nil until the table was in a window.
  public final var contextMenuInteraction: UIContextMenuInteraction? { menus.interaction }
}
