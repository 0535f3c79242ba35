import Foundation

/// Recognises what asks for a menu: the right mouse button going down, or a finger that rests for half a second.
///
/// The touch may then move on to an item and end there, which chooses it.
final class ContextMenuGestureRecognizer: UIGestureRecognizer {
  /// Seconds a finger rests.
  static let restingTime = 0.5
  /// Points a finger may stray meanwhile.
  static let allowableMovement: CGFloat = 10

  /// Shows the menu; false without a menu, and the touch is left to others.
  var begin: ((ContextMenuGestureRecognizer) -> Bool)?
  private var origin = CGPoint.zero

  override init(target: Any?, action: Selector?) {
    super.init(target: target, action: action)
    requiredButtons = [.primary, .secondary]
  }

  override var isLasting: Bool { true }

  /// Whether a finger asks, not the mouse.
  var isByFinger: Bool { touches.first?.type == .direct }

  /// Whether the touch went away from where it asked.
  var hasMoved: Bool { location(in: nil).distance(to: origin) > Self.allowableMovement }

  override func wants(_ touch: UITouch) -> Bool {
    touches.isEmpty && (touch.button == .secondary || touch.type == .direct)
  }

  override func mayBegin() -> Bool { begin?(self) ?? false }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    origin = location(in: nil)
    if isByFinger { deadline = event.timestamp + Self.restingTime } else { state = .began }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if state != .possible {
      state = .changed
    } else if hasMoved {
      state = .failed
    }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .cancelled
  }

  override func deadlinePassed() { state = .began }
}
