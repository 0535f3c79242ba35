extension UITableView {
  /// What `checkInvariants` asks of edit mode.
  func checkEditing() {
    precondition(!editing.isAsking, "the table asks how a row is edited, outside of any call")
    guard !editing.isRefreshDue else { return }
    for entry in cells.visible {
      let cell = entry.view
      let place = "row \(entry.position.row) of section \(entry.position.section)"
      guard let state = cell.editing, state.isOn else {
        precondition(!cell.subviews.contains { $0 is ReorderControl && $0.alpha > 0 }, "\(place) has an idle grip")
        continue
      }
      precondition(
        (state.control == nil) == (state.row.control == .none), "the control of \(place) is not what was answered")
      precondition(state.control?.superview ?? cell === cell, "the control of \(place) is not in its cell")
      precondition(state.reorderControl?.superview ?? cell === cell, "the grip of \(place) is not in its cell")
      precondition(
        cell.isLayoutMarked || cell.contentView.frame.minX == cell.room.left + cell.editShift, "the content of \(place) is misplaced")
      precondition(
        state.control?.isChecked ?? cell.isSelected == cell.isSelected, "the circle of \(place) shows another state")
    }
  }
}
