import Foundation
import TableModel

/// A view of rows and columns of cells, as assistive tools see it: every place has a node, whether or not a cell shows
/// it. A scroll view that conforms has the role `grid`.
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

  /// Asks for counts that are due.
  func bringUpToDate()
  /// Numbers that stay with the row and the column of a place through updates, up to the next reload; nil for a place
  /// beyond those of the data.
  func lineNumbers(of place: GridPosition) -> (row: Int, column: Int)?
  /// The place whose row and column have these numbers; nil when one of them is gone.
  func place(withRowNumber row: Int, columnNumber column: Int) -> GridPosition?
  /// The cell that shows a place; nil for a place off screen.
  func shownCell(at place: GridPosition) -> (any AccessibleGridCell)?
  /// The text of a place, on screen or not; nil without one.
  func text(at place: GridPosition) -> String?
  /// The title of a column on screen; nil for others.
  func title(ofColumn column: Int) -> String?
  /// The place seen at a point of the view's coordinates; nil at headers and beyond the last.
  func positionForItem(at point: CGPoint) -> GridPosition?
  /// The frame of a place, in points of the content.
  /// - Precondition: there is such a place.
  func rectForItem(at place: GridPosition) -> CGRect
  /// Whether a place is selected.
  func isSelected(_ place: GridPosition) -> Bool
  /// Selects a rectangle and nothing else.
  func select(_ range: GridRange)
  /// Scrolls as little as brings a place wholly into view.
  func scrollToItem(at place: GridPosition, animated: Bool)
}

/// A cell or header of an `AccessibleGrid`: an element with the role `cell`, which says the texts in it.
@MainActor
package protocol AccessibleGridCell: UIView {
  /// The grid that shows the cell, and where; nil for a header, and while it is not shown.
  var shownPlace: (grid: any AccessibleGrid, place: GridPosition)? { get }
}
