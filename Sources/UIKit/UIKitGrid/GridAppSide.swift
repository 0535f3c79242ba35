import Foundation
import TableModel
import UIKitCore

/// The door to the app: the only caller of a grid's data sources and delegate. The counterpart of the table's `AppSide`.
///
/// It knows which methods the delegate lacks, ends the program for an answer without a meaning, and tells when an answer
/// came too late: a callback may request other counts, and a length that arrives afterwards belongs to another line.
/// The caller then stops, and the next pass asks again, see `GridPass`.
///
/// It holds its objects weakly. Without them questions have the answers of the optional methods' defaults, and reports do
/// nothing.
@MainActor
final class GridAppSide: GridFacet {
  /// An answer about the length of a line.
  enum LengthAnswer {
    /// A length in points, checked.
    case points(Double)
    /// `automaticDimension`: the cells decide.
    case automatic
    /// Other counts were requested during the call.
    case linesChanged
  }

  private weak var dataSource: GridViewDataSource?
  private weak var delegate: GridViewDelegate?
  /// See `GridView.prefetchDataSource`.
  private(set) weak var prefetchSource: GridViewDataSourcePrefetching?
  /// See `GridView.treeSource`.
  private(set) weak var treeSource: (any GridViewTreeSource)?
  /// A tree source was set: to read a weak reference costs more, and each cell asks.
  private var hadTreeSource = false
  /// Optional methods the delegate does not have.
  private var missing: OptionalGridMethods = []

  // MARK: The app's objects

  var hasDataSource: Bool { dataSource != nil }

  /// Called when the data source is set.
  func dataSourceWasSet(_ new: GridViewDataSource?) { dataSource = new }

  /// Called when the delegate is set.
  func delegateWasSet(_ new: GridViewDelegate?) { delegate = new }

  /// Called when the tree source is set.
  func treeSourceWasSet(_ new: (any GridViewTreeSource)?) {
    treeSource = new
    hadTreeSource = new != nil
  }

  /// Called when the prefetching data source is set.
  func prefetchSourceWasSet(_ new: GridViewDataSourcePrefetching?) { prefetchSource = new }

  // MARK: Optional methods

  /// Whether the delegate may have `method`, as far as is known since the last load.
  func mayHave(_ method: OptionalGridMethods) -> Bool { !missing.contains(method) }

  /// Called by the default implementations of optional methods: the delegate does not have `method`.
  func noteMissing(_ method: OptionalGridMethods) { missing.insert(method) }

  /// Finds out which lengths the delegate gives, by asking for those of the first lines: a default that is called says that
  /// it is one, and then no line has to be asked.
  /// - Parameter size: the counts that are being loaded.
  /// - Returns: false when the delegate requested other counts.
  func learnMethods(for size: GridSize) -> Bool {
    guard let delegate else {
      missing = [.rowHeight, .columnWidth]
      return true
    }
    missing = []
    let grid = grid
    if size.rows > 0 { _ = delegate.gridView(grid, heightForRow: 0) }
    if size.columns > 0, !grid.work.mustEnd { _ = delegate.gridView(grid, widthForColumn: 0) }
    return !grid.work.mustEnd
  }

  // MARK: Counts and lengths

  /// The counts of the data source; none without it.
  func size() -> GridSize {
    guard let dataSource else { return GridSize(rows: 0, columns: 0) }
    let grid = grid
    return GridSize(
      rows: grid.outline.rowCount ?? Self.checked(dataSource.numberOfRows(in: grid), "numberOfRows(in:)"),
      columns: grid.columnKeeper.count
        ?? Self.checked(dataSource.numberOfColumns(in: grid), "numberOfColumns(in:)"))
  }

  private static func checked(_ count: Int, _ call: StaticString) -> Int {
    guard count >= 0, count <= 1 << 40 else {
      misuse("\(call) returned \(count) for a GridView; return a count from 0 to 2^40")
    }
    return count
  }

  /// The width of a column; never automatic. Where neither the arrangement nor the delegate gives one, the grid's.
  func width(ofColumn column: Int) -> LengthAnswer {
    let grid = grid
    if let width = grid.columnKeeper.width(ofColumn: column) { return .points(width) }
    guard let delegate, mayHave(.columnWidth) else {
      return .points(grid.columnKeeper.clamped(grid.columnWidth, ofColumn: column))
    }
    let width = GridLines.checked(
      delegate.gridView(grid, widthForColumn: column), "gridView(_:widthForColumn:) returned", " for column \(column)")
    return grid.work.mustEnd
      ? .linesChanged : .points(grid.columnKeeper.clamped(width ?? grid.columnWidth, ofColumn: column))
  }

  /// The height of a row. Where the delegate gives none, the grid's.
  func height(ofRow row: Int) -> LengthAnswer {
    let grid = grid
    guard let delegate, mayHave(.rowHeight) else {
      return grid.rowHeight == GridView.automaticDimension ? .automatic : .points(grid.rowHeight)
    }
    let height = GridLines.checked(
      delegate.gridView(grid, heightForRow: row), isAutomaticAllowed: true, "gridView(_:heightForRow:) returned",
      " for row \(row)")
    return grid.work.mustEnd ? .linesChanged : height.map(LengthAnswer.points) ?? .automatic
  }

  // MARK: Cells

  /// The cell of a place, which may be a header; nil for the corner.
  func cell(at place: GridPosition) -> GridViewCell? {
    guard let dataSource else { return GridViewCell(frame: .zero) }
    let grid = grid
    if place.isCell {
      let cell = TracedWork.run("cellForItem") { dataSource.gridView(grid, cellForItemAt: place) }
      if grid.outline.rowCount != nil, !grid.work.mustEnd, let cell = cell as? GridTreeCell {
        cell.disclosure = grid.outline.disclosure(ofRow: place.row)
      }
      return cell
    }
    if place.column >= 0, place.row > grid.titleRow, place.row < 0 {
      let row = place.row - grid.titleRow - 1
      return dataSource.gridView(grid, cellForTitleRow: row, column: place.column)
    }
    if place.column >= 0 {
      let title = dataSource.gridView(grid, headerForColumn: place.column)
      if grid.columnKeeper.count != nil {
        (title as? GridHeaderCell)?.sortMark = grid.columnKeeper.sortMark(ofColumn: place.column)
      }
      return title
    }
    return place.row >= 0 ? dataSource.gridView(grid, headerForRow: place.row) : nil
  }

  /// Of headers the delegate is told nothing.
  func willDisplay(_ cell: GridViewCell, at place: GridPosition) {
    if place.isCell { delegate?.gridView(grid, willDisplay: cell, forItemAt: place) }
  }

  func didEndDisplaying(_ cell: GridViewCell, at place: GridPosition) {
    if place.isCell { delegate?.gridView(grid, didEndDisplaying: cell, forItemAt: place) }
  }

  // MARK: The selection

  func didChangeSelection() { delegate?.gridViewDidChangeSelection(grid) }

  /// The text of a cell, as it is copied; nil without one.
  func text(of place: GridPosition) -> String? { dataSource?.gridView(grid, textForItemAt: place) }

  /// - Parameter proceed: has `count` cells copied.
  func willCopy(_ count: Int, proceed: @escaping @MainActor () -> Void) {
    guard let delegate else { return proceed() }
    delegate.gridView(grid, willCopy: count, proceed: proceed)
  }

  func didCopy(_ count: Int) { delegate?.gridView(grid, didCopy: count) }

  /// - Parameter message: why the selection cannot be copied, in a sentence for the user.
  func couldNotCopy(_ message: String) { delegate?.gridView(grid, couldNotCopy: message) }

  // MARK: The tree

  var hasTree: Bool { hadTreeSource && treeSource != nil }

  /// How many children a node has; none without a source.
  func childCount(of path: [Int]) -> Int {
    guard let treeSource else { return 0 }
    let count = treeSource.gridView(grid, numberOfChildrenAt: IndexPath(indexes: path))
    guard count >= 0, count <= TreeRows.most else {
      misuse(
        "gridView(_:numberOfChildrenAt:) returned \(count) for \(path); return a count from 0 to \(TreeRows.most)")
    }
    return count
  }

  /// Whether a node can be expanded.
  func isExpandable(_ path: [Int]) -> Bool {
    treeSource?.gridView(grid, isExpandableAt: IndexPath(indexes: path)) ?? false
  }

  func didSetExpanded(_ isExpanded: Bool, _ path: IndexPath) {
    if isExpanded {
      delegate?.gridView(grid, didExpandAt: path)
    } else {
      delegate?.gridView(grid, didCollapseAt: path)
    }
  }

  // MARK: Editing

  func canEdit(_ place: GridPosition) -> Bool { dataSource?.gridView(grid, canEditItemAt: place) ?? false }

  func editingText(of place: GridPosition) -> String? { dataSource?.gridView(grid, editingTextForItemAt: place) }

  func refusal(of text: String, at place: GridPosition) -> String? {
    dataSource?.gridView(grid, refusalOf: text, forItemAt: place)
  }

  func setText(_ text: String, of place: GridPosition) {
    dataSource?.gridView(grid, setText: text, forItemAt: place)
  }

  func didEndEditing(_ place: GridPosition, _ reason: GridView.EditingEnd) {
    delegate?.gridView(grid, didEndEditingItemAt: place, reason: reason)
  }

  // MARK: Headers

  /// - Returns: whether the delegate needs no selection of the column.
  func didClickHeader(ofColumn column: Int, _ flags: UIKeyModifierFlags) -> Bool {
    delegate?.gridView(grid, didClickHeaderOfColumn: column, modifierFlags: flags) ?? false
  }

  func didResize(_ axis: GridLines.Axis, _ line: Int, to length: Double) {
    switch axis {
    case .rows: delegate?.gridView(grid, didResizeRow: line, to: length)
    case .columns: delegate?.gridView(grid, didResizeColumn: line, to: length)
    }
  }

  /// The user has changed the arrangement of columns.
  func didChangeArrangement() { delegate?.gridViewDidChangeArrangement(grid) }

  /// Whether the user may drag a line elsewhere.
  func canMove(_ axis: GridLines.Axis, _ line: Int) -> Bool {
    switch axis {
    case .rows: dataSource?.gridView(grid, canMoveRow: line) ?? false
    case .columns where grid.columnKeeper.count != nil: grid.allowsColumnReordering
    case .columns: dataSource?.gridView(grid, canMoveColumn: line) ?? false
    }
  }

  /// Tells the data source that the user moved a line, which the grid moves itself afterwards.
  /// - Parameter target: its number after it was taken out.
  func reportMove(_ axis: GridLines.Axis, _ line: Int, to target: Int) {
    switch axis {
    case .rows: dataSource?.gridView(grid, moveRow: line, to: target)
    case .columns: dataSource?.gridView(grid, moveColumn: line, to: target)
    }
  }

  // MARK: Menus

  /// The menu of a cell or a header; nil for none, as the corner has none. Titles of an arrangement have the grid's.
  func contextMenu(of place: GridPosition) -> UIContextMenuConfiguration? {
    let grid = grid
    if place.isCell { return delegate?.gridView(grid, contextMenuConfigurationForItemAt: place) }
    if place.column >= 0 {
      guard place.row == grid.titleRow else { return nil }
      if let own = delegate?.gridView(grid, contextMenuConfigurationForHeaderOfColumn: place.column) { return own }
      let keeper = grid.columnKeeper
      guard let menu = keeper.menu(ofColumn: place.column) else { return nil }
      return UIContextMenuConfiguration(actionProvider: { _ in menu })
    }
    return place.row >= 0 ? delegate?.gridView(grid, contextMenuConfigurationForHeaderOfRow: place.row) : nil
  }

  // MARK: Prefetching

  func prefetch(_ ranges: [GridRange]) { prefetchSource?.gridView(grid, prefetchItemsIn: ranges) }

  func cancelPrefetching(_ ranges: [GridRange]) {
    prefetchSource?.gridView(grid, cancelPrefetchingForItemsIn: ranges)
  }
}
