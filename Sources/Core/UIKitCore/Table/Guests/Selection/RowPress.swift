import Foundation
import TableModel

/// From a press on a row to its selection: the row is highlighted while it is pressed, and chosen when it is let go.
final class RowPress: TableGuest {
  /// How long a finger rests on a row before the row is highlighted, in seconds: until then it may want to scroll.
  private static let fingerDelay = 0.15

  /// A finger that rests on a row and may still turn out to scroll.
  private struct Pending {
    let cell: UITableViewCell
    let touch: UITouch
    /// When the finger came down, on the frame clock.
    let start: TimeInterval
    /// Counts the time.
    let link: CADisplayLink
  }

  /// The row pressed, highlighted and not yet released.
  private(set) var row: RowPosition?
  /// The row that was let go and is about to be chosen, once everybody knows that it is not highlighted any more.
  private var released: RowPosition?
  private var pending: Pending?
  /// Where the touch of the press went down, in window points.
  private var start = CGPoint.zero

  isolated deinit { pending?.link.invalidate() }

  // MARK: Called by the engine

  override func enter() { points = .cells }

  override func dress(_ cell: UITableViewCell, at position: RowPosition) {
    let isHighlighted = table.rows.isHighlighted(position)
    if cell.isHighlighted != isHighlighted { cell.setHighlighted(isHighlighted, animated: false) }
  }

  override func highlights(_ position: RowPosition) -> Bool { position == row }

  // MARK: Following the rows

  /// A pressed row that goes or is reloaded is not pressed any more.
  override func prepare(for plan: UpdatePlan, from index: RowHeightIndex) {
    guard let pressed = row else { return }
    if plan.newPosition(of: pressed) == nil || plan.isReloaded(pressed) { cancelTouches() }
  }

  override func follow(_ plan: UpdatePlan) {
    row = row.flatMap { plan.newPosition(of: $0) }
    released = released.flatMap { plan.newPosition(of: $0) }
  }

  override func reset() { row = nil }

  override func keepRows(existingIn index: RowHeightIndex) {
    if let released, !index.contains(released) { self.released = nil }
  }

  override func leave() { dropPending() }

  // MARK: Touches

  /// A touch went down in the table that the open row has no use for. A mouse button, which cannot scroll, highlights at once; a finger
  /// after a delay.
  func touchBegan(_ touch: UITouch) {
    let table = table
    guard touch.button == .primary else { return }
    _ = table.becomeFirstResponder()
    // The responder that had the keyboard may have taken the cell away when it was told, and the touch with it.
    guard touch.reachesView, table.chooser.isAllowed, row == nil, pending == nil, table.rows.borrower == nil,
      let cell = table.cell(under: touch)
    else { return }
    start = touch.location(in: nil)
    guard touch.type == .direct, table.delaysContentTouches else { return begin(on: cell, touch) }
    let link = CADisplayLink { [weak table] link in
      guard let table else { return }
      table.chooser.press.wait(until: link.timestamp)
    }
    pending = Pending(cell: cell, touch: touch, start: touch.timestamp, link: link)
    link.add(to: .main, forMode: .common)
  }

  /// Leaving the row ends the press, and so does a drag within it: neither selects.
  func touchMoved(_ touch: UITouch) {
    guard pending != nil || row != nil else { return }
    guard touch.location(in: nil).distance(to: start) < UIPanGestureRecognizer.slop else { return cancelTouches() }
    if let pending, !pending.cell.point(inside: touch.location(in: pending.cell), with: nil) { dropPending() }
    guard let row else { return }
    guard let cell = table.cells.view(at: row), cell.point(inside: touch.location(in: cell), with: nil) else {
      return cancelTouches()
    }
  }

  /// A touch was lifted.
  /// - Parameter modifiers: the keys held meanwhile.
  func touchEnded(_ touch: UITouch, _ modifiers: UIKeyModifierFlags) {
    let table = table
    touchMoved(touch)
    if let pending {
      // A quick tap: highlighted and let go at once.
      dropPending()
      begin(on: pending.cell, touch)
    }
    guard row != nil else { return }
    released = row
    end(animated: false)
    table.bringUpToDate()
    if let position = released {
      released = nil
      table.chooser.choose(position, modifiers: modifiers)
    }
    // Rows that looked unselected during the press and stay selected look selected again.
    table.chooser.show(animated: false)
  }

  /// Scrolling, another gesture or the system took the touch over, it left the pressed row, or that row is gone.
  func cancelTouches() {
    let table = table
    dropPending()
    guard row != nil else { return }
    end(animated: true)
    guard table.isBusy else { return table.chooser.show(animated: true) }
    // The pressed cell left within a pass, in which others are on their way between containers.
    table.afterPass { [weak table] in
      guard let table else { return }
      table.chooser.show(animated: true)
    }
  }

  // MARK: The press

  private func wait(until now: TimeInterval) {
    guard let pending, now - pending.start >= Self.fingerDelay else { return }
    dropPending()
    begin(on: pending.cell, pending.touch)
  }

  private func dropPending() {
    pending?.link.invalidate()
    pending = nil
  }

  private func begin(on cell: UITableViewCell, _ touch: UITouch) {
    let table = table
    guard cell.table === table, let position = cell.position else { return }
    guard table.app.shouldHighlight(position) else { return }
    // The delegate may have taken the cell away, or given it another row.
    guard touch.reachesView, table.cells.view(at: position) === cell else { return }
    row = position
    cell.setHighlighted(true, animated: false)
    table.chooser.show(animated: false)
    table.app.didHighlight(position)
  }

  /// Whether a press on a row that is shown would highlight it; the delegate is asked, if it has an answer.
  func canPress(_ position: RowPosition, in cell: UITableViewCell) -> Bool {
    let table = table
    guard !table.isBusy, table.chooser.isAllowed, table.rows.borrower == nil, table.cells.view(at: position) === cell
    else { return false }
    return table.app.shouldHighlight(position) && cell.position != nil
  }

  private func end(animated: Bool) {
    guard let position = row else { return }
    row = nil
    // A finger that rested has opened the row's menu.
    if !table.rows.isHighlighted(position) { table.cells.view(at: position)?.setHighlighted(false, animated: animated) }
    table.app.didUnhighlight(position)
  }

  override func checkInvariants() {
    precondition(row == nil || pending == nil, "a finger both presses a row and waits to do so")
  }
}
