import Foundation
import TableModel

/// A view of rows and columns of cells, as assistive tools see it: every place has a node, whether or not a cell shows
/// it. A scroll view that conforms has the role `grid`. Headers are places, too: of a column one with a negative row, of a
/// row one with the column -1.
///
/// Classes of other modules conform, which cannot override the defaults of a view: `AccessibilityTree` and the bridge to
/// the desktop's tools ask them by this protocol, and know no such class.
@MainActor
package protocol AccessibleGrid: UIView {
  /// The counts that are loaded.
  var numberOfRows: Int { get }
  var numberOfColumns: Int { get }
  /// Whether the user can select, and a tool for the user.
  var allowsSelection: Bool { get }
  /// The cell that typing goes to; nil when nothing is selected.
  var activePosition: GridPosition? { get }
  /// The places that cells on screen show, headers not among them, from left to right and down.
  var shownPlaces: [GridPosition] { get }

  /// The row of the titles of columns; rows between it and 0 are further title rows.
  var titleRow: Int { get }

  /// Asks for counts that are due.
  func bringUpToDate()
  /// Numbers that stay with the row and the column of a place through updates, up to the next reload, of headers the
  /// negative row or column; nil for a place beyond those of the data, for the corner and for headers of a kind that is not shown.
  func lineNumbers(of place: GridPosition) -> (row: Int, column: Int)?
  /// The place whose row and column have these numbers; nil when one of them is gone.
  func place(withRowNumber row: Int, columnNumber column: Int) -> GridPosition?
  /// The cell that shows a place; nil for a place off screen.
  func shownCell(at place: GridPosition) -> (any AccessibleGridCell)?
  /// The text of a place, on screen or not, of a header its title; nil without one.
  func text(at place: GridPosition) -> String?
  /// The title of a column, on screen or not, and how rows are sorted by it.
  func title(ofColumn column: Int) -> String?
  /// How rows are sorted by a column; nil where the user cannot sort by it.
  func sortOrder(ofColumn column: Int) -> AccessibleSortOrder?
  /// The place seen at a point of the view's coordinates; nil at the corner and beyond the last.
  func place(at point: CGPoint) -> GridPosition?
  /// The frame of a place that does not stay at an edge, in points of the content.
  /// - Precondition: there is such a place.
  func rect(of place: GridPosition) -> CGRect
  /// Whether a place is selected; a header with some cell of its line.
  func isSelected(_ place: GridPosition) -> Bool
  /// Whether all cells of a header's row or column are selected.
  func isLineSelected(_ header: GridPosition) -> Bool
  /// The rows that are selected as a whole, or the columns, in order.
  var selectedRows: [Range<Int>] { get }
  var selectedColumns: [Range<Int>] { get }
  /// Selects the row or column of a header besides what is selected, or takes it out, and tells the app.
  /// - Returns: whether it is so now.
  func setLineSelected(_ isSelected: Bool, _ header: GridPosition) -> Bool
  /// Expands the node of a tree that a row shows, or collapses it, as the user does.
  func toggleExpansion(ofRow row: Int) -> Bool
  /// Does what a click on a header does.
  func press(_ header: GridPosition) -> Bool
  /// Selects a rectangle and nothing else.
  func select(_ range: GridRange)
  /// Scrolls as little as brings a place wholly into view.
  func scrollToItem(at place: GridPosition, animated: Bool)
}

/// How the rows of a grid are sorted by a column, in the words of ARIA.
package enum AccessibleSortOrder: String, Sendable {
  case none, ascending, descending
}

extension GridPosition {
  /// Whether it is a cell and not a header.
  package var isCell: Bool { row >= 0 && column >= 0 }
}

/// A cell or header of an `AccessibleGrid`: an element with the role `cell`, which says the texts in it.
@MainActor
package protocol AccessibleGridCell: UIView {
  /// The grid that shows the cell or header, and where; nil for the corner, and while it is not shown.
  var shownPlace: (grid: any AccessibleGrid, place: GridPosition)? { get }
  /// How deep in a tree the node is that the cell shows, from 0, and whether the nodes below it are shown, where it can be
  /// expanded; nil for a cell that shows no tree.
  var outline: (level: Int, isExpanded: Bool?)? { get }
}
