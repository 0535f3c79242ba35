import Foundation

/// How one row is edited, as data source and delegate answered.
struct RowEditing: Equatable {
  /// What stands at the left edge.
  enum Control: Equatable {
    case none, delete, insert
    /// A circle that shows whether the row is selected.
    case check

    init(_ style: UITableViewCell.EditingStyle) {
      switch style {
      case .none: self = .none
      case .delete: self = .delete
      case .insert: self = .insert
      }
    }
  }

  var control = Control.none
  /// A row without a control keeps its content in line with those that have one.
  var isIndented = false
  /// The user may drag the row elsewhere.
  var isMovable = false
}

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
