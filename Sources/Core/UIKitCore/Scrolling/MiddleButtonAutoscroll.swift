import Foundation

/// Scrolling by the middle button: while it is held the content goes the way the pointer went since the press, the faster
/// the further.
final class MiddleButtonAutoscroll: ScrollFacet {
  /// Points around the press in which nothing moves.
  private static let rest = 10.0
  /// Points a second for each point beyond.
  private static let speed = 8.0

  private struct Press {
    let origin: CGPoint
    var pointer: CGPoint
    let link: CADisplayLink
    /// When the content was moved last, on the frame clock.
    var time: TimeInterval?
  }

  private var press: Press?

  isolated deinit { press?.link.invalidate() }

  /// A touch went down in the view, not on an indicator.
  /// - Returns: whether it scrolls.
  func begin(_ touches: Set<UITouch>) -> Bool {
    let scrollView = scrollView
    guard press == nil, let touch = touches.first, touch.button == .middle, scrollView.isScrollEnabled,
      scrollView.verticalExtent.overflows || scrollView.horizontalExtent.overflows
    else { return false }
    let link = CADisplayLink { [weak scrollView] link in
      guard let scrollView else { return link.invalidate() }
      scrollView.autoscroll.advance(to: link.targetTimestamp)
    }
    link.isPaused = true
    link.add(to: .main, forMode: .common)
    let place = touch.location(in: nil)
    press = Press(origin: place, pointer: place, link: link)
    return true
  }

  func move(_ touches: Set<UITouch>) -> Bool {
    guard press != nil, let touch = touches.first else { return press != nil }
    press?.pointer = touch.location(in: nil)
    let isMoving = velocity != .zero
    if press?.link.isPaused == isMoving {
      press?.link.isPaused = !isMoving
      press?.time = nil
      if isMoving { scrollView.window?.requestFrame() }
    }
    return true
  }

  func end() -> Bool {
    guard let press else { return false }
    press.link.invalidate()
    self.press = nil
    return true
  }

  /// Points a second.
  private var velocity: CGVector {
    guard let press else { return .zero }
    func along(_ distance: CGFloat) -> CGFloat {
      abs(distance) <= Self.rest ? 0 : (distance - (distance > 0 ? Self.rest : -Self.rest)) * Self.speed
    }
    return CGVector(dx: along(press.pointer.x - press.origin.x), dy: along(press.pointer.y - press.origin.y))
  }

  private func advance(to now: TimeInterval) {
    guard let last = press?.time else {
      press?.time = now
      return
    }
    press?.time = now
    let scrollView = scrollView
    let velocity = velocity
    let offset = scrollView.contentOffset
    let target = CGPoint(
      x: scrollView.horizontalExtent.clamped(offset.x + velocity.dx * (now - last)),
      y: scrollView.verticalExtent.clamped(offset.y + velocity.dy * (now - last)))
    guard target != offset else { return }
    scrollView.mover.stop()
    scrollView.placer.place(target)
    scrollView.mover.startTicking()
  }
}
