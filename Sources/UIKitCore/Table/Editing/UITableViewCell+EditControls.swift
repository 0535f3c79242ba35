import Foundation

/// The columns of an edited cell: control, content, accessory, grip.
extension UITableViewCell {
  /// Points by which the content and the line below it stand further right than in a cell at rest.
  var editShift: Double {
    guard let editing, editing.isOn else { return 0 }
    if editing.row.control != .none { return TableMetrics.editShift }
    return editing.row.isIndented && shouldIndentWhileEditing ? TableMetrics.editShift : 0
  }

  /// Points the grip takes from the right edge.
  var reorderWidth: Double {
    editing?.reorderControl == nil ? 0 : room.margin + TableMetrics.reorderColumn
  }

  /// The accessory view of the present mode.
  var shownAccessoryView: UIView? { isEditing ? editingOptions?.accessoryView : accessoryView }

  /// The accessory sign of the present mode.
  var shownAccessoryType: AccessoryType { isEditing ? editingOptions?.accessoryType ?? .none : accessoryType }

  /// The view of that sign, if one is shown.
  var shownSign: CellAccessoryView? {
    guard let accessory, accessory.superview === self, shownAccessoryView == nil else { return nil }
    return shownAccessoryType == .none ? nil : accessory
  }

  func addEditControls(_ state: CellEditing) {
    if state.row.control != .none {
      let kind = state.row.control
      let made = EditControl(kind) { [unowned self] in table?.editing.controlPressed(kind, in: self) }
      made.isChecked = selectedState
      state.control = made
      addSubview(made)
    }
    if state.row.isMovable, showsReorderControl {
      let made = ReorderControl(frame: .zero)
      state.reorderControl = made
      addSubview(made)
    }
  }

  /// Brings the controls in line with the row's answers and the app's options, without animation.
  func updateEditControls() {
    guard let editing, editing.isOn else { return }
    editing.control?.removeFromSuperview()
    editing.control = nil
    editing.reorderControl?.removeFromSuperview()
    editing.reorderControl = nil
    addEditControls(editing)
    setNeedsLayout()
  }

  func layoutEditControls() {
    guard let editing, editing.isOn else { return }
    let size = bounds.size
    set(editing.control, CGRect(x: room.left, y: 0, width: room.margin + TableMetrics.editSign, height: size.height))
    set(
      editing.reorderControl,
      CGRect(x: size.width - room.right - reorderWidth, y: 0, width: reorderWidth, height: size.height))
  }

  /// Stops at the first broken invariant of an edited cell; called by tests between passes.
  /// - Parameter place: which row it is, for the message.
  func checkEditing(_ place: String) {
    guard let editing, editing.isOn else {
      return precondition(!subviews.contains { $0 is ReorderControl && $0.alpha > 0 }, "\(place) has an idle grip")
    }
    precondition(
      (editing.control == nil) == (editing.row.control == .none), "the control of \(place) is not what was answered")
    precondition(editing.control?.superview ?? self === self, "the control of \(place) is not in its cell")
    precondition(editing.reorderControl?.superview ?? self === self, "the grip of \(place) is not in its cell")
    precondition(
      isLayoutMarked || contentView.frame.minX == room.left + editShift, "the content of \(place) is misplaced")
    precondition(editing.control?.isChecked ?? isSelected == isSelected, "the circle of \(place) shows another state")
  }
}
