import Foundation

/// Recognises a drag of a finger or of the mouse.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// How far a touch moves before it is a pan, in points; not counted in the translation.
  static let slop: CGFloat = 10

  /// Fewest fingers of the gesture.
  open var minimumNumberOfTouches = 1
  /// Most fingers of the gesture; more make it fail before it began and are not watched after.
  open var maximumNumberOfTouches = Int.max

  /// Where the translation is zero, in window points.
  private var base = CGPoint.zero
  private var latest = CGPoint.zero
  private var latestTime: TimeInterval = 0
  private var tracker = VelocityTracker()

  override var isLasting: Bool { true }

  /// The distance from where the pan began, in the coordinates of `view`. Points.
  open func translation(in view: UIView?) -> CGPoint {
    guard let view else { return latest - base }
    return view.convert(latest, from: nil) - view.convert(base, from: nil)
  }

  /// Makes `translation` the present distance, in the coordinates of `view`.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    guard let view else {
      base = latest - translation
      return
    }
    base = view.convert(view.convert(latest, from: nil) - translation, to: nil)
  }

  /// The speed over the last tenth of a second, in points a second of the coordinates of `view`.
  open func velocity(in view: UIView?) -> CGPoint {
    let velocity = tracker.velocity(at: latestTime)
    guard let view else { return velocity }
    return view.convert(velocity, from: nil) - view.convert(.zero, from: nil)
  }

  /// Whether the pan begins with the touch itself, without slop.
  func beginsWithTouch() -> Bool { false }

  override func wants(_ touch: UITouch) -> Bool {
    !hasRecognized || numberOfTouches < maximumNumberOfTouches
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    let place = location(in: nil)
    if numberOfTouches == 1 {
      base = place
      latest = place
      tracker.reset()
    } else {
      rebase(to: place)
    }
    follow(at: event.timestamp)
    if numberOfTouches > maximumNumberOfTouches {
      state = .failed
    } else if numberOfTouches >= minimumNumberOfTouches, beginsWithTouch() {
      state = .began
    }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    follow(at: event.timestamp)
    guard state == .possible else {
      state = .changed
      return
    }
    let distance = latest.distance(to: base)
    guard numberOfTouches >= minimumNumberOfTouches, distance >= Self.slop else { return }
    let way = latest - base
    base += CGPoint(x: way.x * Self.slop / distance, y: way.y * Self.slop / distance)
    state = .began
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard numberOfTouches == 0 else {
      rebase(to: location(in: nil))
      return
    }
    follow(at: event.timestamp)
    state = state == .possible ? .failed : .ended
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .cancelled
  }

  private func follow(at time: TimeInterval) {
    latest = location(in: nil)
    latestTime = time
    tracker.add(latest, at: time)
  }

  /// Another number of fingers has another middle: the translation does not jump to it.
  private func rebase(to place: CGPoint) {
    base += place - latest
    latest = place
    tracker.reset()
  }
}
