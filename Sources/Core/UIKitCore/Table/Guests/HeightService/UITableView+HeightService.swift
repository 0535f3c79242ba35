import Foundation
import TableModel

extension UITableView {
  /// `reloadData()` that leaves the heights by index path with rows of the same path: for data of which rows were
  /// added at the end of sections, or of which only what no height depends on changed.
  public func reloadDataWithoutInvalidatingHeights() {
    let wasRequested = work.isDue(.reload)
    loader.nextLoad(keepsHeights: true)
    loader.reload()
    // It waits for the end of a pass; one that forgets them may have been asked for before.
    if work.isDue(.reload) { loader.nextLoad(keepsHeights: !wasRequested) }
  }

  /// Gives a template what the table itself gives the cell of a row.
  func prepare(_ cell: UITableViewCell, asRow row: RowPosition) {
    guard index.contains(row), !needsLoad else { return }
    if let level = app.indentationLevel(of: row) { cell.indentationLevel = level }
    if editor.isOn { cell.edges.edit(editor.rowEditing(at: row), animated: false) }
  }
}
