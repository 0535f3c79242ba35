import TableModel

/// Where a cell stands between the pool of its table and the screen. Changes in this file only.
///
/// A cell is shown as a row, keeps it while the row's number changes, and leaves it with the screen. Then it waits in the
/// pool until it is dequeued, unless it has no identifier. Headers, footers and the cells of a grid go the same way.
struct CellStanding {
  /// The row the cell is for; nil while it is for none.
  fileprivate(set) var row: RowPosition?
  /// Whether the cell waits in the pool.
  fileprivate(set) var isIdle = false
  /// Whether the cell has got what its row asks for, such as the controls of edit mode.
  fileprivate(set) var isDressed = false
  /// Whether the cell was shown before.
  fileprivate var wasShown = false

  /// Gives the standing of a cell for change; see `UIView`.
  struct Key { fileprivate init() {} }
}

/// The steps of a cell between pool and screen. They are taken by the owners of its table that pass it on.
extension UITableViewCell {
  /// The row the cell is for; nil while it is for none.
  final var position: RowPosition? { standing.row }
  /// Whether the cell waits in the pool of `table`.
  final var isIdle: Bool { standing.isIdle }
  /// Whether the cell has got what its row asks for.
  final var isDressed: Bool { standing.isDressed }

  /// The cell becomes a row of a table.
  /// - Returns: whether it is one for the first time; later on it counts as used again.
  func show(_ row: RowPosition, of table: UITableView) -> Bool {
    belong(to: table)
    let isNew = !standing.wasShown
    var new = standing
    new.row = row
    new.isDressed = false
    new.wasShown = true
    self[CellStanding.Key()] = new
    return isNew
  }

  /// The cell has got what its row asks for.
  func wasDressed() { self[CellStanding.Key()].isDressed = true }

  /// Its row has another number; or the row it has left is shown after all.
  func move(to row: RowPosition) { self[CellStanding.Key()].row = row }

  /// The cell is for no row any more.
  func leaveRow() { self[CellStanding.Key()].row = nil }

  /// The cell waits in the pool.
  func enterPool() { self[CellStanding.Key()].isIdle = true }

  /// The cell was dequeued, or is returned by an app that has kept it.
  func leavePool() { self[CellStanding.Key()].isIdle = false }
}
