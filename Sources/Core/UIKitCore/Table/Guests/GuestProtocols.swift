import TableModel

/// Edit mode, as other guests of a table know it.
@MainActor
protocol RowEditor: AnyObject {
  /// Whether the table is edited.
  var isOn: Bool { get }
  /// Whether a row can be selected while the table is edited.
  var allowsSelection: Bool { get }
  /// Whether several rows can be selected while the table is edited.
  var allowsMultipleSelection: Bool { get }

  /// How a row is edited; nil if it is not. Asks the app.
  func rowEditing(at position: RowPosition) -> RowEditing?
}

extension UITableView {
  var editor: any RowEditor { editing }
}
