import Foundation

/// The wheel and the touchpad: scrolling, and pulling content beyond its top where a refresh control waits there.
///
/// The turns that belong together are reported to the delegate as one drag: notches as one that is
/// let go at once and decelerates, a touchpad's deltas as one that is held until they cease.
final class ScrollWheel: ScrollFacet {
  /// Seconds without a delta after which a touchpad counts as let go.
  nonisolated static let touchpadPause: TimeInterval = 0.1

  /// The turns that belong together, reported to the delegate as one drag.
  private enum Burst {
    case none
    /// Notches: let go at once, the glide is the deceleration.
    case coasting
    /// A touchpad, or a pull: held until no delta has come for a while.
    case held
  }

  private let mover: ScrollMover
  private let indicators: ScrollIndicators
  private let refreshing: ScrollRefreshing
  private let dragging: ScrollDragging
  private var burst = Burst.none
  /// When the wheel last turned over a refresh control, in seconds of the frame clock.
  private var lastTurn = -TimeInterval.infinity

  /// Hears of the ends of its motions from the mover.
  init(mover: ScrollMover, indicators: ScrollIndicators, refreshing: ScrollRefreshing, dragging: ScrollDragging) {
    self.mover = mover
    self.indicators = indicators
    self.refreshing = refreshing
    self.dragging = dragging
    super.init()
    mover.whenMotionEnds { [unowned self] motion, end in
      switch motion {
      case .gliding, .pulling: motionDidEnd(end)
      case .resting, .dragged, .knob, .flinging, .animating: break
      }
    }
  }

  /// Whether notches let the content coast.
  var isCoasting: Bool { burst == .coasting }

  /// Whether a touchpad, or a pull, holds the content.
  var isHeld: Bool { burst == .held }

  // MARK: Scrolling

  /// Takes a turn that this view can follow: in its direction the content, or where it glides to,
  /// is not at its end yet. Otherwise the turn goes on to the scroll view around. While the content
  /// is held a turn has no effect.
  func take(_ event: WheelEvent) -> Bool {
    let scrollView = scrollView
    guard scrollView.isScrollEnabled, let now = scrollView.frameTime else { return false }
    guard !mover.isInHand else { return true }
    if refreshing.control != nil, takePull(event, at: now) { return true }
    var lines = event.lines
    if event.modifierFlags.contains(.shift), lines.dx == 0 {
      lines = CGVector(dx: lines.dy, dy: 0)
    }
    if lines.dx == 0, scrollView.scrollsSidewaysAlone { lines = CGVector(dx: lines.dy, dy: 0) }
    // Positive lines turn towards the beginning of the content.
    let distance = CGPoint(
      x: -lines.dx * UIScrollView.pointsPerNotch, y: -lines.dy * UIScrollView.pointsPerNotch)
    let present = presentGlide
    guard
      scrollView.horizontalExtent.canMove(from: present.x.target, by: distance.x)
        || scrollView.verticalExtent.canMove(from: present.y.target, by: distance.y)
    else { return false }
    if !isGliding { mover.stop() }
    // The delegate, told of this or of the first turn, may take the view out of the window, where nothing moves.
    if scrollView.frameTime != nil {
      hold(isPrecise: event.isPrecise)
      if scrollView.frameTime == nil {
        burst = .held
        motionDidEnd(.arrived)
      }
    }
    guard scrollView.frameTime != nil else {
      scrollView.returnAtOnce()
      return true
    }
    glide(by: distance, isPrecise: event.isPrecise, at: now)
    return true
  }

  /// Moves the content, or where it glides to, by what the delegate left of it when it was told.
  private func glide(by distance: CGPoint, isPrecise: Bool, at now: TimeInterval) {
    let scrollView = scrollView
    let offset = scrollView.contentOffset
    let turnsPages = scrollView.isPagingEnabled
    let wasGliding = isGliding
    func turn(_ glide: inout WheelGlide, by distance: CGFloat, from offset: CGFloat, in extent: ScrollExtent) {
      let range = extent.restRange
      if extent.canMove(from: glide.target, by: distance) {
        if isPrecise {
          glide.addPrecise(distance, at: now, within: range)
        } else if !turnsPages {
          glide.addNotch(distance, at: now, within: range)
        } else if !wasGliding {
          // One page a turn, however many notches arrive before it has come.
          glide.addNotch(extent.distanceToPage(from: offset, towards: distance), at: now, within: range)
        }
      }
      // The delegate may have left the content beyond its end.
      if !range.contains(glide.target) { glide.land(on: extent.clamped(glide.target), at: now) }
    }
    var (glideX, glideY) = presentGlide
    turn(&glideX, by: distance.x, from: offset.x, in: scrollView.horizontalExtent)
    turn(&glideY, by: distance.y, from: offset.y, in: scrollView.verticalExtent)
    mover.run(.gliding(x: glideX, y: glideY, lastDelta: isPrecise && isHeld ? now : nil))
    if isPrecise {
      scrollView.placeContent(at: CGPoint(x: glideX.offset(at: now), y: glideY.offset(at: now)))
    } else if burst != .coasting {
      release(at: now)
    }
    indicators.show(at: now)
    mover.startTicking()
  }

  /// The wheel has come to rest, or something else takes the content over where it is.
  private func motionDidEnd(_ end: ScrollMover.End) {
    let scrollView = scrollView
    let ended = burst
    burst = .none
    switch (ended, end) {
    case (.none, _): break
    case (.coasting, _): scrollView.scrollDelegate?.scrollViewDidEndDecelerating(scrollView)
    case (.held, .arrived): dragging.letGo(velocity: .zero)
    case (.held, .interrupted):
      scrollView.makeRoomForRefreshing()
      var target = scrollView.contentOffset
      scrollView.scrollDelegate?.scrollViewWillEndDragging(
        scrollView, withVelocity: .zero, targetContentOffset: &target)
      if scrollView.frameTime == nil { scrollView.returnAtOnce() }
      scrollView.scrollDelegate?.scrollViewDidEndDragging(scrollView, willDecelerate: false)
    }
  }

  private var isGliding: Bool { mover.kind == .glide }

  /// The glides under way, or resting ones.
  private var presentGlide: (x: WheelGlide, y: WheelGlide) {
    if case .gliding(let x, let y, _) = mover.motion { return (x, y) }
    let offset = scrollView.contentOffset
    return (WheelGlide(restingAt: offset.x), WheelGlide(restingAt: offset.y))
  }

  private func hold(isPrecise: Bool) {
    guard burst != .held, burst != .coasting || isPrecise else { return }
    if isPrecise { burst = .held }
    dragging.announce()
  }

  /// A notch lets go at once: the glide is the deceleration.
  private func release(at now: TimeInterval) {
    let scrollView = scrollView
    guard case .gliding(var x, var y, _) = mover.motion else { return }
    burst = .coasting
    let natural = CGPoint(x: x.target, y: y.target)
    var target = natural
    scrollView.scrollDelegate?.scrollViewWillEndDragging(scrollView, withVelocity: .zero, targetContentOffset: &target)
    if target != natural, mover.kind == .glide {
      x.land(on: target.x, at: now)
      y.land(on: target.y, at: now)
      mover.run(.gliding(x: x, y: y, lastDelta: nil))
    }
    scrollView.scrollDelegate?.scrollViewDidEndDragging(scrollView, willDecelerate: true)
    guard burst == .coasting else { return }
    scrollView.scrollDelegate?.scrollViewWillBeginDecelerating(scrollView)
  }

  // MARK: Pulling

  /// Takes the turns of a pull: a turn towards the top begins one when the content has rested there for a moment.
  /// Elsewhere the wheel stops at the end of the content.
  private func takePull(_ event: WheelEvent, at now: TimeInterval) -> Bool {
    let rest = now - lastTurn
    lastTurn = now
    let lines = event.lines
    let points = lines.dy * (event.isPrecise ? UIScrollView.pointsPerNotch : WheelPull.pointsPerNotch)
    if case .pulling(var pull) = mover.motion {
      guard lines.dy != 0 else { return true }
      guard lines.dy > 0 || pull.target > 0 else {
        // Back at the content: the turn scrolls on.
        mover.run(.resting)
        motionDidEnd(.arrived)
        return false
      }
      pull.turn(by: points, at: now, isPrecise: event.isPrecise)
      follow(pull, at: now)
      return true
    }
    guard lines.dy > abs(lines.dx), rest >= WheelPull.leastRest, mayPull(event) else { return false }
    mover.run(.resting)
    var pull = WheelPull(
      showing: scrollView.contentOffset.y, in: scrollView.verticalExtent, at: now, isPrecise: event.isPrecise)
    pull.turn(by: points, at: now, isPrecise: event.isPrecise)
    burst = .held
    mover.run(.pulling(pull))
    dragging.announce()
    guard mover.kind == .pull else { return true }
    follow(pull, at: now)
    return true
  }

  private func mayPull(_ event: WheelEvent) -> Bool {
    let scrollView = scrollView
    guard refreshing.isReady, !scrollView.isPagingEnabled,
      event.modifierFlags.isDisjoint(with: [.shift, .control]),
      scrollView.contentOffset.y <= scrollView.verticalExtent.lowest
    else { return false }
    switch mover.motion {
    case .resting: return true
    // On its way back from the last pull.
    case .flinging: return scrollView.contentOffset.y < scrollView.verticalExtent.lowest
    case .dragged, .knob, .animating, .gliding, .pulling: return false
    }
  }

  private func follow(_ pull: WheelPull, at now: TimeInterval) {
    let scrollView = scrollView
    burst = .held
    mover.run(.pulling(pull))
    scrollView.placeContent(
      at: CGPoint(x: scrollView.contentOffset.x, y: pull.offset(at: now, in: scrollView.verticalExtent)))
    indicators.show(at: now)
    mover.startTicking()
  }
}

extension UIScrollView {
  /// Whether a wheel that turns up and down has nothing else to scroll here than this view sideways: neither itself nor
  /// those around it have anything above or below.
  fileprivate var scrollsSidewaysAlone: Bool {
    guard horizontalExtent.overflows, !verticalExtent.overflows else { return false }
    var view = superview
    while let around = view {
      if let scrollView = around as? UIScrollView, scrollView.isScrollEnabled, scrollView.verticalExtent.overflows {
        return false
      }
      view = around.superview
    }
    return true
  }

  /// Points a notch moves the content.
  package static let pointsPerNotch: CGFloat = 60
}
