/// What a cell keeps while it is edited, and only then.
@MainActor
final class CellEditing {
  /// What the table found out about the row.
  var row = RowEditing()
  /// `setEditing(true)` took effect.
  var isOn = false
  var control: EditControl?
  var reorderControl: ReorderControl?
}

/// What an app chose for a cell's edit mode; nil in cells for which it chose nothing.
@MainActor
final class CellEditingOptions {
  var showsReorderControl: Bool?
  var shouldIndent = true
  var accessoryType = UITableViewCell.AccessoryType.none
  var accessoryView: UIView?
  var multipleSelectionBackground: UIView?
}
