import Foundation

/// Scrolls a view by itself, frame after frame, while the user drags something near its edges.
///
/// Rows and items that are moved make one for the time of the drag, and tell it the speed each time that the pointer moved.
@MainActor
package final class EdgeScroller {
  /// Most seconds that count as one step: after a pause the content does not jump.
  private static let longestStep = 0.1

  private weak var view: UIScrollView?
  private let didScroll: () -> Void
  /// The speed in points a second, negative towards the top and the left.
  private var speed = CGPoint.zero
  /// Runs while the view scrolls.
  private var link: CADisplayLink?
  /// The offset scrolled to, with the fraction of a pixel that the view's own has not.
  private var offset = CGPoint.zero
  /// The time of the last step, on the frame clock.
  private var time: TimeInterval = 0

  /// A scroller that stands still.
  /// - Parameter didScroll: called after each step, once the content is in its place.
  package init(of view: UIScrollView, didScroll: @escaping () -> Void = {}) {
    self.view = view
    self.didScroll = didScroll
  }

  isolated deinit { link?.invalidate() }

  /// Scrolls on with another speed; `.zero` stops.
  /// - Parameter newSpeed: points a second, negative towards the top and the left.
  package func scroll(at newSpeed: CGPoint) {
    speed = newSpeed
    guard speed != .zero, let view else {
      link?.isPaused = true
      return
    }
    if link?.isPaused == false { return }
    time = view.frameTime ?? 0
    offset = view.contentOffset
    if let link {
      link.isPaused = false
    } else {
      let made = CADisplayLink { [weak self] link in self?.scroll(until: link.targetTimestamp) }
      made.add(to: .main, forMode: .common)
      link = made
    }
  }

  private func scroll(until now: TimeInterval) {
    guard let view else { return }
    let step = min(Self.longestStep, max(0, now - time))
    time = now
    let x = Self.advance(offset.x, view.contentOffset.x, view.horizontalExtent, by: speed.x * step)
    let y = Self.advance(offset.y, view.contentOffset.y, view.verticalExtent, by: speed.y * step)
    offset = CGPoint(x: x.place, y: y.place)
    view.placeContent(at: offset)
    view.indicators.show(at: now)
    view.mover.startTicking()
    if x.isAtEnd, y.isAtEnd { link?.isPaused = true }
    didScroll()
  }

  /// A step along an axis. Content pulled beyond its end comes back by itself; it is not scrolled further.
  /// - Parameters:
  ///   - place: the last step's.
  ///   - current: the view's offset, which something else may have changed meanwhile.
  private static func advance(
    _ place: Double, _ current: Double, _ extent: ScrollExtent, by way: Double
  ) -> (place: Double, isAtEnd: Bool) {
    let start = abs(place - current) >= 1 ? current : place
    guard way != 0 else { return (start, true) }
    guard way < 0 else {
      let end = max(extent.highest, current)
      return (min(start + way, end), start + way >= end)
    }
    let end = min(extent.lowest, current)
    return (max(start + way, end), start + way <= end)
  }
}
