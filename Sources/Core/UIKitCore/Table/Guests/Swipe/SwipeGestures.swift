import Foundation
import TableModel

/// The gestures of finger, mouse, touchpad and wheel that move rows sideways, and those on a row that is open.
///
/// Finds the row a gesture means, and has `RowSwipe` move it.
@MainActor
final class SwipeGestures {
  /// The meaning of dragging sideways.
  private enum Intent {
    /// The row that has moved already is taken hold of.
    case hold
    /// A row leaves its place.
    case begin(RowPosition, SwipeProposal)
  }

  private let pan = SwipePanGestureRecognizer()
  private var wheel = SwipeWheel()
  /// The meaning of the gesture under way.
  private var intent: Intent?
  /// A touch on the open row: closes it when let go there.
  private weak var closingTouch: UITouch?
  /// A touch that closed a row by going down: it begins nothing more.
  private weak var spentTouch: UITouch?

  private unowned var attachedSwipe: RowSwipe?

  private var swipe: RowSwipe { attachedSwipe.unsafelyUnwrapped }
  private var host: any SwipeHost { swipe.host }

  /// Adds the recogniser to the host.
  func attach(to swipe: RowSwipe, in host: any SwipeHost) {
    attachedSwipe = swipe
    pan.gestures = self
    pan.addHandler { [weak self] _ in
      guard let self else { return }
      panDidChange()
    }
    host.addGestureRecognizer(pan)
  }

  /// A gesture that has not begun means no row any more.
  func rowsDidChange() {
    if case .begin? = intent { intent = nil }
  }

  // MARK: Called by `RowSwipe`

  /// A touchpad moves the row.
  var isWheelSwiping: Bool { wheel.isSwiping }

  /// The row is moved by something else: the fingers on it have no effect any more.
  func giveUp() { pan.giveUp() }

  /// The row goes to where it rests.
  func rowWasLetGo() { wheel.end() }

  /// The row is in its place, or not in the host any more.
  func rowDidEnd(wasHeld: Bool) {
    intent = nil
    closingTouch = nil
    wheel.end()
    if wasHeld { pan.giveUp() }
  }

  /// Called before each frame while a row moves: a pause stands for lifting the fingers from a touchpad.
  func frameBegins(at now: TimeInterval) {
    guard wheel.isSwiping, let row = swipe.row, row.isHeld, wheel.hasPaused(at: now) else { return }
    swipe.letGo(row, velocity: 0)
  }

  // MARK: Finger and mouse

  /// Whether a touch may turn out to swipe. Controls keep those that work them by being dragged, and the mouse is left to
  /// texts, in which it selects.
  func mayWatch(_ touch: UITouch) -> Bool {
    let host = host
    guard !host.indicators.isTouched,
      host.indicators.indicator(under: touch.location(in: host) - host.contentOffset) == nil
    else { return false }
    guard let view = touch.view, view !== host else { return true }
    if let row = swipe.row, view.isDescendant(of: row.strip) { return true }
    if let control = view as? UIControl { return !control.takesDrag(of: touch) }
    return touch.type != .indirectPointer || !view.isFirstResponder && !view.selectsText
  }

  /// Finds out what a gesture does to the row it began on; called once per gesture, when its direction is known.
  /// - Parameters:
  ///   - point: where the gesture began, in content coordinates.
  ///   - way: how far it has gone sideways, in points; only its sign counts.
  /// - Returns: false when no row is to be moved.
  func prepare(at point: CGPoint, towards way: Double, by touch: UITouch?) -> Bool {
    intent = nil
    guard touch == nil || spentTouch !== touch, let position = host.swipeRow(at: point) else { return false }
    if let row = swipe.row, !row.isClosing {
      guard row.position == position else { return false }
      intent = .hold
      return true
    }
    guard !host.isEdited else { return false }
    let side = SwipeSide(movingRight: way > 0, isTurned: host.isInRightToLeft)
    if let row = swipe.row, row.position == position, row.strip.side == side {
      intent = .hold
    } else if let proposal = host.swipeProposal(for: position, side) {
      intent = .begin(position, proposal)
    }
    return intent != nil
  }

  /// Takes hold of the row a gesture is meant for.
  private func takeHold() -> SwipedRow? {
    defer { intent = nil }
    switch intent {
    case nil: return nil
    case .hold: break
    case .begin(let position, let proposal): swipe.begin(at: position, proposal)
    }
    guard let row = swipe.row else { return nil }
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
      if let row = heldRow { swipe.letGo(row, velocity: pan.velocity(in: nil).x) }
    case .cancelled:
      if let row = heldRow { swipe.settle(row, to: row.restWhenCancelled, animated: true) }
    case .possible, .failed: break
    }
  }

  private var heldRow: SwipedRow? { swipe.row.flatMap { $0.isHeld ? $0 : nil } }

  private func followPan() {
    guard let row = heldRow else { return }
    row.drag(to: pan.translation(in: nil).x, at: host.frameTime)
    swipe.wasDragged(row, byWheel: false)
  }

  // MARK: Touches that close

  /// A touch went down in the host: while a row is open, anywhere else it closes the row, on the row it does so when
  /// let go.
  /// - Returns: whether the touch is spent: it selects nothing.
  func takeTouch(_ touch: UITouch) -> Bool {
    guard let row = swipe.row, !row.isClosing else { return false }
    if row.cell.frame.contains(touch.location(in: host)) {
      closingTouch = touch
    } else {
      spentTouch = touch
      swipe.close(animated: true)
    }
    return true
  }

  /// A touch was lifted.
  /// - Returns: whether it was one on the open row.
  func releaseTouch(_ touch: UITouch) -> Bool {
    guard closingTouch === touch else { return false }
    closingTouch = nil
    if swipe.row?.isHeld == false { swipe.close(animated: true) }
    return true
  }

  // MARK: Wheel and touchpad

  /// Takes the sideways turns that move a row: the touchpad's move it, a notch of a wheel that can be pushed sideways
  /// opens or closes it.
  /// - Returns: whether the turn was for a row.
  func takeWheel(_ event: WheelEvent) -> Bool {
    guard let now = host.frameTime, !host.mover.isInHand else { return false }
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
      guard let row = heldRow else { return true }
      row.drag(by: points.x, at: now)
      swipe.wasDragged(row, byWheel: true)
      return true
    }
  }

  private func begin(byWheel event: WheelEvent, _ way: Double, at now: TimeInterval) -> Bool {
    guard pan.numberOfTouches == 0 else { return false }
    let point = host.convert(event.locationInWindow, from: nil)
    guard prepare(at: point, towards: way, by: nil), let row = takeHold() else {
      guard let row = swipe.row, !row.isClosing else {
        wheel.leaveToScrolling()
        return false
      }
      // Over another row: the turn closes the open one and does no more.
      swipe.close(animated: true)
      wheel.spend()
      return true
    }
    wheel.beginSwiping()
    row.drag(to: way, at: now)
    swipe.wasDragged(row, byWheel: true)
    return true
  }

  /// A notch has no way to go back: it opens or closes at once. One that comes with scrolling is not meant so.
  private func takeNotch(_ points: CGPoint, _ event: WheelEvent) -> Bool {
    guard points.x != 0, points.y == 0, !event.modifierFlags.contains(.shift), !host.mover.isMoving else {
      return false
    }
    if let row = swipe.row, !row.isClosing {
      if points.x * row.strip.sign < 0 { swipe.close(animated: true) }
      return true
    }
    let point = host.convert(event.locationInWindow, from: nil)
    guard pan.numberOfTouches == 0, prepare(at: point, towards: points.x, by: nil), let row = takeHold() else {
      return false
    }
    swipe.settle(row, to: .open, animated: true)
    return true
  }

  func checkInvariants() {
    precondition(!wheel.isSwiping || heldRow != nil, "a touchpad moves a row, and none is held")
  }
}

/// The host's own pan across: by finger or mouse, on rows that have actions.
private final class SwipePanGestureRecognizer: UIPanGestureRecognizer {
  /// Set by the gestures, which own the recogniser.
  weak var gestures: SwipeGestures?
  /// Where the touch went down, in window points.
  private var start = CGPoint.zero

  override init(target: Any?, action: Selector?) {
    super.init(target: target, action: action)
    maximumNumberOfTouches = 1
  }

  override func wants(_ touch: UITouch) -> Bool {
    guard let gestures, numberOfTouches == 0, super.wants(touch) else { return false }
    return gestures.mayWatch(touch)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    start = location(in: nil)
    super.touchesBegan(touches, with: event)
  }

  /// Vertical scrolling wins when the movement is vertical.
  override func mayBegin() -> Bool {
    let way = location(in: nil) - start
    guard let gestures, let view, abs(way.x) > abs(way.y) else { return false }
    return gestures.prepare(at: view.convert(start, from: nil), towards: way.x, by: touches.first)
  }
}
