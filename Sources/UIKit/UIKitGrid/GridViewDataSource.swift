import Foundation
import TableModel
import UIKitCore

/// A cell of a grid by its row and column.
public typealias GridPosition = TableModel.GridPosition
/// A rectangle of cells.
public typealias GridRange = TableModel.GridRange

/// Supplies a grid with counts, cells and texts. The counts are asked when the grid loads, the rest when it is needed.
@preconcurrency @MainActor
public protocol GridViewDataSource: AnyObject {
  /// Rows, 0 or more.
  func numberOfRows(in gridView: GridView) -> Int
  /// Columns, 0 or more.
  func numberOfColumns(in gridView: GridView) -> Int
  /// The cell for a place that comes on screen: dequeue one, and set everything it shows.
  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell

  // MARK: Optional

  /// The header of a column; by default its letters. Asked only where `columnHeaderHeight` is not 0.
  func gridView(_ gridView: GridView, headerForColumn column: Int) -> GridViewCell
  /// The cell of a column in a further title row, 0 for the first below the header: dequeue one, and set everything it
  /// shows; by default an empty header. Asked only where `titleRowHeights` has such a row.
  func gridView(_ gridView: GridView, cellForTitleRow row: Int, column: Int) -> GridViewCell
  /// The header of a row; by default its number, from 1. Asked only where `rowHeaderWidth` is not 0.
  func gridView(_ gridView: GridView, headerForRow row: Int) -> GridViewCell
  /// The text of a cell, as it is copied; by default what its cell shows, as long as it is on screen.
  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String?
  /// The text of a cell, as it is edited, for example a formula; by default the one that is copied.
  func gridView(_ gridView: GridView, editingTextForItemAt position: GridPosition) -> String?
  /// Whether the user may edit a cell; by default no.
  func gridView(_ gridView: GridView, canEditItemAt position: GridPosition) -> Bool
  /// Why a text cannot be the cell's, in a sentence for the user, which stands at the cell while it is edited further; nil,
  /// the default, where it can. Asked when the user commits a text, before `gridView(_:setText:forItemAt:)`.
  func gridView(_ gridView: GridView, refusalOf text: String, forItemAt position: GridPosition) -> String?
  /// The user has edited a cell. Register the reverse with the grid's `undoManager`. The grid asks for the cell again
  /// afterwards.
  func gridView(_ gridView: GridView, setText text: String, forItemAt position: GridPosition)
  /// Whether the user may drag a column elsewhere by its header, which then selects one column at a time; by default
  /// no.
  func gridView(_ gridView: GridView, canMoveColumn column: Int) -> Bool
  /// The user has put a column elsewhere: move it in the data. The grid has it at its new place afterwards.
  /// - Parameters:
  ///   - gridView: the grid that asks.
  ///   - column: the number of the column until now.
  ///   - target: its number after it was taken out.
  func gridView(_ gridView: GridView, moveColumn column: Int, to target: Int)
  /// Whether the user may drag a row elsewhere by its header; by default no.
  func gridView(_ gridView: GridView, canMoveRow row: Int) -> Bool
  /// The user has put a row elsewhere. See `gridView(_:moveColumn:to:)`.
  func gridView(_ gridView: GridView, moveRow row: Int, to target: Int)
}

extension GridViewDataSource {
  /// The title in the grid's arrangement; without one letters: A to Z, AA to ZZ, and so on.
  public func gridView(_ gridView: GridView, headerForColumn column: Int) -> GridViewCell {
    gridView.cells.header(gridView.columnKeeper.title(ofColumn: column) ?? GridView.columnName(column))
  }
  /// An empty header.
  public func gridView(_ gridView: GridView, cellForTitleRow row: Int, column: Int) -> GridViewCell {
    gridView.cells.header("")
  }
  /// The number, from 1.
  public func gridView(_ gridView: GridView, headerForRow row: Int) -> GridViewCell {
    gridView.cells.header(String(row + 1))
  }
  /// The text of the cell's label.
  public func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? {
    (gridView.cellForItem(at: position) as? GridTextCell)?.textLabel.text
  }
  /// The text as it is copied.
  public func gridView(_ gridView: GridView, editingTextForItemAt position: GridPosition) -> String? {
    self.gridView(gridView, textForItemAt: position)
  }
  /// False.
  public func gridView(_ gridView: GridView, canEditItemAt position: GridPosition) -> Bool { false }
  /// Nil: any text can.
  public func gridView(_ gridView: GridView, refusalOf text: String, forItemAt position: GridPosition) -> String? {
    nil
  }
  /// Does nothing.
  public func gridView(_ gridView: GridView, setText text: String, forItemAt position: GridPosition) {}
  /// False.
  public func gridView(_ gridView: GridView, canMoveColumn column: Int) -> Bool { false }
  /// Does nothing.
  public func gridView(_ gridView: GridView, moveColumn column: Int, to target: Int) {}
  /// False.
  public func gridView(_ gridView: GridView, canMoveRow row: Int) -> Bool { false }
  /// Does nothing.
  public func gridView(_ gridView: GridView, moveRow row: Int, to target: Int) {}
}

/// Decides about a grid, and hears of it. Every method is optional.
@preconcurrency @MainActor
public protocol GridViewDelegate: UIScrollViewDelegate {
  /// The height of a row that comes on screen, in points; `GridView.automaticDimension` for what its cells need. By
  /// default `rowHeight`. Until it is asked, a row counts with the usual height.
  func gridView(_ gridView: GridView, heightForRow row: Int) -> CGFloat
  /// The width of a column that comes on screen, in points. By default `columnWidth`.
  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat
  /// A cell is about to be shown.
  func gridView(_ gridView: GridView, willDisplay cell: GridViewCell, forItemAt position: GridPosition)
  /// A cell is not shown any more.
  func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt position: GridPosition)
  /// The user has selected something else.
  func gridViewDidChangeSelection(_ gridView: GridView)
  /// The header of a column was clicked.
  /// - Returns: whether that was all; false, the default, selects the column.
  func gridView(_ gridView: GridView, didClickHeaderOfColumn column: Int) -> Bool
  /// The header of a column was clicked while modifiers were held; by default without any as
  /// `gridView(_:didClickHeaderOfColumn:)`, and else the column is selected.
  /// - Returns: whether that was all; false has the grid select the column, with Shift up to it, with Control besides.
  func gridView(
    _ gridView: GridView, didClickHeaderOfColumn column: Int, modifierFlags: UIKeyModifierFlags
  ) -> Bool
  /// The user has dragged a column's edge, or double-clicked it: keep the width, to answer it after a reload.
  func gridView(_ gridView: GridView, didResizeColumn column: Int, to width: CGFloat)
  /// The user has changed the arrangement that the grid shows: order, widths, what is hidden and frozen, or what rows are
  /// sorted by. The grid shows it by then; what the rows of other sort keys are is the data source's. See
  /// `GridView.arrangement(by:)`.
  func gridViewDidChangeArrangement(_ gridView: GridView)
  /// The user has dragged a row's edge.
  func gridView(_ gridView: GridView, didResizeRow row: Int, to height: CGFloat)
  /// Editing a cell has ended.
  func gridView(_ gridView: GridView, didEndEditingItemAt position: GridPosition, reason: GridView.EditingEnd)
  /// The user has expanded a node of the tree.
  func gridView(_ gridView: GridView, didExpandAt path: IndexPath)
  /// The user has collapsed a node of the tree.
  func gridView(_ gridView: GridView, didCollapseAt path: IndexPath)
  /// Many cells, more than 100,000, are to be copied: ask the user, or tell that it takes a while.
  /// - Parameters:
  ///   - gridView: the grid that is to copy.
  ///   - count: how many cells.
  ///   - proceed: call it to have them copied, now or later; by default it is called at once. Without effect once the
  ///     selection's lines have changed, and after another copy or `cancelCopying()`.
  func gridView(_ gridView: GridView, willCopy count: Int, proceed: @escaping @MainActor () -> Void)
  /// Cells are on the clipboard.
  func gridView(_ gridView: GridView, didCopy count: Int)
  /// The selection cannot be copied.
  /// - Parameters:
  ///   - gridView: the grid that was to copy.
  ///   - message: why, in a sentence for the user.
  func gridView(_ gridView: GridView, couldNotCopy message: String)
  /// The user asks for the menu of a cell, by the right mouse button, a resting finger or the Menu key. The cell is
  /// selected by then, alone or with others. The default returns nil: no menu.
  func gridView(
    _ gridView: GridView, contextMenuConfigurationForItemAt position: GridPosition
  ) -> UIContextMenuConfiguration?
  /// The user asks for the menu of a column's header. The column is selected by then. The default returns nil: no menu.
  func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfColumn column: Int
  ) -> UIContextMenuConfiguration?
  /// The user asks for the menu of a row's header. The row is selected by then. The default returns nil: no menu.
  func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfRow row: Int
  ) -> UIContextMenuConfiguration?
}

extension GridViewDelegate {
  /// The grid's `rowHeight`.
  public func gridView(_ gridView: GridView, heightForRow row: Int) -> CGFloat {
    gridView.app.noteMissing(.rowHeight)
    return gridView.rowHeight
  }
  /// The grid's `columnWidth`.
  public func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat {
    gridView.app.noteMissing(.columnWidth)
    return gridView.columnWidth
  }
  /// Does nothing.
  public func gridView(_ gridView: GridView, willDisplay cell: GridViewCell, forItemAt position: GridPosition) {}
  /// Does nothing.
  public func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt position: GridPosition) {}
  /// Does nothing.
  public func gridViewDidChangeSelection(_ gridView: GridView) {}
  /// False: the column is selected.
  public func gridView(_ gridView: GridView, didClickHeaderOfColumn column: Int) -> Bool { false }
  /// Asks `gridView(_:didClickHeaderOfColumn:)` where no modifier is held.
  public func gridView(
    _ gridView: GridView, didClickHeaderOfColumn column: Int, modifierFlags: UIKeyModifierFlags
  ) -> Bool {
    modifierFlags.isEmpty && self.gridView(gridView, didClickHeaderOfColumn: column)
  }
  /// Does nothing.
  public func gridView(_ gridView: GridView, didResizeColumn column: Int, to width: CGFloat) {}
  /// Does nothing.
  public func gridViewDidChangeArrangement(_ gridView: GridView) {}
  /// Does nothing.
  public func gridView(_ gridView: GridView, didResizeRow row: Int, to height: CGFloat) {}
  /// Does nothing.
  public func gridView(
    _ gridView: GridView, didEndEditingItemAt position: GridPosition, reason: GridView.EditingEnd
  ) {}
  /// Does nothing.
  public func gridView(_ gridView: GridView, didExpandAt path: IndexPath) {}
  /// Does nothing.
  public func gridView(_ gridView: GridView, didCollapseAt path: IndexPath) {}
  /// Has them copied.
  public func gridView(_ gridView: GridView, willCopy count: Int, proceed: @escaping @MainActor () -> Void) {
    proceed()
  }
  /// Does nothing.
  public func gridView(_ gridView: GridView, didCopy count: Int) {}
  /// Does nothing.
  public func gridView(_ gridView: GridView, couldNotCopy message: String) {}
  /// Nil.
  public func gridView(
    _ gridView: GridView, contextMenuConfigurationForItemAt position: GridPosition
  ) -> UIContextMenuConfiguration? { nil }
  /// Nil.
  public func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfColumn column: Int
  ) -> UIContextMenuConfiguration? { nil }
  /// Nil.
  public func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfRow row: Int
  ) -> UIContextMenuConfiguration? { nil }
}

/// Prepares cells before they come on screen.
@preconcurrency @MainActor
public protocol GridViewDataSourcePrefetching: AnyObject {
  /// Rows or columns that are likely to come on screen next, nearest first, with the columns or rows that are on it.
  func gridView(_ gridView: GridView, prefetchItemsIn ranges: [GridRange])
  /// Announced ones that are not likely to come any more.
  func gridView(_ gridView: GridView, cancelPrefetchingForItemsIn ranges: [GridRange])
}

extension GridViewDataSourcePrefetching {
  /// Does nothing.
  public func gridView(_ gridView: GridView, cancelPrefetchingForItemsIn ranges: [GridRange]) {}
}

/// The optional methods whose absence a grid must know, so as not to ask for each line.
struct OptionalGridMethods: OptionSet {
  let rawValue: UInt8

  static let rowHeight = OptionalGridMethods(rawValue: 1 << 0)
  static let columnWidth = OptionalGridMethods(rawValue: 1 << 1)
}
