import Foundation
import TableModel

/// Rows moved aside to bare their actions: by finger, mouse, touchpad or wheel, or by the control of edit mode.
///
/// One row at a time is out of its place. Wherever it goes in the table its buttons go with it; when it is deleted they
/// become part of its cell for the last animation. `SwipedRow` is the row, `SwipeProposal` what the app lets it do.
final class RowSwipe: TableFacet, RowFollower {
  /// What dragging sideways means.
  private enum Intent {
    /// The row that has moved already is taken hold of.
    case hold
    /// A row leaves its place.
    case begin(RowPosition, SwipeProposal)
  }

  /// The row that is not in its place. Nil is the flag every pass tests.
  @exclusivity(unchecked) private(set) var row: SwipedRow?
  private let pan = SwipePanGestureRecognizer()
  /// What the gesture under way does once it begins.
  private var intent: Intent?
  /// A touch on the open row: closes it when let go there.
  private weak var closingTouch: UITouch?
  /// A touch that closed a row by going down: it begins nothing more.
  private weak var spentTouch: UITouch?
  private var wheel = SwipeWheel()
  /// Moves what moves by itself.
  private var link: CADisplayLink?

  isolated deinit { link?.invalidate() }

  /// Adds the recogniser to the table. Called once, when the table is made.
  func install() {
    let table = table
    pan.table = table
    pan.addHandler { [weak table] _ in
      guard let table else { return }
      table.swipe.panDidChange()
    }
    table.addGestureRecognizer(pan)
  }

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
        ?? (table.editing.implementsCommit(probingAt: IndexPath(position)) ? deletion(of: position) : nil),
      let row = begin(at: position, proposal)
    else { return false }
    settle(row, to: .open, animated: animated)
    return true
  }

  /// Brings the row that is not in its place back into it.
  func close(animated: Bool) {
    guard let row, !row.isClosing || !animated else { return }
    row.release()
    pan.giveUp()
    guard self.row === row else { return }
    settle(row, to: .closed, animated: animated)
  }

  /// Tells the delegate and puts the buttons behind the row, which has not moved yet.
  /// - Returns: nil when there is no such row on screen any more.
  private func begin(at position: RowPosition, _ proposal: SwipeProposal) -> SwipedRow? {
    end()
    let table = table
    let width = Double(table.bounds.width) - 2 * table.sectionInset
    guard width > 0, !table.isBusy, table.reorder.drag == nil, let cell = table.cells.view(at: position),
      cell.superview === table
    else { return nil }
    table.press.cancel()
    // In edit mode the row is edited already.
    let tellsDelegate = !table.isEditing
    if tellsDelegate { table.tableDelegate?.tableView(table, willBeginEditingRowAt: IndexPath(position)) }
    guard row == nil, table.cells.view(at: position) === cell, cell.superview === table else {
      if tellsDelegate { table.tableDelegate?.tableView(table, didEndEditingRowAt: nil) }
      return nil
    }
    let made = SwipedRow(position, cell, proposal, rowWidth: width, tellsDelegate: tellsDelegate)
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
    cell.isSwiped = true
    made.tell(.willOpen)
    lay(made)
    return row
  }

  /// Has the row go to where it rests.
  /// - Parameter velocity: to the right, in points a second.
  private func settle(_ row: SwipedRow, to rest: SwipeTravel.Rest, velocity: Double = 0, animated: Bool) {
    row.turn(to: rest)
    wheel.end()
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
  func end(isGone: Bool = false, staysWithCell: Bool = false) {
    guard let row else { return }
    let table = table
    self.row = nil
    table.sectionIndex.fade(behind: 0)
    intent = nil
    wheel.end()
    stopTicking()
    if row.isHeld { pan.giveUp() }
    row.end(left: table.sectionInset, staysWithCell: staysWithCell)
    guard row.tellsDelegate else { return }
    let path = isGone ? nil : IndexPath(row.position)
    table.whenWhole { [weak table] in
      guard let table else { return }
      table.tableDelegate?.tableView(table, didEndEditingRowAt: path)
    }
  }

  // MARK: Following the rows

  /// The row goes where the update puts it; the one out of its place may be gone.
  func follow(_ plan: UpdatePlan) {
    guard let row else { return }
    guard let position = plan.newPosition(of: row.position), !plan.isReloaded(row.position) else {
      return end(isGone: true, staysWithCell: true)
    }
    row.move(to: position)
    if case .begin? = intent { intent = nil }
  }

  func reset() { end(isGone: true) }

  /// A row that went is left to the coming pass.
  func keepRows(existingIn index: RowHeightIndex) {}

  func leave() { end() }

  /// The layout pass placed the rows anew. Called only while a row is out of its place.
  func placeAgain() {
    guard let row else { return }
    guard table.cells.view(at: row.position) === row.cell else { return end() }
    lay(row)
  }

  /// Puts cell and buttons where they belong. A row that a load took away is left to the coming pass.
  private func lay(_ row: SwipedRow) {
    let table = table
    guard self.row === row, table.existing(IndexPath(row.position)) != nil else { return }
    let band = table.index.band(ofRow: row.position.row, inSection: row.position.section)
    let inset = table.sectionInset
    let place = CGRect(
      x: inset, y: table.contentTop + band.top, width: table.bounds.width - 2 * inset, height: band.height)
    row.lay(at: place, scale: Double(max(table.traitCollection.displayScale, 1)))
    // The actions come out where the section index is, which takes no touches meanwhile.
    if row.strip.side == .trailing { table.sectionIndex.fade(behind: row.strip.frame.width) }
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
      pan.giveUp()
      settle(row, to: .full, animated: true)
    }
  }

  // MARK: The frame clock

  private func startTicking() {
    if let link {
      if link.isPaused { link.isPaused = false }
      return
    }
    guard table.window != nil else { return }
    let made = CADisplayLink { [weak table] link in
      guard let table else { return }
      table.swipe.tick(at: link.timestamp)
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
    // The pause that stands for lifting the fingers from a touchpad.
    if wheel.isSwiping, row.isHeld, wheel.hasPaused(at: now) { letGo(row, velocity: 0) }
    guard self.row === row else { return }
    row.advance(to: now)
    lay(row)
    guard !row.isMoving, !wheel.isSwiping else { return }
    link?.isPaused = true
    if !row.isHeld { didRest(row) }
  }

  // MARK: Finger and mouse

  /// Whether a touch may turn out to swipe. The mouse is left to controls, which are worked by dragging it.
  func mayWatch(_ touch: UITouch) -> Bool {
    let table = table
    guard !table.indicators.isTouched,
      table.indicators.indicator(under: touch.location(in: table) - table.contentOffset) == nil
    else {
      return false
    }
    guard touch.type == .indirectPointer, let view = touch.view, view !== table else { return true }
    if let row, view.isDescendant(of: row.strip) { return true }
    return !(view is UIControl) && !view.isFirstResponder
  }

  /// Finds out what a gesture does to the row it began on; called once per gesture, when its direction is known.
  /// - Parameters:
  ///   - point: where the gesture began, in content coordinates.
  ///   - way: how far it has gone sideways, in points; only its sign counts.
  /// - Returns: false when no row is to be moved.
  func prepare(at point: CGPoint, towards way: Double, by touch: UITouch?) -> Bool {
    intent = nil
    guard touch == nil || spentTouch !== touch, let position = rowOnScreen(at: point) else { return false }
    if let row, !row.isClosing {
      guard row.position == position else { return false }
      intent = .hold
      return true
    }
    guard !table.isEditing else { return false }
    let side: SwipeSide = way > 0 ? .leading : .trailing
    if let row, row.position == position, row.strip.side == side {
      intent = .hold
    } else if let proposal = proposal(for: position, side) {
      intent = .begin(position, proposal)
    }
    return intent != nil
  }

  private func rowOnScreen(at point: CGPoint) -> RowPosition? {
    guard point.x >= 0, point.x < table.bounds.width,
      case .row(let position) = table.index.place(at: point.y - table.contentTop), table.cells.view(at: position) != nil
    else { return nil }
    return position
  }

  /// Takes hold of the row a gesture is meant for.
  private func takeHold() -> SwipedRow? {
    defer { intent = nil }
    switch intent {
    case nil: return nil
    case .hold: break
    case .begin(let position, let proposal): _ = begin(at: position, proposal)
    }
    guard let row else { return nil }
    wheel.end()
    row.hold()
    return row
  }

  private func panDidChange() {
    switch pan.state {
    case .began:
      guard takeHold() != nil else { return pan.giveUp() }
      followPan()
    case .changed: followPan()
    case .ended:
      guard let row, row.isHeld else { return }
      letGo(row, velocity: pan.velocity(in: nil).x)
    case .cancelled:
      guard let row, row.isHeld else { return }
      settle(row, to: row.restWhenCancelled, animated: true)
    case .possible, .failed: break
    }
  }

  private func followPan() {
    guard let row, row.isHeld else { return }
    row.drag(to: pan.translation(in: nil).x, at: table.frameTime)
    rowWasDragged(row)
  }

  private func rowWasDragged(_ row: SwipedRow) {
    if row.isMoving { startTicking() }
    lay(row)
  }

  /// Let go past about half the width, the first action is performed.
  /// - Parameter velocity: to the right, in points a second.
  private func letGo(_ row: SwipedRow, velocity: Double) {
    let rest = row.restWhenLetGo(velocity: velocity)
    guard rest == .full, let button = row.strip.buttons.first else {
      settle(row, to: rest, velocity: velocity, animated: true)
      return
    }
    row.chooseSpreadButton(0)
    settle(row, to: button.action.style == .destructive ? .full : .open, velocity: velocity, animated: true)
    perform(button.action, of: row, from: button)
  }

  // MARK: Touches that close

  /// A touch went down in the table: while a row is open, anywhere else it closes the row, on the row it does so when let
  /// go.
  /// - Returns: whether the touch is spent: it selects nothing.
  func takeTouch(_ touch: UITouch) -> Bool {
    guard let row, !row.isClosing else { return false }
    if row.cell.frame.contains(touch.location(in: table)) {
      closingTouch = touch
    } else {
      spentTouch = touch
      close(animated: true)
    }
    return true
  }

  /// A touch was lifted.
  /// - Returns: whether it was one on the open row.
  func releaseTouch(_ touch: UITouch) -> Bool {
    guard closingTouch === touch else { return false }
    closingTouch = nil
    if row?.isHeld == false { close(animated: true) }
    return true
  }

  /// The touch that is down was taken over by scrolling or the system: it closes nothing.
  func forgetTouch() { closingTouch = nil }

  /// What is touched while a row is open, where nothing but its buttons can be; nil when anything can.
  /// - Parameter view: what is at the touch.
  func target(insteadOf view: UIView) -> UIView? {
    guard let row, !row.isClosing else { return nil }
    return view.isDescendant(of: row.strip) ? view : table
  }

  // MARK: Wheel and touchpad

  /// Takes the sideways turns that move a row: the touchpad's move it, a notch of a wheel that can be pushed sideways
  /// opens or closes it.
  /// - Returns: whether the turn was for a row.
  func takeWheel(_ event: WheelEvent) -> Bool {
    guard let now = table.frameTime, table.dragging.grip == nil else { return false }
    let points = CGPoint(
      x: event.lines.dx * UIScrollView.pointsPerNotch, y: event.lines.dy * UIScrollView.pointsPerNotch)
    guard event.isPrecise else { return takeNotch(points, event) }
    wheel.turn(by: points, at: now)
    switch wheel.phase {
    case .idle, .scrolling: return false
    case .spent: return true
    case .gathering(let way):
      guard abs(way) >= SwipeWheel.slop else { return true }
      return begin(byWheel: event, way, at: now)
    case .swiping:
      guard let row, row.isHeld else { return true }
      row.drag(by: points.x, at: now)
      lay(row)
      startTicking()
      return true
    }
  }

  private func begin(byWheel event: WheelEvent, _ way: Double, at now: TimeInterval) -> Bool {
    guard pan.numberOfTouches == 0 else { return false }
    let point = table.convert(event.locationInWindow, from: nil)
    guard prepare(at: point, towards: way, by: nil), let row = takeHold() else {
      guard let row, !row.isClosing else {
        wheel.leaveToScrolling()
        return false
      }
      // Over another row: the turn closes the open one and does no more.
      close(animated: true)
      wheel.spend()
      return true
    }
    wheel.beginSwiping()
    row.drag(to: way, at: now)
    lay(row)
    startTicking()
    return true
  }

  /// A notch has no way to go back: it opens or closes at once. One that comes with scrolling is not meant so.
  private func takeNotch(_ points: CGPoint, _ event: WheelEvent) -> Bool {
    guard points.x != 0, points.y == 0, !event.modifierFlags.contains(.shift), !table.mover.isMoving else {
      return false
    }
    if let row, !row.isClosing {
      if points.x * row.strip.side.sign < 0 { close(animated: true) }
      return true
    }
    let point = table.convert(event.locationInWindow, from: nil)
    guard pan.numberOfTouches == 0, prepare(at: point, towards: points.x, by: nil), let row = takeHold() else {
      return false
    }
    settle(row, to: .open, animated: true)
    return true
  }

  override func checkInvariants() {
    let strips = table.children.filter { $0 is SwipeActionsView }
    let swiped = table.cells.visible.filter { $0.view.isSwiped }
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

/// A table's own pan across: by finger or mouse, on rows that have actions.
private final class SwipePanGestureRecognizer: UIPanGestureRecognizer {
  /// Set by the table, which owns the recogniser.
  weak var table: UITableView?
  /// Where the touch went down, in window points.
  private var start = CGPoint.zero

  required init() {
    super.init()
    maximumNumberOfTouches = 1
  }

  override func wants(_ touch: UITouch) -> Bool {
    guard let table, numberOfTouches == 0, super.wants(touch) else { return false }
    return table.swipe.mayWatch(touch)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    start = location(in: nil)
    super.touchesBegan(touches, with: event)
  }

  /// Vertical scrolling wins when the movement is vertical.
  override func mayBegin() -> Bool {
    let way = location(in: nil) - start
    guard let table, abs(way.x) > abs(way.y) else { return false }
    return table.swipe.prepare(at: table.convert(start, from: nil), towards: way.x, by: touches.first)
  }
}

/// What the closure given to a handler leads back to. Only its first call counts.
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
