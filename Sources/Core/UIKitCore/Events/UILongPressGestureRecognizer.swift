import Foundation

/// Recognises a finger or mouse button held down in one place.
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// Seconds until the press is recognised.
  open var minimumPressDuration: TimeInterval = 0.5
  /// How far the touch may stray before it is recognised, in points.
  open var allowableMovement: CGFloat = 10
  /// The mouse buttons that count.
  open var buttonMaskRequired: UIEvent.ButtonMask {
    get { requiredButtons }
    set { requiredButtons = newValue }
  }

  private var origin = CGPoint.zero

  override var isLasting: Bool { true }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard numberOfTouches == 1 else {
      state = state == .possible ? .failed : .cancelled
      return
    }
    origin = location(in: nil)
    deadline = event.timestamp + minimumPressDuration
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else {
      state = .changed
      return
    }
    if location(in: nil).distance(to: origin) > allowableMovement { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .cancelled
  }

  override func deadlinePassed() { state = .began }
}
