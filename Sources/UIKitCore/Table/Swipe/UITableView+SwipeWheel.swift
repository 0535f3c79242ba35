import Foundation

/// Rows moved by the touchpad, or opened and closed by a wheel that can be pushed sideways.
extension UITableView {
  /// Takes the sideways turns that move a row.
  func takeSwipeWheel(_ event: WheelEvent) -> Bool {
    guard let now = frameTime, drag == nil else { return false }
    let points = CGPoint(
      x: event.lines.dx * Self.pointsPerNotch, y: event.lines.dy * Self.pointsPerNotch)
    guard event.isPrecise else { return takeNotch(points, event, at: now) }
    swipe.wheel.turn(by: points, at: now)
    switch swipe.wheel.phase {
    case .idle, .scrolling: return false
    case .spent: return true
    case .gathering(let way):
      guard abs(way) >= SwipeWheel.slop else { return true }
      return beginSwipe(byWheel: event, way)
    case .swiping:
      guard let row = swipe.row, row.isHeld else { return true }
      pull(row, to: row.pull + points.x * row.view.side.sign)
      startSwipeLink()
      return true
    }
  }

  private func beginSwipe(byWheel event: WheelEvent, _ way: Double) -> Bool {
    guard swipe.pan.numberOfTouches == 0 else { return false }
    let point = convert(event.locationInWindow, from: nil)
    guard swipeMayBegin(at: point, towards: way, by: nil), let row = takeSwipeIntent() else {
      guard let row = swipe.row, !row.isClosing else {
        swipe.wheel.leaveToScrolling()
        return false
      }
      // Over another row: the turn closes the open one and does no more.
      closeActions(animated: true)
      swipe.wheel.spend()
      return true
    }
    swipe.wheel.beginSwiping()
    pull(row, to: row.pullAtStart + way * row.view.side.sign)
    startSwipeLink()
    return true
  }

  /// The pause that stands for lifting the fingers. Called every frame while the touchpad holds a row.
  func releaseWheel(_ row: SwipedRow, at now: TimeInterval) {
    guard swipe.wheel.isSwiping, row.isHeld, swipe.wheel.hasPaused(at: now) else { return }
    letGo(row, velocity: 0)
  }

  /// A notch has no way to go back: it opens or closes at once. One that comes with scrolling is not meant so.
  private func takeNotch(_ points: CGPoint, _ event: WheelEvent, at now: TimeInterval) -> Bool {
    guard points.x != 0, points.y == 0, !event.modifierFlags.contains(.shift), !motion.isMovingByItself else {
      return false
    }
    let point = convert(event.locationInWindow, from: nil)
    if let row = swipe.row, !row.isClosing {
      if points.x * row.view.side.sign < 0 { closeActions(animated: true) }
      return true
    }
    guard swipe.pan.numberOfTouches == 0, swipeMayBegin(at: point, towards: points.x, by: nil),
      let row = takeSwipeIntent()
    else { return false }
    settleSwipe(row, to: .open, animated: true)
    return true
  }
}
