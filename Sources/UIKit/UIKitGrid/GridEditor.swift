import Foundation
import TableModel
import UIKitCore

/// Edits a cell in place, in a text field over it.
///
/// F2 and Return open it with the cell's text, a character that is typed with that one. Return commits and goes down, Tab
/// commits and goes right, a click elsewhere commits, Escape gives up. A text that the data source refuses stays in the
/// field, with the reason at it; where the field must go, the text goes with it. The field belongs to the place and not to the
/// cell, which may leave the screen meanwhile.
@MainActor
final class GridEditor: GridFacet, GridFollower {
  private var session: (position: GridPosition, field: UITextField)?
  /// Why the text was refused; nil while it was not.
  private var refusal: UILabel?
  /// The cell that a running call is about: it follows what callbacks do to the grid meanwhile.
  private var subject: GridPosition?
  /// Cells of which editing is being ended, the innermost call last; nil for one that is gone. They follow, too.
  private var closed: [GridPosition?] = []
  /// Editing is being ended: that the field gives up the keyboard is no news.
  private var isEnding = false

  /// The cell that is being edited.
  var position: GridPosition? { session?.position }

  /// Opens a field over a cell.
  /// - Parameter text: what it begins with; nil for the cell's own text.
  func begin(at position: GridPosition, text: String?) {
    // Within a callback of a pass or an update a place may be one of before, and the cell is not there yet.
    guard grid.work.isResting else { return }
    subject = position
    defer { subject = nil }
    guard session == nil || end(byCommitting: true) else { return }
    // Data source and delegate may take the cell away, or move it.
    guard let asked = subjectIfThere, grid.app.canEdit(asked), let place = subjectIfThere else { return }
    let old = grid.app.editingText(of: place)
    guard let place = subjectIfThere else { return }
    grid.chooser.change { $0.select(place, .cells, in: $1) }
    guard let place = subjectIfThere else { return }
    grid.lines.reveal(place, animated: false)
    grid.pass.run()
    guard let position = subjectIfThere, session == nil else { return }
    let field = GridField(frame: .zero)
    field.cellEditor = self
    field.font = font
    field.backgroundColor = .systemBackground
    field.layer.borderWidth = 2
    field.layer.borderColor = grid.tintColor
    field.delegate = field
    field.leftView = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 1))
    field.leftViewMode = .always
    field.text = text ?? old ?? ""
    field.addAction(UIAction { [weak self] _ in self?.showRefusal(nil) }, for: .editingChanged)
    session = (position, field)
    self.place()
    field.becomeFirstResponder()
  }

  /// That of the cells, in the size the user prefers.
  private var font: UIFont { GridTextCell.font.sized(for: grid.traitCollection.preferredContentSizeCategory) }

  /// Where the cell is by now that a running call is about; nil when the grid does not have it, or is about to find out
  /// what it has.
  private var subjectIfThere: GridPosition? {
    guard !grid.work.mustEnd, let subject, grid.lines.size.contains(subject) else { return nil }
    return subject
  }

  /// Puts the field over its cell, wherever that is now.
  func place() {
    // Places may be those of lines that a load is yet to bring.
    guard let (position, field) = session, !grid.work.mustEnd else { return }
    let row = grid.rows.band(ofLine: position.row)
    let column = grid.columns.band(ofLine: position.column)
    let pane = grid.panes.pane(
      rowsArePinned: position.row < grid.rows.pinnedCount, GridBand(of: position.column, in: grid.columns))
    let lines = grid.lines
    let (start, end) = (column.start - 1, column.start + max(column.length, 60))
    let frame = CGRect(
      x: lines.paneX(from: start, to: end), y: row.start - 1, width: end - start, height: max(row.length, 20) + 1)
    field.turn(lines.isTurned)
    if field.frame != frame { field.frame = frame }
    if field.superview !== pane.view { pane.view.addSubview(field) }
    guard let refusal else { return }
    let (anchor, room) = (grid.convert(frame, from: pane.view), grid.bounds)
    let size = refusal.sizeThatFits(CGSize(width: max(1, min(320, room.width)), height: .greatestFiniteMagnitude))
    let isBelow = anchor.maxY + size.height <= room.maxY
    refusal.frame = CGRect(
      x: max(room.minX, min(anchor.minX, room.maxX - size.width)), y: isBelow ? anchor.maxY : anchor.minY - size.height,
      width: size.width, height: size.height)
  }

  // MARK: Refusing

  /// Asks the data source about the text, and shows its reason.
  /// - Returns: whether it refuses the text, or has ended editing meanwhile.
  private func isRefused() -> Bool {
    guard let (position, field) = session, !isEnding, let place = grid.data.place(of: position),
      grid.app.size().contains(place)
    else { return false }
    let words = grid.app.refusal(of: field.text ?? "", at: place)
    guard session?.field === field else { return true }
    showRefusal(words)
    return words != nil
  }

  private func showRefusal(_ words: String?) {
    refusal?.removeFromSuperview()
    refusal = nil
    session?.field.layer.borderColor = words == nil ? grid.tintColor : .systemRed
    guard let words else { return }
    let label = UILabel(frame: .zero)
    label.text = words
    label.font = font
    label.numberOfLines = 0
    label.backgroundColor = .secondarySystemBackground
    label.layer.borderWidth = 1
    label.layer.borderColor = .systemRed
    refusal = label
    grid.addSubview(label)
    place()
    UIAccessibility.post(notification: .announcement, argument: words)
  }

  /// The keyboard is to go elsewhere.
  /// - Returns: false where the text is refused.
  fileprivate func mayLoseKeys() -> Bool { !isRefused() }

  /// Closes the field.
  /// - Parameter mayStay: whether the field stays where its text is refused; else the text is given up.
  /// - Returns: false when the field does not close.
  @discardableResult
  func end(byCommitting commits: Bool, mayStay: Bool = true) -> Bool {
    guard session != nil, !isEnding else { return !isEnding }
    var commits = commits
    if commits, isRefused() {
      guard session != nil, !mayStay else { return session == nil }
      commits = false
    }
    _ = close(byCommitting: commits)
    return true
  }

  /// - Returns: where the cell is after everybody was told; nil for one that is gone.
  private func close(byCommitting commits: Bool) -> GridPosition? {
    guard let (position, field) = session else { return nil }
    isEnding = true
    let text = field.text ?? ""
    session = nil
    showRefusal(nil)
    closed.append(position)
    let hadKeys = field.isFirstResponder
    field.resignFirstResponder()
    field.removeFromSuperview()
    if hadKeys { grid.becomeFirstResponder() }
    isEnding = false
    if commits {
      // The edited cell may be gone from the data before the grid is told.
      let size = grid.app.size()
      guard let place = (closed.last ?? nil).flatMap(grid.data.place(of:)), size.contains(place) else {
        grid.reloadData()
        grid.app.didEndEditing(position, .cellIsGone)
        return closed.popLast() ?? nil
      }
      grid.app.setText(text, of: place)
      if let place = closed.last ?? nil { grid.cells.reload(place) }
    }
    grid.app.didEndEditing((closed.last ?? nil) ?? position, commits ? .committed : .cancelled)
    return closed.popLast() ?? nil
  }

  // MARK: Following the lines

  func linesWereLoaded(from old: GridSize) {
    guard let (position, field) = session else { return }
    guard position.row >= grid.numberOfRows || position.column >= grid.numberOfColumns else {
      return field.font = font
    }
    drop(position, field)
  }

  func follow(_ change: GridChange) {
    subject = subject.flatMap(change.newPlace)
    closed = closed.map { $0.flatMap(change.newPlace) }
    guard let (position, field) = session else { return }
    guard let new = change.newPlace(position) else { return drop(position, field) }
    session = (new, field)
  }

  private func drop(_ position: GridPosition, _ field: UITextField) {
    isEnding = true
    session = nil
    showRefusal(nil)
    let hadKeys = field.isFirstResponder
    field.resignFirstResponder()
    field.removeFromSuperview()
    if hadKeys { grid.becomeFirstResponder() }
    isEnding = false
    grid.app.didEndEditing(position, .cellIsGone)
  }

  // MARK: Keys

  /// A key reached the grid: the field leaves it what it has no use for, and so do keys of the program.
  /// - Returns: false for a key that is not about editing.
  func take(_ key: UIKey) -> Bool {
    guard session != nil else { return beginByTyping(key) }
    guard key.modifierFlags.isDisjoint(with: [.control, .command, .alternate]) else { return false }
    switch key.keyCode {
    case .keyboardEscape: end(byCommitting: false)
    case .keyboardReturnOrEnter: commit(rows: key.modifierFlags.contains(.shift) ? -1 : 1, columns: 0)
    case .keyboardUpArrow: commit(rows: -1, columns: 0)
    case .keyboardDownArrow: commit(rows: 1, columns: 0)
    // They would scroll the field away.
    case .keyboardPageUp, .keyboardPageDown: break
    default: return false
    }
    return true
  }

  /// A key is about to reach the field, which would leave the grid at Tab, or take Return as it is without Shift.
  /// - Returns: whether it was one that ends editing.
  fileprivate func takeFirst(_ key: UIKey) -> Bool {
    let isShift = key.modifierFlags.contains(.shift)
    guard session != nil, key.modifierFlags.isDisjoint(with: [.control, .command, .alternate]) else { return false }
    switch key.keyCode {
    case .keyboardTab: commit(rows: 0, columns: isShift ? -1 : 1)
    case .keyboardReturnOrEnter where isShift: commit(rows: -1, columns: 0)
    default: return false
    }
    return true
  }

  /// Return or F2 on a cell that can be edited, or a character typed over it.
  private func beginByTyping(_ key: UIKey) -> Bool {
    guard key.modifierFlags.isDisjoint(with: [.control, .command, .alternate]),
      let active = grid.activePosition
    else { return false }
    let isShift = key.modifierFlags.contains(.shift)
    let opens = [.keyboardReturnOrEnter, .keyboardF2].contains(key.keyCode) && !isShift
    // Shift and the space bar select rows.
    let isText =
      !(isShift && key.keyCode == .keyboardSpacebar)
      && key.characters.unicodeScalars.first.map { $0.value >= 0x20 && $0.value != 0x7F } ?? false
    guard opens || isText, grid.app.canEdit(active) else { return false }
    begin(at: active, text: opens ? nil : key.characters)
    return session != nil
  }

  private func commit(rows: Int, columns: Int) {
    guard !isEnding, !isRefused(), let position = close(byCommitting: true) else { return }
    grid.loadIfNeeded()
    var target = position
    if rows != 0 { target.row = grid.rows.line(after: position.row, step: rows) ?? position.row }
    if columns != 0 { target.column = grid.columns.line(after: position.column, step: columns) ?? position.column }
    guard target.row < grid.numberOfRows, target.column < grid.numberOfColumns else { return }
    grid.chooser.move(
      to: target, isExtending: false, along: target.row != position.row ? [.rows] : [.columns])
  }

  /// Return was pressed in the field.
  fileprivate func fieldReturned() { commit(rows: 1, columns: 0) }

  /// The keyboard went elsewhere.
  fileprivate func fieldDidEndEditing() {
    if !isEnding { end(byCommitting: true, mayStay: false) }
  }
}

/// The field over a cell, its own delegate.
@MainActor
private final class GridField: UITextField, UITextFieldDelegate {
  weak var cellEditor: GridEditor?

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key, markedTextRange == nil, cellEditor?.takeFirst(key) == true { return }
    super.pressesBegan(presses, with: event)
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    cellEditor?.fieldReturned()
    return false
  }

  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { cellEditor?.mayLoseKeys() ?? true }

  func textFieldDidEndEditing(_ textField: UITextField) { cellEditor?.fieldDidEndEditing() }
}
