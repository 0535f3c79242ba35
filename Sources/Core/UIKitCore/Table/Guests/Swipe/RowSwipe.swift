import Foundation
import TableModel

/// Rows of a table, or items of a collection view's list, moved aside to bare their actions.
///
/// One row at a time is out of its place. Wherever it goes in its host its buttons go with it; when it is deleted they
/// become part of its view for the last animation. `SwipedRow` is the row, `SwipeProposal` what the app lets it do,
/// `SwipeGestures` how the user moves it, `SwipeHost` the view around it.
@MainActor
package final class RowSwipe: OpenRow, WheelClaimant {
  /// How the user moves it.
  let gestures = SwipeGestures()
  /// The row that is not in its place.
  private(set) var row: SwipedRow? { didSet { host.noteOpen(row == nil ? nil : self) } }
  /// Moves what moves by itself.
  private var link: CADisplayLink?
  private unowned var attachedHost: (any SwipeHost)?

  /// A swipe without a host; `attach(to:)` gives it one.
  package init() {}

  isolated deinit { link?.invalidate() }

  /// Called once, by the host that keeps the swipe.
  package func attach(to host: any SwipeHost) {
    attachedHost = host
    gestures.attach(to: self, in: host)
    host.offerWheel(to: self)
  }

  /// The view whose rows are swiped.
  var host: any SwipeHost { attachedHost.unsafelyUnwrapped }

  /// Whether frames are asked for.
  var isTicking: Bool { link != nil }

  /// The view of the row that is not in its place.
  package var openView: UIView? { row?.cell }

  /// The views of the host that move with it.
  package var companions: [UIView] { row?.companions ?? [] }

  // MARK: Opening and closing

  /// Opens a row's trailing actions as if it had been swiped. Without actions of the app's the row shows those of the
  /// host. Does nothing for rows off screen.
  /// - Returns: whether the row is open now.
  @discardableResult
  package func openTrailingActions(at position: RowPosition, animated: Bool) -> Bool {
    if let row, row.position == position, !row.isClosing, row.strip.side == .trailing { return true }
    guard let proposal = host.swipeProposal(for: position, .trailing) ?? host.ownProposal(for: position),
      let row = begin(at: position, proposal)
    else { return false }
    settle(row, to: .open, animated: animated)
    return true
  }

  /// Brings the row that is not in its place back into it.
  package func close(animated: Bool) {
    guard let row, !row.isClosing || !animated else { return }
    row.release()
    gestures.giveUp()
    guard self.row === row else { return }
    settle(row, to: .closed, animated: animated)
  }

  /// Tells the app and puts the buttons behind the row, which has not moved yet.
  /// - Returns: nil when there is no such row on screen any more.
  @discardableResult
  func begin(at position: RowPosition, _ proposal: SwipeProposal) -> SwipedRow? {
    end()
    let host = host
    guard let place = host.swipeFrame(of: position), place.width > 0, host.admitsSwipe,
      let cell = host.swipeView(at: position), cell.superview === host
    else { return nil }
    let tellsApp = host.swipeWillBegin(at: position)
    guard row == nil, host.swipeView(at: position) === cell, cell.superview === host else {
      if tellsApp { host.swipeDidEnd(at: nil) }
      return nil
    }
    let made = SwipedRow(
      position, cell, proposal, place: place, isTurned: host.isInRightToLeft, tellsApp: tellsApp)
    row = made
    for button in made.strip.buttons {
      button.addAction(
        UIAction { [weak self, weak made, weak button] _ in
          guard let self, let made, let button else { return }
          perform(button.action, of: made, from: button)
        }, for: .touchUpInside)
    }
    made.strip.shareCorners(of: cell)
    host.addSwipePart(made.strip, isAbove: false, cell)
    if let ground = host.cardGround { host.addSwipePart(made.coverMargin(ground), isAbove: true, cell) }
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
    // The cell may have had everything loaded anew when told.
    guard self.row === row else { return }
    guard animated, let now = host.frameTime, host.window?.application.animator.isAllowed == true else {
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

  /// The row is in its place, or not in the host any more.
  /// - Parameters:
  ///   - isGone: the row was deleted or everything was reloaded: the delegate gets no path.
  ///   - staysWithCell: the cell is about to be animated out with its buttons.
  private func end(isGone: Bool = false, staysWithCell: Bool = false) {
    guard let row else { return }
    let host = host
    self.row = nil
    host.rowEndsDidGetCovered(by: 0)
    stopTicking()
    gestures.rowDidEnd(wasHeld: row.isHeld)
    for part in row.companions { host.swipePartWillLeave(part) }
    row.end(staysWithCell: staysWithCell)
    if row.tellsApp { host.swipeDidEnd(at: isGone ? nil : row.position) }
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
  package func target(insteadOf view: UIView) -> UIView? {
    guard let row, !row.isClosing else { return nil }
    return view.isDescendant(of: row.strip) ? view : host
  }

  package var isClosing: Bool { row?.isClosing ?? false }

  package func end() { end(isGone: false) }

  package func takeTouch(_ touch: UITouch) -> Bool { gestures.takeTouch(touch) }

  package func releaseTouch(_ touch: UITouch) -> Bool { gestures.releaseTouch(touch) }

  package func viewWillLeave(isHeld: Bool) { end(staysWithCell: isHeld) }

  package func takeWheel(_ event: WheelEvent) -> Bool { gestures.takeWheel(event) }

  package func contentWillScroll() { close(animated: true) }

  // MARK: Following the rows

  /// The row goes where the update puts it; the one out of its place may be gone.
  package func follow(_ plan: UpdatePlan) {
    gestures.rowsDidChange()
    guard let row else { return }
    guard let position = plan.newPosition(of: row.position), !plan.isReloaded(row.position) else {
      return end(isGone: true, staysWithCell: true)
    }
    row.move(to: position)
  }

  /// All rows are others.
  package func reset() {
    gestures.rowsDidChange()
    end(isGone: true)
  }

  /// The host leaves its window.
  package func leave() { end() }

  package func placeAgain() {
    guard let row else { return }
    guard host.swipeView(at: row.position) === row.cell else { return end() }
    lay(row)
  }

  /// Puts cell and buttons where they belong. A row that a load took away is left to the coming pass.
  private func lay(_ row: SwipedRow) {
    let host = host
    let scale = Double(max(host.traitCollection.displayScale, 1))
    guard var place = place(of: row) else { return }
    if row.cell.frame != row.frame(from: place, scale: scale) {
      // Ends the cell's animations, such as an update's, and the completion handlers may take the row away.
      host.windowStorage?.application.animator.interrupt(row.cell)
      guard let placeNow = self.place(of: row) else { return }
      place = placeNow
    }
    row.lay(at: place, scale: scale)
    // The actions come out where the section index is, which takes no touches meanwhile.
    if row.strip.side == .trailing { host.rowEndsDidGetCovered(by: row.strip.frame.width) }
  }

  /// The row's own place; nil when it is swiped no more, or not in the host.
  private func place(of row: SwipedRow) -> CGRect? { self.row === row ? host.swipeFrame(of: row.position) : nil }

  // MARK: Performing

  /// Runs an action of the open row.
  private func perform(_ action: UIContextualAction, of row: SwipedRow, from button: SwipeActionButton) {
    guard self.row === row else { return }
    let receipt = SwipeReceipt(self, row, action)
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
    guard host.window != nil else { return }
    let made = CADisplayLink { [weak self] link in
      guard let self else { return }
      tick(at: link.targetTimestamp)
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

  /// Stops at the first broken invariant; called by tests between passes.
  /// - Parameter swiped: the views of rows on screen that are beside their places.
  package func checkInvariants(swiped: [(position: RowPosition, view: UIView)]) {
    gestures.checkInvariants()
    let strips = host.subviews.filter { $0 is SwipeActionsView }
    guard let row else {
      precondition(strips.isEmpty, "no row is swiped, and there are actions")
      precondition(swiped.isEmpty, "no row is swiped, and a cell is beside its place")
      precondition(link == nil, "frames are asked for a swipe that is over")
      return
    }
    precondition(strips.count == 1 && strips[0] === row.strip, "there are actions of another row than the swiped one")
    precondition(swiped.count == 1 && swiped[0].view === row.cell, "another cell than the swiped row's is marked")
    precondition(swiped[0].position == row.position, "the swiped row believes to be elsewhere")
    row.checkInvariants()
  }
}

/// The target of the closure given to an action's handler. Only its first call counts.
@MainActor
private final class SwipeReceipt {
  private weak var swipe: RowSwipe?
  private weak var row: SwipedRow?
  private let action: UIContextualAction
  private var isDelivered = false

  init(_ swipe: RowSwipe, _ row: SwipedRow, _ action: UIContextualAction) {
    self.swipe = swipe
    self.row = row
    self.action = action
  }

  func deliver(_ isDone: Bool) {
    guard !isDelivered else { return }
    isDelivered = true
    if let swipe, let row { swipe.actionDidEnd(action, of: row, isDone: isDone) }
  }
}
