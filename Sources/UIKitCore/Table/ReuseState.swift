import Foundation

/// What a table keeps for making cells, headers and footers and for using them again.
@MainActor
final class ReuseState {
  /// What new cells are made from, by identifier.
  var cellSources: [String: ReusableSource<UITableViewCell>] = [:]
  /// The same for headers and footers.
  var partSources: [String: ReusableSource<UITableViewHeaderFooterView>] = [:]
  /// The row whose `cellForRowAt` is running.
  var cellRequest: CellRequest?
  /// The cell the next dequeue hands out.
  var reconfiguredCell: UITableViewCell?
  /// The table's height in the last pass, in points: a smaller one needs fewer idle cells.
  var lastHeight: CGFloat = 0
  /// The delegate is being asked for the view of a footer.
  var asksForFooter = false
  /// Visible cells as last told to the profiler.
  var countedCells = 0
}
