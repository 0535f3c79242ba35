import Foundation

/// What a table knows about its look besides rows, headers and footers: the section index, how cells are framed, the
/// lines below the last row. What every frame or new row reads is exempt from the run time's check for overlapping
/// access, as in `UITableView`.
@MainActor
final class TableChrome {
  // MARK: Section index

  /// What the data source answered; empty for none.
  var indexTitles: [String] = []
  /// In the table while the index is shown.
  @exclusivity(unchecked) var indexView: SectionIndexView?
  var indexMinimumRowCount = 0
  var indexColor: UIColor?
  var indexBackgroundColor: UIColor?
  var indexTrackingBackgroundColor: UIColor?

  // MARK: Cells

  /// What cells are given when they are bound.
  @exclusivity(unchecked) var room = CellRoom()
  /// Nil until the app sets one.
  var separatorInset: UIEdgeInsets?
  var separatorInsetReference = UITableView.SeparatorInsetReference.fromCellEdges
  var followsReadableWidth = false
  var insetsContentViews = true

  // MARK: Below the rows

  var fillerRowHeight: CGFloat = 0
  /// In the table while `fillerRowHeight` is not 0.
  @exclusivity(unchecked) var fillerView: FillerRowsView?
}
