import Foundation

/// Scrolling by the middle button: while it is held the content goes the way the pointer went since the press, the faster
/// the further.
final class MiddleButtonAutoscroll: ScrollFacet {
  private let mover: ScrollMover
  private var press: Press?
  private var link: CADisplayLink?

  init(mover: ScrollMover) { self.mover = mover }

  isolated deinit { link?.invalidate() }

  /// A touch went down in the view, not on an indicator.
  /// - Returns: whether it scrolls.
  func begin(_ touches: Set<UITouch>) -> Bool {
    let scrollView = scrollView
    guard press == nil, let touch = touches.first, touch.button == .middle, scrollView.isScrollEnabled,
      scrollView.verticalExtent.overflows || scrollView.horizontalExtent.overflows
    else { return false }
    let link = CADisplayLink { [weak self, weak scrollView] link in
      guard let self, let scrollView else { return link.invalidate() }
      advance(scrollView, to: link.targetTimestamp)
    }
    link.isPaused = true
    link.add(to: .main, forMode: .common)
    self.link = link
    press = Press(at: touch.location(in: nil))
    return true
  }

  func move(_ touches: Set<UITouch>) -> Bool {
    guard press != nil, let touch = touches.first else { return press != nil }
    press?.pointer = touch.location(in: nil)
    let isMoving = press?.velocity != .zero
    if link?.isPaused == isMoving {
      link?.isPaused = !isMoving
      press?.rest()
      if isMoving { scrollView.window?.requestFrame() }
    }
    return true
  }

  func end() -> Bool {
    guard press != nil else { return false }
    link?.invalidate()
    link = nil
    press = nil
    return true
  }

  private func advance(_ scrollView: UIScrollView, to now: TimeInterval) {
    guard let target = press?.advance(to: now, from: scrollView.contentOffset, in: scrollView.extents),
      target != scrollView.contentOffset
    else { return }
    mover.stop()
    scrollView.placeContent(at: target)
    mover.startTicking()
  }
}

extension MiddleButtonAutoscroll {
  /// The press of the middle button: the motion that it makes, as a value. Window points, and seconds of the frame clock.
  struct Press {
    /// Points around the press in which nothing moves.
    private static let stillness = 10.0
    /// Points a second for each point beyond.
    private static let speed = 8.0

    private let origin: CGPoint
    var pointer: CGPoint
    /// When the content was moved last; nil while it rests.
    private var time: TimeInterval?

    init(at place: CGPoint) {
      origin = place
      pointer = place
    }

    /// Points a second.
    var velocity: CGVector {
      func along(_ distance: CGFloat) -> CGFloat {
        abs(distance) <= Self.stillness
          ? 0 : (distance - (distance > 0 ? Self.stillness : -Self.stillness)) * Self.speed
      }
      return CGVector(dx: along(pointer.x - origin.x), dy: along(pointer.y - origin.y))
    }

    /// The content stays until the pointer has left the press again.
    mutating func rest() { time = nil }

    /// Goes on from `offset`.
    /// - Returns: the offset at `now`, in the rest range; nil at the first moment.
    mutating func advance(to now: TimeInterval, from offset: CGPoint, in extents: ScrollExtents) -> CGPoint? {
      defer { time = now }
      guard let time else { return nil }
      let way = CGPoint(x: velocity.dx * (now - time), y: velocity.dy * (now - time))
      return (offset + way).clamped(to: extents)
    }
  }
}
