import Foundation

/// What belongs to a cell that is beside its place.
struct CellAside {
  /// Views of the table that move up and down with the cell.
  var companions: [UIView] = []
  /// A view that the cell took along when it began to leave the table.
  var kept: UIView?
  /// Where the cell goes, in points from its place, while it leaves to a side; nil when it goes by its animation alone.
  var exit: Double?

  /// A row that was on its way out of sight goes on while it fades.
  func leaveSideways(_ end: inout ViewPresentation, by animation: UITableView.RowAnimation) {
    guard animation != .left, animation != .right, let exit else { return }
    end.origin.x = exit
  }
}
