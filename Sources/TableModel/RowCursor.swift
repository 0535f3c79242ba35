/// Where selecting goes on from.
package struct RowCursor {
  /// Where the next key starts: the row chosen last.
  package var row: RowPosition?
  /// Where a range selected with shift begins.
  package var anchor: RowPosition?

  /// - Parameters: nil where nothing is chosen yet.
  package init(row: RowPosition? = nil, anchor: RowPosition? = nil) {
    self.row = row
    self.anchor = anchor
  }
}
