import Foundation

/// Recognises one or more taps of a finger, or clicks of the mouse.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// The longest pause between two taps of one gesture, in seconds.
  static let longestPause: TimeInterval = 0.35
  /// How far a touch may stray during a tap, in points.
  static let allowableMovement: CGFloat = 15
  /// How far apart two taps of one gesture may be, in points.
  static let allowableDistance: CGFloat = 40

  /// Taps of one gesture; 2 recognises a double click.
  open var numberOfTapsRequired = 1
  /// Fingers that tap together.
  open var numberOfTouchesRequired = 1
  /// The mouse buttons that count: `.secondary` recognises right clicks.
  open var buttonMaskRequired: UIEvent.ButtonMask {
    get { requiredButtons }
    set { requiredButtons = newValue }
  }

  private var tapCount = 0
  private var mostTouches = 0
  private var origin = CGPoint.zero

  override var awaitsMoreTouches: Bool { deadline != nil }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    let count = liveTouches.count
    let place = location(in: nil)
    if count == 1 {
      if tapCount > 0, place.distance(to: origin) > Self.allowableDistance {
        state = .failed
        return
      }
      origin = place
      deadline = nil
    }
    mostTouches = max(mostTouches, count)
    if count > numberOfTouchesRequired { state = .failed }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard mostTouches == 1 else { return }
    if location(in: nil).distance(to: origin) > Self.allowableMovement { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, liveTouches.isEmpty else { return }
    guard mostTouches == numberOfTouchesRequired else {
      state = .failed
      return
    }
    mostTouches = 0
    tapCount += 1
    if tapCount >= numberOfTapsRequired {
      state = .ended
    } else {
      deadline = event.timestamp + Self.longestPause
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .failed
  }

  override func deadlinePassed() { state = .failed }

  open override func reset() {
    tapCount = 0
    mostTouches = 0
  }
}
