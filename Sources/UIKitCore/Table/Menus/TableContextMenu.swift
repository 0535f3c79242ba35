import Foundation
import TableModel

/// The context menus of a table's rows: finds the row, asks the table's delegate, and marks the row while its menu is
/// open.
@MainActor
final class TableContextMenu: NSObject, UIContextMenuInteractionDelegate {
  private weak var table: UITableView?
  /// What opens the menus; attached to the table.
  private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)
  /// The row whose menu is open; follows it through updates.
  var row: RowPosition?
  /// The row that the table's own "Delete" deletes; outlives the menu by the action.
  var deletedRow: RowPosition?

  init(_ table: UITableView) {
    self.table = table
    super.init()
  }

  /// The rows have other places, or are gone.
  func follow(_ map: (RowPosition) -> RowPosition?) {
    row = row.flatMap(map)
    deletedRow = deletedRow.flatMap(map)
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let table, table.reorder == nil, let path = table.indexPathForRow(at: location),
      let position = table.existing(path), table.cells.view(at: position) != nil
    else { return nil }
    _ = table.becomeFirstResponder()
    row = nil
    deletedRow = position
    let made = table.contextMenu(ofRowAt: path, point: location)
    // The delegate may have changed rows.
    guard made != nil, let row = deletedRow, table.existing(IndexPath(row)) != nil else { return nil }
    self.row = row
    return made
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let table else { return }
    if let row { table.cells.view(at: row)?.setHighlighted(true, animated: false) }
    table.tableDelegate?.tableView(table, willDisplayContextMenu: configuration, animator: animator)
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let table else { return }
    if let row, row != table.pressedRow { table.cells.view(at: row)?.setHighlighted(false, animated: true) }
    row = nil
    table.tableDelegate?.tableView(table, willEndContextMenuInteraction: configuration, animator: animator)
  }
}
