import Foundation
import TableModel

/// Which rows are selected, and choosing them: the delegate is asked and told in UIKit's order, and a notification is
/// posted at the end.
///
/// Where several rows can be selected, a click turns its row's selection on or off, as a tap does. What a desktop list
/// adds: with shift, the rows from the one chosen last up to the one clicked become the selection (with control they
/// are added to it), and Control-A selects all. A range is one change: the delegate is told about the row at its end
/// only, and learns of the others from `selectionDidChangeNotification`. It is asked about each of them by
/// `shouldHighlightRowAt` and `willSelectRowAt`, if it implements these, and a row it refuses by either stays as it is.
/// Of more than `UITableView.mostRowsAsked` rows none is asked about but the last, so that ten million take no longer
/// than one.
///
/// The selection is kept as ranges: it costs what its ranges cost, not its rows.
///
/// Invariant: every selected row exists, outside of loads and updates.
final class RowChooser: TableGuest, RowSelector, KeyChooser {
  /// Letters that lead to rows, and copying rows.
  let text = RowText()
  package private(set) var selection = RowSelection()
  /// The row the keyboard is at, and where a range begins.
  private var cursor = RowCursor()
  /// The control of that row that had the keyboard when the row left the screen, counted as Tab does.
  private var focusedControl: Int?
  /// The row that takes the cursor over when an update deletes the cursor's; see `prepare(for:from:)`.
  private var heir: RowPosition?
  /// The row the user is choosing, and the one that is deselected for it: they go along with what the delegate does to
  /// the rows while it is asked.
  private var choice: RowPosition?
  private var formerChoice: RowPosition?
  /// How often rows got other numbers.
  private var renumberings = 0
  /// The choices of before the loads from another data source that are under way; the innermost comes last.
  private var keptChoices: [(selection: RowSelection, cursor: RowCursor)] = []

  /// The row the keyboard is at.
  package var cursorRow: RowPosition? { cursor.row }

  /// The row that keys set out from and are meant for; nil when none has the keyboard and none is selected.
  var keyRow: RowPosition? { cursor.row ?? selection.first }

  /// Whether the user can select rows at present.
  package var isAllowed: Bool {
    let editing = table.editor
    return editing.isOn ? editing.allowsSelection || editing.allowsMultipleSelection : table.allowsSelection
  }

  /// Whether the user can select several rows at present.
  package var allowsSeveral: Bool {
    table.editor.isOn ? table.editor.allowsMultipleSelection : table.allowsMultipleSelection
  }

  // MARK: Called by the engine

  override func enter() { points = .cells }

  override func dress(_ cell: UITableViewCell, at position: RowPosition) {
    let isSelected = selection.contains(position)
    if cell.isSelected != isSelected { cell.setSelected(isSelected, animated: false) }
    let isHighlighted = table.isHighlighted(position)
    if cell.isHighlighted != isHighlighted { cell.setHighlighted(isHighlighted, animated: false) }
  }

  /// While it was held the selection may have changed without it.
  override func cellDidReturn(_ cell: UITableViewCell, at position: RowPosition) { dress(cell, at: position) }

  override func cellDidAppear(_ cell: UITableViewCell, at position: RowPosition) {
    if position == cursor.row { cursorRowAppeared(in: cell) }
  }

  override func undress(_ cell: UITableViewCell, at position: RowPosition, isHeld: Bool) {
    if !isHeld, position == cursor.row { table.window?.focus.update() }
  }

  override func updateDidMoveRows() {
    show(animated: false)
    if cursor.isHeir { table.window?.focus.update() }
  }

  // MARK: Following the rows

  override func prepare(for plan: UpdatePlan, from index: RowHeightIndex) {
    heir = cursor.row.flatMap { plan.newPosition(of: $0) == nil ? plan.heir(of: $0, in: index) : nil }
  }

  override func follow(_ plan: UpdatePlan) {
    selection.apply(plan)
    let hadCursor = cursor.row != nil
    let isAnchor = cursor.anchor == cursor.row
    cursor.row = cursor.row.flatMap { plan.newPosition(of: $0) }
    cursor.anchor = cursor.anchor.flatMap { plan.newPosition(of: $0) }
    if cursor.row == nil, let heir {
      cursor = RowCursor(row: heir, anchor: isAnchor ? heir : cursor.anchor)
      cursor.isHeir = true
      cursorMoved()
    }
    heir = nil
    choice = choice.flatMap { plan.newPosition(of: $0) }
    formerChoice = formerChoice.flatMap { plan.newPosition(of: $0) }
    renumberings += 1
    // The cell that has the ring goes along.
    if hadCursor, cursor.row == nil { cursorMoved() }
  }

  /// A choice that is under way, and the keyboard while it is at the table, go on with the row of the same number.
  override func reset() {
    selection.removeAll()
    let row = table.isFirstResponder ? cursor.row : nil
    cursor = RowCursor(row: row, anchor: row)
    renumberings += 1
    cursorMoved()
  }

  override func keepRows(existingIn index: RowHeightIndex) {
    func existing(_ row: RowPosition?) -> RowPosition? { row.flatMap { index.contains($0) ? $0 : nil } }
    selection.keep(existingIn: index)
    cursor = RowCursor(row: cursor.row.flatMap { nearest(to: $0, in: index) }, anchor: existing(cursor.anchor))
    choice = existing(choice)
    formerChoice = existing(formerChoice)
    renumberings += 1
    cursorMoved()
  }

  override func exchangeWillBegin() { keptChoices.append((selection, cursor)) }

  /// Selects the same rows again as far as they exist, unless the app chose others meanwhile or brought about another
  /// reload.
  override func exchangeDidEnd() {
    let table = table
    guard let (selection, cursor) = keptChoices.popLast(), !table.mustEndPass, self.selection.isEmpty else { return }
    func existing(_ row: RowPosition) -> RowPosition? { table.index.contains(row) ? row : nil }
    self.selection = selection
    self.selection.keep(existingIn: table.index)
    self.cursor = RowCursor(row: cursor.row.flatMap(existing), anchor: cursor.anchor.flatMap(existing))
    cursorMoved()
    // The reload's callbacks may have laid the table out already.
    if !self.selection.isEmpty { show(animated: false) }
  }

  // MARK: In code

  /// Selects a row, alone where only one can be selected, without telling the delegate.
  fileprivate func set(_ position: RowPosition, animated: Bool) {
    if !allowsSeveral { selection.removeAll() }
    selection.insert(position)
    start(at: position)
    show(animated: animated)
  }

  fileprivate func remove(_ position: RowPosition, animated: Bool) {
    guard selection.contains(position) else { return }
    selection.remove(position)
    show(animated: animated)
  }

  /// Deselects all rows without telling the delegate.
  func removeAll(animated: Bool) {
    guard !selection.isEmpty else { return }
    selection.removeAll()
    show(animated: animated)
  }

  /// Keeps only the first of several selected rows.
  func keepFirst() {
    guard let first = selection.first, selection.count > 1 else { return }
    selection.removeAll()
    selection.insert(first)
    show(animated: false)
  }

  /// The keyboard goes on from `position`, and a range selected next begins there.
  func start(at position: RowPosition) {
    cursor = RowCursor(row: position, anchor: position)
    cursorMoved()
  }

  /// A row was deleted by a key. Where the app has reloaded for it, the keyboard goes on from the row that is in its place.
  func goOn(from deleted: RowPosition) {
    let table = table
    table.bringUpToDate()
    guard cursor.row == nil, selection.isEmpty, let row = nearest(to: deleted, in: table.index) else { return }
    start(at: row)
  }

  /// The row of a number, else the last one of its section, else the first of all; nil where the section is gone or no row is
  /// left.
  private func nearest(to row: RowPosition, in index: RowHeightIndex) -> RowPosition? {
    guard row.section < index.sectionCount else { return nil }
    let count = index.rowCount(inSection: row.section)
    guard count > 0 else { return index.end(isBottom: false) }
    return RowPosition(section: row.section, row: min(row.row, count - 1))
  }

  /// Shows the ring on a row that came to it without the user.
  /// - Returns: false when it was not seen before.
  func showHeir() -> Bool {
    guard cursor.isHeir, selection.isEmpty, table.window?.focus.isVisible == false else { return true }
    cursor.isHeir = false
    showRing()
    return false
  }

  // MARK: The ring

  /// The keyboard is at another row, or at none.
  private func cursorMoved() {
    focusedControl = nil
    table.window?.focus.update()
  }

  /// The row with the ring as long as the table has the keyboard, on screen or not. Where the selection follows the
  /// keyboard it shows as much.
  var ringRow: RowPosition? {
    guard isAllowed, let row = cursor.row, !(table.selectionFollowsFocus && selection.contains(row)) else { return nil }
    return row
  }

  /// The cell with the ring as long as the table has the keyboard; nil without one.
  var ringHost: UITableViewCell? { ringRow.flatMap { table.cells.view(at: $0) } }

  /// The cell of the cursor's row came on screen. A control of it that had the keyboard has it again.
  private func cursorRowAppeared(in cell: UITableViewCell) {
    let table = table
    if let number = focusedControl, table.isFirstResponder {
      var controls: [UIView] = []
      cell.collectFocusable(including: nil, into: &controls)
      if controls.indices.contains(number), controls[number].becomeFirstResponder() { focusedControl = nil }
    }
    table.window?.focus.update()
  }

  /// A view inside a cell had the keyboard, and leaves the screen with the cell or is hidden: the row has it from now on.
  func inherit(from view: UIView, in cell: UITableViewCell) {
    guard let row = cell.position else { return }
    start(at: row)
    var controls: [UIView] = []
    cell.collectFocusable(including: nil, into: &controls)
    focusedControl = controls.firstIndex { $0 === view }
  }

  /// Tab came to the table: without a row that the keyboard is at, the first that can be seen is.
  /// - Parameter first: the first row that can be seen wholly, asked for when the rows are up to date.
  func focusCame(first: @autoclosure () -> RowPosition?) {
    table.bringUpToDate()
    if cursor.row == nil, isAllowed, let first = selection.first ?? first() {
      start(at: first)
    }
    if let row = cursor.row { table.scroll(to: row, at: .none, animated: false) }
  }

  // MARK: Showing

  /// Whether a visible row is to look selected. While a row is pressed in single selection, no other row does.
  func looksSelected(_ position: RowPosition) -> Bool {
    guard selection.contains(position) else { return false }
    guard let pressed = table.press.row, pressed != position else { return true }
    return allowsSeveral
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

  // MARK: By the user

  /// A row was clicked.
  func choose(_ position: RowPosition, modifiers: UIKeyModifierFlags) {
    choice = position
    let isRange = modifiers.contains(.shift) && beginsRange()
    guard let position = choice else { return show(animated: true) }
    guard isRange else { return choose(position) }
    extend(to: position, keepsOthers: !modifiers.isDisjoint(with: [.control, .command]), takesCursor: true)
    table.app.didEndMultipleSelection()
  }

  /// Asks the delegate whether a range may be selected, which it may make possible only now.
  private func beginsRange() -> Bool {
    let table = table
    guard let row = choice, let mayBegin = table.app.shouldBeginMultipleSelection(at: row) else {
      return allowsSeveral
    }
    table.bringUpToDate()
    guard mayBegin, let row = choice else { return false }
    table.app.didBeginMultipleSelection(at: row)
    table.bringUpToDate()
    return allowsSeveral
  }

  /// Selects, or in multiple selection toggles, a row the user chose.
  /// - Parameter takesCursor: the keyboard goes on from the row that is selected.
  func choose(_ position: RowPosition, takesCursor: Bool = true) {
    choice = position
    defer { choice = nil }
    if allowsSeveral, selection.contains(position) {
      if takesCursor { start(at: position) }
      if deselect(position) { announce() }
      return
    }
    guard askToSelect() else { return show(animated: true) }
    if !allowsSeveral {
      // A few at most: an app that returned nil from willDeselect keeps a row beside the new one, as in UIKit.
      var kept = 0
      for _ in 0..<selection.count {
        guard let former = selection.all.filter({ $0 != choice }).dropFirst(kept).first else { break }
        if !deselect(former) { kept += 1 }
      }
    }
    guard let row = choice else { return show(animated: true) }
    selection.insert(row)
    if takesCursor { start(at: row) }
    finish()
  }

  /// Takes the keyboard to a row.
  /// - Parameter selects: the row is selected as well, alone, if it may be highlighted.
  package func moveCursor(to position: RowPosition, selects: Bool) {
    start(at: position)
    defer { showRing() }
    guard selects else { return }
    guard let row = rowToHighlight() else { return }
    let isOnlyOne = selection.count == 1 && selection.contains(row)
    if allowsSeveral, !isOnlyOne { selection.removeAll() }
    if !selection.contains(row) { choose(row, takesCursor: false) }
  }

  /// Takes the selection along to a row, as a key with shift does.
  package func moveExtending(to position: RowPosition) {
    cursor.row = position
    cursor.isHeir = false
    defer { showRing() }
    guard let row = rowToHighlight() else { return }
    extend(to: row, keepsOthers: false, takesCursor: false)
  }

  /// Does what a click on the row does that the keyboard is at.
  package func chooseByKey(_ position: RowPosition) {
    cursor.row = position
    cursor.isHeir = false
    if let row = rowToHighlight() { choose(row) }
  }

  private func showRing() {
    table.window?.focus.show()
    table.window?.focus.update()
  }

  /// The row the keyboard has come to, if it may be highlighted.
  private func rowToHighlight() -> RowPosition? {
    guard let row = cursor.row, table.app.hasDelegate else { return cursor.row }
    guard table.app.shouldHighlight(row) else { return nil }
    table.bringUpToDate()
    return cursor.row
  }

  /// Makes the rows between the one chosen last and `position` the selection; nothing when the delegate changes the
  /// rows while it is asked about those in between.
  /// - Parameter keepsOthers: rows outside of that range stay selected.
  private func extend(to position: RowPosition, keepsOthers: Bool, takesCursor: Bool) {
    let table = table
    choice = position
    defer { choice = nil }
    guard askToSelect(), let target = choice else { return show(animated: true) }
    let anchor = cursor.anchor ?? selection.first ?? target
    let ends = (min(anchor, target), max(anchor, target))
    let before = renumberings
    let refused = refusedRows { position in
      position >= ends.0 && position <= ends.1 && position != target && !selection.contains(position)
    }
    table.bringUpToDate()
    guard renumberings == before else { return show(animated: true) }
    if !keepsOthers { selection.removeAll() }
    selection.insert(from: ends.0, through: ends.1, of: table.index)
    for position in refused { selection.remove(position) }
    cursor = RowCursor(row: takesCursor ? target : cursor.row, anchor: anchor)
    finish()
  }

  @discardableResult
  package func chooseAll() -> Bool {
    guard isAllowed, allowsSeveral else { return false }
    table.loadIfNeeded()
    let before = renumberings
    let refused = refusedRows { !selection.contains($0) }
    table.bringUpToDate()
    guard renumberings == before else { return true }
    selection.selectAll(of: table.index)
    for position in refused { selection.remove(position) }
    show(animated: false)
    announce()
    return true
  }

  /// The rows among those a closure names that the delegate does not let the user select.
  private func refusedRows(of isMeant: (RowPosition) -> Bool) -> [RowPosition] {
    let table = table
    let app = table.app
    guard app.mayHave(.shouldHighlight) || app.mayHave(.willSelect) else { return [] }
    var counts: [(section: Int, rows: Int)] = []
    var total = 0
    table.index.forEachRowCount(from: 0) { section, count in
      counts.append((section, count))
      total += count
      return total <= UITableView.mostRowsAsked
    }
    guard total <= UITableView.mostRowsAsked else { return [] }
    var refused: [RowPosition] = []
    for (section, rows) in counts {
      for row in 0..<rows {
        let position = RowPosition(section: section, row: row)
        guard isMeant(position) else { continue }
        let isAllowed = app.shouldHighlight(position) && app.willSelect(position) == IndexPath(position)
        if !isAllowed { refused.append(position) }
        guard app.mayHave(.shouldHighlight) || app.mayHave(.willSelect) else { return refused }
      }
    }
    return refused
  }

  /// Asks the delegate about the choice, and takes the row it names instead.
  /// - Returns: whether there is a row to select.
  private func askToSelect() -> Bool {
    let table = table
    guard let row = choice, table.app.hasDelegate else { return choice != nil }
    guard let answer = table.app.willSelect(row) else { return false }
    table.bringUpToDate()
    if answer != IndexPath(row) { choice = table.require(answer, "tableView(_:willSelectRowAt:)") }
    return choice != nil
  }

  /// Shows the choice, which is selected, and tells of it.
  private func finish() {
    show(animated: false)
    table.bringUpToDate()
    if let row = choice, selection.contains(row) { table.app.didSelect(row) }
    announce()
  }

  /// - Returns: false when the delegate keeps the row selected.
  private func deselect(_ position: RowPosition) -> Bool {
    let table = table
    formerChoice = position
    defer { formerChoice = nil }
    guard table.app.willDeselect(position) else { return false }
    table.bringUpToDate()
    if let row = formerChoice { selection.remove(row) }
    show(animated: false)
    table.bringUpToDate()
    if let row = formerChoice { table.app.didDeselect(row) }
    table.bringUpToDate()
    return true
  }

  private func announce() {
    UIApplication.current?.accessibilityObserver?.selectionDidChange(in: table)
    NotificationCenter.default.post(name: UITableView.selectionDidChangeNotification, object: table)
  }

  override func checkInvariants() {
    selection.checkInvariants()
    let index = table.index
    for run in selection.runs {
      precondition(
        run.section < index.sectionCount && run.rows.upperBound <= index.rowCount(inSection: run.section),
        "rows \(run.rows) of section \(run.section) are selected and do not exist")
    }
    for entry in table.cells.visible {
      precondition(
        entry.view.isSelected == looksSelected(entry.position),
        "the cell of row \(entry.position.row) of section \(entry.position.section) is wrongly selected")
      precondition(
        entry.position == cursor.row || !entry.view.children.contains { $0 is FocusRingView },
        "the cell of row \(entry.position.row) of section \(entry.position.section) has the ring of another")
    }
  }
}

extension UITableView {
  /// Rows a delegate is asked about at most when many are selected at once: as many as take no more than some frames.
  static let mostRowsAsked = 100_000

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
  /// `willSelectRowAt`, are left out; it is asked if it implements these, and if there are at most `mostRowsAsked`
  /// rows. It is not told; `selectionDidChangeNotification` is posted.
  /// - Complexity: O(sections); O(rows) when the delegate is asked.
  public func selectAll(_ sender: Any?) {
    chooser.chooseAll()
  }
}
