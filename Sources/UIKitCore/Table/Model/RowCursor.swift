/// Where selecting goes on from.
struct RowCursor {
  /// Where the next key starts: the row chosen last.
  var row: RowPosition?
  /// Where a range selected with shift begins.
  var anchor: RowPosition?
}
