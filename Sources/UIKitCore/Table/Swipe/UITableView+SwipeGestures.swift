import Foundation
import TableModel

/// What finger and mouse do to rows sideways, and to a row that is open.
extension UITableView {
  func installSwipe() {
    swipe.pan.table = self
    swipe.pan.addHandler { [weak self] _ in self?.swipePanDidChange() }
    addGestureRecognizer(swipe.pan)
  }

  /// Whether a touch may turn out to swipe. The mouse is left to controls, which are worked by dragging it.
  func swipeMayWatch(_ touch: UITouch) -> Bool {
    guard !isIndicatorTouched, indicator(under: touch.location(in: self) - contentOffset) == nil else { return false }
    guard touch.type == .indirectPointer, let view = touch.view, view !== self else { return true }
    if let row = swipe.row, view.isDescendant(of: row.view) { return true }
    return !(view is UIControl) && !view.isFirstResponder
  }

  /// Asks whether a row can be moved, once per gesture, when its direction is known.
  /// - Parameters:
  ///   - point: where the gesture began, in content coordinates.
  ///   - way: how far it has gone sideways, in points; only its sign counts.
  func swipeMayBegin(at point: CGPoint, towards way: Double, by touch: UITouch?) -> Bool {
    swipe.intent = nil
    guard touch == nil || swipe.spentTouch !== touch, let position = rowOnScreen(at: point) else { return false }
    if let row = swipe.row, !row.isClosing {
      guard row.position == position else { return false }
      swipe.intent = .hold
      return true
    }
    guard !isEditing else { return false }
    let side: SwipeSide = way > 0 ? .leading : .trailing
    if let row = swipe.row, row.position == position, row.view.side == side {
      swipe.intent = .hold
    } else if let proposal = swipeProposal(for: position, side) {
      swipe.intent = .begin(position, proposal)
    }
    return swipe.intent != nil
  }

  private func rowOnScreen(at point: CGPoint) -> RowPosition? {
    guard point.x >= 0, point.x < bounds.width, case .row(let position) = index.place(at: point.y - contentTop),
      cells.view(at: position) != nil
    else { return nil }
    return position
  }

  private func swipePanDidChange() {
    let pan = swipe.pan
    switch pan.state {
    case .began:
      guard takeSwipeIntent() != nil else { return pan.giveUp() }
      pullSwipe()
    case .changed: pullSwipe()
    case .ended:
      guard let row = swipe.row, row.isHeld else { return }
      letGo(row, velocity: pan.velocity(in: nil).x * row.view.side.sign)
    case .cancelled:
      guard let row = swipe.row, row.isHeld else { return }
      settleSwipe(row, to: row.travel.rest(from: min(row.distance, row.travel.reach), velocity: 0), animated: true)
    case .possible, .failed: break
    }
  }

  /// Takes hold of the row a gesture is meant for.
  func takeSwipeIntent() -> SwipedRow? {
    defer { swipe.intent = nil }
    switch swipe.intent {
    case nil: return nil
    case .hold: break
    case .begin(let position, let proposal): _ = beginSwipe(at: position, proposal)
    }
    guard let row = swipe.row else { return nil }
    swipe.wheel.end()
    row.move = nil
    row.isHeld = true
    row.pullAtStart = row.travel.pull(forDistance: row.distance)
    row.pull = row.pullAtStart
    return row
  }

  private func pullSwipe() {
    guard let row = swipe.row, row.isHeld else { return }
    pull(row, to: row.pullAtStart + swipe.pan.translation(in: nil).x * row.view.side.sign)
  }

  func pull(_ row: SwipedRow, to pull: Double) {
    row.pull = pull
    row.distance = row.travel.distance(forPull: pull)
    if row.spread == 0, row.spreadMove == nil { row.spreadButton = 0 }
    spreadSwipe(row, to: row.travel.isFull(row.distance) ? 1 : 0)
    placeSwipe(row)
  }

  /// Let go past about half the width, the first action is performed.
  func letGo(_ row: SwipedRow, velocity: Double) {
    let rest = row.travel.rest(from: row.distance, velocity: velocity)
    guard rest == .full, let button = row.view.buttons.first else {
      settleSwipe(row, to: rest, velocity: velocity, animated: true)
      return
    }
    row.spreadButton = 0
    settleSwipe(row, to: button.action.style == .destructive ? .full : .open, velocity: velocity, animated: true)
    perform(button.action, of: row, from: button)
  }

  // MARK: Touches that close

  /// A touch went down while a row is open: anywhere else it closes the row, on the row it does so when let go.
  /// - Returns: whether the touch is spent: it selects nothing.
  func swipeTakes(_ touch: UITouch) -> Bool {
    guard let row = swipe.row, !row.isClosing else { return false }
    if row.cell.frame.contains(touch.location(in: self)) {
      swipe.closingTouch = touch
    } else {
      swipe.spentTouch = touch
      closeActions(animated: true)
    }
    return true
  }

  /// A touch was lifted.
  /// - Returns: whether it was one on the open row.
  func swipeReleases(_ touch: UITouch) -> Bool {
    guard swipe.closingTouch === touch else { return false }
    swipe.closingTouch = nil
    if swipe.row?.isHeld == false { closeActions(animated: true) }
    return true
  }

  /// While a row is open nothing but its buttons can be touched.
  func hitWhileSwiped(_ hit: UIView) -> UIView? {
    guard let row = swipe.row, !row.isClosing else { return nil }
    return hit.isDescendant(of: row.view) ? hit : self
  }
}
