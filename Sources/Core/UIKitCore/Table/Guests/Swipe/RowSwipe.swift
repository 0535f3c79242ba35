import Foundation
import TableModel

/// Rows moved aside to bare their actions.
///
/// One row at a time is out of its place. Wherever it goes in the table its buttons go with it; when it is deleted they
/// become part of its cell for the last animation. `SwipedRow` is the row, `SwipeProposal` what the app lets it do,
/// `SwipeGestures` how the user moves it.
final class RowSwipe: TableGuest, OpenRow {
  /// How the user moves it.
  let gestures = SwipeGestures()
  /// The row that is not in its place.
  private(set) var row: SwipedRow? { didSet { table.rows.noteOpen(row == nil ? nil : self) } }
  /// The rows are edited: no swipe begins, and the delegate, which knows that, is not told when a row opens.
  private(set) var isTableEdited = false
  /// Moves what moves by itself.
  private var link: CADisplayLink?

  isolated deinit { link?.invalidate() }

  /// Whether frames are asked for.
  var isTicking: Bool { link != nil }

  // MARK: Opening and closing

  /// Opens a row's trailing actions as if it had been swiped; called by the minus of edit mode. Without actions of
  /// its own the row offers to delete it. Does nothing for rows off screen.
  /// - Returns: whether the row is open now.
  @discardableResult
  func openTrailingActions(at position: RowPosition, animated: Bool) -> Bool {
    if let row, row.position == position, !row.isClosing, row.strip.side == .trailing { return true }
    guard
      let proposal = proposal(for: position, .trailing)
        ?? (table.app.implementsCommit(probingAt: position) ? deletion(of: position) : nil),
      let row = begin(at: position, proposal)
    else { return false }
    settle(row, to: .open, animated: animated)
    return true
  }

  /// Brings the row that is not in its place back into it.
  func close(animated: Bool) {
    guard let row, !row.isClosing || !animated else { return }
    row.release()
    gestures.giveUp()
    guard self.row === row else { return }
    settle(row, to: .closed, animated: animated)
  }

  /// Tells the delegate and puts the buttons behind the row, which has not moved yet.
  /// - Returns: nil when there is no such row on screen any more.
  @discardableResult
  func begin(at position: RowPosition, _ proposal: SwipeProposal) -> SwipedRow? {
    end()
    let table = table
    let width = Double(table.bounds.width) - 2 * table.sectionInset
    guard width > 0, !table.isBusy, table.rows.borrower == nil, let cell = table.cells.view(at: position),
      cell.superview === table
    else { return nil }
    table.guests.cancelTouches()
    let tellsDelegate = !isTableEdited
    if tellsDelegate { table.app.willBeginEditing(position) }
    guard row == nil, table.cells.view(at: position) === cell, cell.superview === table else {
      if tellsDelegate { table.app.didEndEditing(nil) }
      return nil
    }
    let made = SwipedRow(
      position, cell, proposal, rowWidth: width, isTurned: table.isInRightToLeft, tellsDelegate: tellsDelegate)
    row = made
    for button in made.strip.buttons {
      button.addAction(
        UIAction { [weak table, weak made, weak button] _ in
          guard let table, let made, let button else { return }
          table.swipe.perform(button.action, of: made, from: button)
        }, for: .touchUpInside)
    }
    made.strip.shareCorners(of: cell)
    table.insertSubview(made.strip, belowSubview: cell)
    if table.sectionInset > 0, table.backgroundView == nil { made.coverMargin(table.backgroundColor, in: table) }
    cell.stepAside(with: made.companions)
    made.tell(.willOpen)
    lay(made)
    return row
  }

  /// Has the row go to where it rests.
  /// - Parameter velocity: to the right, in points a second.
  func settle(_ row: SwipedRow, to rest: SwipeTravel.Rest, velocity: Double = 0, animated: Bool) {
    row.turn(to: rest)
    gestures.rowWasLetGo()
    row.tell(rest == .closed ? .willClose : .willOpen)
    // The cell may have reloaded the table when told.
    guard self.row === row else { return }
    guard animated, let now = table.frameTime, table.window?.application.animator.isAllowed == true else {
      row.jump()
      lay(row)
      didRest(row)
      return
    }
    row.settle(velocity: velocity, since: now)
    startTicking()
  }

  private func didRest(_ row: SwipedRow) {
    if row.rest == .closed { end() } else { row.tell(.didOpen) }
  }

  /// The row is in its place, or not in the table any more.
  /// - Parameters:
  ///   - isGone: the row was deleted or everything was reloaded: the delegate gets no path.
  ///   - staysWithCell: the cell is about to be animated out with its buttons.
  private func end(isGone: Bool = false, staysWithCell: Bool = false) {
    guard let row else { return }
    let table = table
    self.row = nil
    coverRowEnds(0)
    stopTicking()
    gestures.rowDidEnd(wasHeld: row.isHeld)
    row.end(left: table.sectionInset, staysWithCell: staysWithCell)
    guard row.tellsDelegate else { return }
    let path = isGone ? nil : IndexPath(row.position)
    table.whenWhole { [weak table] in
      guard let table else { return }
      table.app.didEndEditing(path)
    }
  }

  // MARK: In the user's hand

  /// The row was dragged elsewhere.
  /// - Parameter byWheel: frames are needed to notice that a touchpad was let go.
  func wasDragged(_ row: SwipedRow, byWheel: Bool) {
    if row.isMoving || byWheel { startTicking() }
    lay(row)
  }

  /// Let go past about half the width, the first action is performed.
  /// - Parameter velocity: to the right, in points a second.
  func letGo(_ row: SwipedRow, velocity: Double) {
    let rest = row.restWhenLetGo(velocity: velocity)
    guard rest == .full, let button = row.strip.buttons.first else {
      settle(row, to: rest, velocity: velocity, animated: true)
      return
    }
    row.chooseSpreadButton(0)
    settle(row, to: button.action.style == .destructive ? .full : .open, velocity: velocity, animated: true)
    perform(button.action, of: row, from: button)
  }

  /// The view that takes a touch while a row is open, when only its buttons can be touched; nil when any view can.
  /// - Parameter view: the view at the touch.
  func target(insteadOf view: UIView) -> UIView? {
    guard let row, !row.isClosing else { return nil }
    return view.isDescendant(of: row.strip) ? view : table
  }

  var isClosing: Bool { row?.isClosing ?? false }

  func end() { end(isGone: false) }

  private func coverRowEnds(_ width: Double) {
    for guest in table.guests.all { guest.rowEndsDidGetCovered(by: width) }
  }

  // MARK: Called by the engine

  override func enter() { points = .cells }

  override func undress(_ cell: UITableViewCell, at position: RowPosition, isHeld: Bool) {
    if cell.isAside { end(staysWithCell: isHeld) }
  }

  override func cellDidReturn(_ cell: UITableViewCell, at position: RowPosition) {
    if cell.isAside { cell.stepBack() }
  }

  override func editModeDidChange(isOn: Bool) { isTableEdited = isOn }

  override func hasTrailingActions(at position: RowPosition) -> Bool { hasActionsOfItsOwn(at: position) }

  override func showTrailingActions(at position: RowPosition) { openTrailingActions(at: position, animated: true) }

  // MARK: Following the rows

  /// The row goes where the update puts it; the one out of its place may be gone.
  override func follow(_ plan: UpdatePlan) {
    guard let row else { return }
    guard let position = plan.newPosition(of: row.position), !plan.isReloaded(row.position) else {
      return end(isGone: true, staysWithCell: true)
    }
    row.move(to: position)
  }

  override func reset() { end(isGone: true) }

  override func leave() { end() }

  /// The layout pass placed the rows anew.
  func placeAgain() {
    guard let row else { return }
    guard table.cells.view(at: row.position) === row.cell else { return end() }
    lay(row)
  }

  /// Puts cell and buttons where they belong. A row that a load took away is left to the coming pass.
  private func lay(_ row: SwipedRow) {
    let table = table
    let scale = Double(max(table.traitCollection.displayScale, 1))
    guard var place = place(of: row) else { return }
    if row.cell.frame != row.frame(from: place, scale: scale) {
      // Ends the cell's animations, such as an update's, and the completion handlers may take the row away.
      table.windowStorage?.application.animator.interrupt(row.cell)
      guard let placeNow = self.place(of: row) else { return }
      place = placeNow
    }
    row.lay(at: place, scale: scale)
    // The actions come out where the section index is, which takes no touches meanwhile.
    if row.strip.side == .trailing { coverRowEnds(row.strip.frame.width) }
  }

  /// The row's own place, in content coordinates; nil when it is swiped no more, or not in the table.
  private func place(of row: SwipedRow) -> CGRect? {
    let table = table
    guard self.row === row, table.index.contains(row.position) else { return nil }
    let band = table.index.band(ofRow: row.position.row, inSection: row.position.section)
    let inset = table.sectionInset
    return CGRect(x: inset, y: table.contentTop + band.top, width: table.bounds.width - 2 * inset, height: band.height)
  }

  // MARK: Performing

  /// Runs an action of the open row.
  private func perform(_ action: UIContextualAction, of row: SwipedRow, from button: SwipeActionButton) {
    guard self.row === row else { return }
    let receipt = SwipeReceipt(table, row, action)
    action.handler(action, button) { isDone in
      if MainQueue.isCurrent {
        MainActor.assumeIsolated { receipt.deliver(isDone) }
      } else {
        DispatchQueue.main.async { MainActor.assumeIsolated { receipt.deliver(isDone) } }
      }
    }
  }

  /// The action says how it ended.
  fileprivate func actionDidEnd(_ action: UIContextualAction, of row: SwipedRow, isDone: Bool) {
    guard self.row === row, !row.isClosing else { return }
    guard isDone, action.style == .destructive else { return close(animated: true) }
    // The row is about to be deleted: out of sight until it is.
    if row.spread == 0, let number = row.strip.buttons.firstIndex(where: { $0.action === action }) {
      row.chooseSpreadButton(number)
    }
    if row.rest != .full || row.isHeld {
      row.release()
      gestures.giveUp()
      settle(row, to: .full, animated: true)
    }
  }

  // MARK: The frame clock

  private func startTicking() {
    if let link {
      link.isPaused = false
      return
    }
    guard table.window != nil else { return }
    let made = CADisplayLink { [weak table] link in
      guard let table else { return }
      table.swipe.tick(at: link.targetTimestamp)
    }
    made.add(to: .main, forMode: .common)
    link = made
  }

  private func stopTicking() {
    link?.invalidate()
    link = nil
  }

  private func tick(at now: TimeInterval) {
    guard let row else { return stopTicking() }
    gestures.frameBegins(at: now)
    guard self.row === row else { return }
    row.advance(to: now)
    lay(row)
    guard !row.isMoving, !gestures.isWheelSwiping else { return }
    link?.isPaused = true
    if !row.isHeld { didRest(row) }
  }

  override func checkInvariants() {
    let strips = table.children.filter { $0 is SwipeActionsView }
    let swiped = table.cells.visible.filter { $0.view.isAside }
    guard let row else {
      precondition(strips.isEmpty, "no row is swiped, and there are actions")
      precondition(swiped.isEmpty, "no row is swiped, and a cell is beside its place")
      precondition(link == nil, "frames are asked for a swipe that is over")
      return
    }
    precondition(strips.count == 1 && strips[0] === row.strip, "there are actions of another row than the swiped one")
    precondition(swiped.count == 1 && swiped[0].view === row.cell, "another cell than the swiped row's is marked")
    precondition(swiped[0].position == row.position, "the swiped row believes to be elsewhere")
    row.checkInvariants(inset: table.sectionInset)
  }
}

/// The target of the closure given to an action's handler. Only its first call counts.
@MainActor
private final class SwipeReceipt {
  private weak var table: UITableView?
  private weak var row: SwipedRow?
  private let action: UIContextualAction
  private var isDelivered = false

  init(_ table: UITableView, _ row: SwipedRow, _ action: UIContextualAction) {
    self.table = table
    self.row = row
    self.action = action
  }

  func deliver(_ isDone: Bool) {
    guard !isDelivered else { return }
    isDelivered = true
    if let table, let row { table.swipe.actionDidEnd(action, of: row, isDone: isDone) }
  }
}
