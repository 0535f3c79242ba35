import Foundation
import TableModel

/// The selection on the cells of a table, and the ring around the row that the keyboard is at. `RowChooser` keeps both.
final class ShownSelection: TableGuest, RowFollower {
  override func enter() { points = .cells }

  override func dress(_ cell: UITableViewCell, at position: RowPosition) {
    let table = table
    let isSelected = table.chooser.isSelected(position)
    if cell.isSelected != isSelected { cell.setSelected(isSelected, animated: false) }
    let isHighlighted = table.isHighlighted(position)
    if cell.isHighlighted != isHighlighted { cell.setHighlighted(isHighlighted, animated: false) }
  }

  func updateDidMoveRows() {
    show(animated: false)
    if table.chooser.isAtHeir { table.window?.focus.update() }
  }

  /// The row with the ring as long as the table has the keyboard, on screen or not. Where the selection follows the
  /// keyboard it shows as much.
  var ringRow: RowPosition? {
    let (table, chooser) = (table, table.chooser)
    guard chooser.isAllowed, let row = chooser.cursorRow else { return nil }
    return table.selectionFollowsFocus && chooser.isSelected(row) ? nil : row
  }

  /// Whether a visible row is to look selected. While a row is pressed in single selection, no other row does.
  private func looksSelected(_ position: RowPosition) -> Bool {
    let table = table
    guard table.chooser.isSelected(position) else { return false }
    guard let pressed = table.press.row, pressed != position else { return true }
    return table.chooser.allowsSeveral
  }

  /// Shows the selection on the visible cells.
  func show(animated: Bool) {
    let table = table
    for entry in table.cells.visible {
      // A cell may change the table when it is told.
      guard let position = entry.view.position, table.cells.view(at: position) === entry.view else { continue }
      let isSelected = looksSelected(position)
      if entry.view.isSelected != isSelected { entry.view.setSelected(isSelected, animated: animated) }
    }
  }

  override func checkInvariants() {
    let chooser = table.chooser
    chooser.checkInvariants()
    for entry in table.cells.visible {
      precondition(
        entry.view.isSelected == looksSelected(entry.position),
        "the cell of row \(entry.position.row) of section \(entry.position.section) is wrongly selected")
      precondition(
        entry.position == chooser.cursorRow || !entry.view.children.contains { $0 is FocusRingView },
        "the cell of row \(entry.position.row) of section \(entry.position.section) has the ring of another")
    }
  }
}

/// The control of the keyboard's row that had the keyboard when the row left the screen: it has it again when the row
/// comes back.
@MainActor
final class RowFocus: TableFacet {
  /// The number of the control in its cell, counted as Tab does.
  private var control: Int?

  /// A row's cell has come on screen.
  func cellDidAppear(_ cell: UITableViewCell, at position: RowPosition) {
    let table = table
    guard position == table.chooser.cursorRow else { return }
    if let number = control, table.isFirstResponder {
      let controls = Self.controls(of: cell)
      if controls.indices.contains(number), controls[number].becomeFirstResponder() { control = nil }
    }
    table.window?.focus.update()
  }

  /// A row's cell leaves the table.
  func cellWillLeave(at position: RowPosition) {
    if position == table.chooser.cursorRow { table.window?.focus.update() }
  }

  /// The keyboard is at another row, or at none.
  func keyboardRowDidChange(shows: Bool) {
    if !shows { control = nil }
    table.keyboardMoved(shows: shows)
  }

  /// A view inside a cell had the keyboard, and leaves the screen with the cell or is hidden: the row has it from now on.
  func inherit(from view: UIView, in cell: UITableViewCell) {
    guard let row = cell.position else { return }
    table.chooser.start(at: row)
    control = Self.controls(of: cell).firstIndex { $0 === view }
  }

  private static func controls(of cell: UITableViewCell) -> [UIView] {
    var controls: [UIView] = []
    cell.collectFocusable(including: nil, into: &controls)
    return controls
  }
}

extension UITableView: ChooserHost {
  package final var rowIndex: RowHeightIndex { index }

  package final var allowsChoice: Bool {
    editor.isOn ? editor.allowsSelection || editor.allowsMultipleSelection : allowsSelection
  }

  package final var allowsSeveralChoices: Bool {
    editor.isOn ? editor.allowsMultipleSelection : allowsMultipleSelection
  }

  package final var mayRefuseRows: Bool { app.mayHave(.shouldHighlight) || app.mayHave(.willSelect) }

  package final func willSelect(_ row: RowPosition) -> IndexPath? { app.willSelect(row) }

  package final func requireChoice(_ path: IndexPath) -> RowPosition { require(path, "tableView(_:willSelectRowAt:)") }

  package final func mayDeselect(_ row: RowPosition, isReplaced: Bool) -> Bool { app.willDeselect(row) }

  package final func didSelect(_ row: RowPosition) { app.didSelect(row) }

  package final func didDeselect(_ row: RowPosition) { app.didDeselect(row) }

  package final func shouldBeginRange(at row: RowPosition) -> Bool? { app.shouldBeginMultipleSelection(at: row) }

  package final func rangeDidBegin(at row: RowPosition) { app.didBeginMultipleSelection(at: row) }

  package final func rangeDidEnd() { app.didEndMultipleSelection() }

  package final func showSelection(animated: Bool) { shownSelection.show(animated: animated) }

  package final func selectionDidChange() {
    UIApplication.current?.accessibilityObserver?.selectionDidChange(in: self)
    NotificationCenter.default.post(name: UITableView.selectionDidChangeNotification, object: self)
  }

  package final func keyboardRowDidChange(shows: Bool) { rowFocus.keyboardRowDidChange(shows: shows) }
}

extension RowChooser: RowFollower {}

extension UITableView {
  /// The selected row, the first one in table order if there are several; nil without selection.
  public var indexPathForSelectedRow: IndexPath? { chooser.selection.first.map { IndexPath($0) } }

  /// All selected rows in table order; nil without selection.
  /// - Complexity: O(selected rows); the table itself never asks for it.
  public var indexPathsForSelectedRows: [IndexPath]? {
    chooser.selection.isEmpty ? nil : chooser.selection.all.map { IndexPath($0) }
  }

  /// Selects a row in code: no delegate method is called. Without `allowsMultipleSelection` other rows are
  /// deselected; nil deselects all.
  /// - Parameter scrollPosition: where to scroll the row; `.none` does not scroll at all.
  /// - Precondition: the row exists.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    loadIfNeeded()
    guard let indexPath else { return deselectAllRows(animated: animated) }
    let position = require(indexPath, "selectRow(at:animated:scrollPosition:)")
    chooser.set(position, animated: animated)
    // A cell that is told of it may change the rows.
    if scrollPosition != .none, let row = chooser.cursorRow { scroll(to: row, at: scrollPosition, animated: animated) }
  }

  /// Deselects a row in code: no delegate method is called. Does nothing for rows that are not selected.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    if let position = RowPosition(indexPath) { chooser.remove(position, animated: animated) }
  }

  /// Deselects all rows in code: no delegate method is called.
  package func deselectAllRows(animated: Bool) { chooser.removeAll(animated: animated) }

  /// Selects every row, where several can be selected; otherwise does nothing. Called by Control-A and by apps.
  ///
  /// Rows the delegate refuses, by returning false from `shouldHighlightRowAt` or another path or nil from
  /// `willSelectRowAt`, are left out; it is asked if it implements these, and if there are at most 100,000
  /// rows. It is not told; `selectionDidChangeNotification` is posted.
  /// - Complexity: O(sections); O(rows) when the delegate is asked.
  public func selectAll(_ sender: Any?) {
    chooser.chooseAll()
  }
}
