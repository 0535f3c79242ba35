import Foundation
import TableModel

/// Edit mode: controls at the rows' edges by which the user deletes, inserts, orders and chooses rows.
///
/// How a row is edited is asked when it comes on screen in edit mode, or is there when the mode begins; rows that an
/// update moves keep their answers.
extension UITableView {
  /// Whether rows can be selected in edit mode; false at first.
  public final var allowsSelectionDuringEditing: Bool {
    get { editing.allowsSelection }
    set {
      editing.allowsSelection = newValue
      if editing.isOn, !selectsRows { clearSelection(animated: false) }
    }
  }

  /// Whether several rows can be selected in edit mode, false at first: rows that can be edited show a circle in place
  /// of their control, filled and checked while they are selected.
  public final var allowsMultipleSelectionDuringEditing: Bool {
    get { editing.allowsMultipleSelection }
    set {
      guard newValue != editing.allowsMultipleSelection else { return }
      if editing.isOn { clearSelection(animated: false) }
      editing.allowsMultipleSelection = newValue
      if editing.isOn { refreshEditing(animated: false) }
    }
  }

  /// Whether the user can select rows at present.
  var selectsRows: Bool {
    editing.isOn ? editing.allowsSelection || editing.allowsMultipleSelection : allowsSelection
  }

  /// Whether the user can select several rows at present.
  var selectsSeveralRows: Bool { editing.isOn ? editing.allowsMultipleSelection : allowsMultipleSelection }

  // MARK: The mode

  func changeEditing(to isOn: Bool, animated: Bool) {
    closeActions(animated: animated)
    guard isOn != editing.isOn else { return }
    pressCancelled()
    cancelReorder()
    // The delegate was told, and may have changed the mode itself.
    guard isOn != editing.isOn else { return }
    clearSelection(animated: animated)
    editing.isOn = isOn
    // The controls take width from the text.
    if rowSizing == .measured { work.note(.measuring) }
    // The index gives way to the rows' controls.
    if !chrome.indexTitles.isEmpty { setNeedsTiling() }
    refreshEditing(animated: animated)
  }

  private func clearSelection(animated: Bool) {
    guard !selection.isEmpty else { return }
    selection.removeAll()
    refreshSelection(animated: animated)
  }

  /// Brings the visible rows in line with the mode; after the running pass or open block if there is one, since the
  /// paths of before may mean nothing to the data source any more.
  func refreshEditing(animated: Bool) {
    guard !isBusy, !mustEndPass, !editing.isAsking, updates.depth == 0 else {
      return postponeRefresh(animated: animated)
    }
    editing.isRefreshDue = false
    for entry in cells.visible {
      let cell = entry.view
      // A callback may have changed rows.
      guard let position = cell.position, cells.view(at: position) === cell else { continue }
      applyEditing(to: cell, at: position, animated: animated)
      if mustEndPass { return postponeRefresh(animated: animated) }
    }
  }

  private func postponeRefresh(animated: Bool) {
    editing.isRefreshAnimated = editing.isRefreshDue ? editing.isRefreshAnimated && animated : animated
    editing.isRefreshDue = true
    setNeedsLayout()
  }

  /// Called at the end of a pass.
  func finishRefresh() {
    guard editing.isRefreshDue else { return }
    // An update shows its own layout at once.
    guard !updates.isCommitting, !mustEndPass else { return setNeedsLayout() }
    editing.isRefreshDue = false
    refreshEditing(animated: editing.isRefreshAnimated)
  }

  // MARK: Rows

  /// Gives a visible cell the controls of its row, or takes them away.
  func applyEditing(to cell: UITableViewCell, at position: RowPosition, animated: Bool) {
    guard editing.isOn || cell.isEditing else { return }
    let row = editing.isOn ? rowEditing(at: position) : nil
    guard let now = cell.position, cells.view(at: now) === cell else { return }
    // The mode may have ended while it was asked.
    cell.edit(editing.isOn ? row : nil, animated: animated)
  }

  /// Asks how a row is edited; nil if it is not.
  func rowEditing(at position: RowPosition) -> RowEditing? {
    guard let dataSource else { return nil }
    let wasAsking = editing.isAsking
    editing.isAsking = true
    defer { editing.isAsking = wasAsking }
    let path = IndexPath(position)
    var row = RowEditing()
    var canEdit = dataSource.tableView(self, canEditRowAt: path)
    if canEdit, editing.allowsMultipleSelection {
      row.control = .check
    } else if canEdit {
      let commits = implementsCommit(probingAt: path)
      let hasActions = commits || hasTrailingActions(at: path)
      if !hasActions, missing.contains(.canEdit) {
        canEdit = false
      } else {
        let style = tableDelegate?.tableView(self, editingStyleForRowAt: path) ?? .delete
        // Without `commit` a minus brings out the row's own actions, and a plus has nothing to do.
        row.control = commits || (hasActions && style == .delete) ? RowEditing.Control(style) : .none
      }
    }
    if canEdit {
      row.isIndented =
        row.control != .none || tableDelegate?.tableView(self, shouldIndentWhileEditingRowAt: path) ?? true
    }
    row.isMovable = canMoveRow(at: path)
    return canEdit || row.isMovable ? row : nil
  }

  /// Whether the data source has `commit`. The first call asks it to commit nothing.
  func implementsCommit(probingAt path: IndexPath) -> Bool {
    if missing.contains(.commit) { return false }
    if present.contains(.commit) { return true }
    guard let dataSource else { return false }
    dataSource.tableView(self, commit: .none, forRowAt: path)
    if !missing.contains(.commit) { present.insert(.commit) }
    return present.contains(.commit)
  }

  /// Whether the data source lets the user drag a row. The first call asks it to move the row nowhere.
  func canMoveRow(at path: IndexPath) -> Bool {
    guard let dataSource, !missing.contains(.moveRow) else { return false }
    if !present.contains(.moveRow) {
      dataSource.tableView(self, moveRowAt: path, to: path)
      guard !missing.contains(.moveRow) else { return false }
      present.insert(.moveRow)
    }
    return dataSource.tableView(self, canMoveRowAt: path)
  }

  // MARK: The user

  /// The control at a row's left edge was pressed.
  func editControlPressed(_ control: RowEditing.Control, in cell: UITableViewCell) {
    guard let position = cell.position, cells.view(at: position) === cell else { return }
    switch control {
    case .delete: openTrailingActions(at: position, animated: true)
    case .insert: commitEditing(.insert, at: position)
    case .none, .check: break
    }
  }

  /// Has the data source carry out what the user asked for; it changes its data and the table's rows.
  func commitEditing(_ style: UITableViewCell.EditingStyle, at position: RowPosition) {
    let path = IndexPath(position)
    guard !isBusy, let dataSource, existing(path) != nil else { return }
    dataSource.tableView(self, commit: style, forRowAt: path)
  }
}

extension RowEditing.Control {
  init(_ style: UITableViewCell.EditingStyle) {
    switch style {
    case .none: self = .none
    case .delete: self = .delete
    case .insert: self = .insert
    }
  }
}
