/// What a table keeps for edit mode.
@MainActor
final class EditingState {
  var isOn = false
  var allowsSelection = false
  var allowsMultipleSelection = false
  /// Data source or delegate are being asked how a row is edited.
  var isAsking = false
  /// The mode changed where the rows could not follow; they do after the running pass. Read in every pass.
  @exclusivity(unchecked) var isRefreshDue = false
  var isRefreshAnimated = false
}

/// How one row is edited, as data source and delegate answered.
struct RowEditing: Equatable {
  /// What stands at the left edge.
  enum Control: Equatable {
    case none, delete, insert
    /// A circle that shows whether the row is selected.
    case check
  }

  var control = Control.none
  /// A row without a control keeps its content in line with those that have one.
  var isIndented = false
  /// The user may drag the row elsewhere.
  var isMovable = false
}
