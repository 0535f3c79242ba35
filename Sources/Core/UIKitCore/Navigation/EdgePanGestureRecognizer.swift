import Foundation

/// A drag from the edge at which lines begin inward. It begins before a table under it would scroll, and is not prevented
/// by what is.
final class EdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// How near to the edge the drag begins, in points.
  static let edge: CGFloat = 20
  /// How far the finger goes before it is a drag, in points: less than of other drags.
  private static let distance: CGFloat = 6

  /// Whether there is a screen to go back to.
  var canBegin: () -> Bool = { false }
  private var start = CGPoint.zero

  /// 1, or -1 where lines begin at the right.
  var sign: CGFloat { view?.isInRightToLeft == true ? -1 : 1 }

  override func wants(_ touch: UITouch) -> Bool {
    guard let view, numberOfTouches == 0 else { return false }
    let x = touch.location(in: view).x - view.bounds.minX
    return (sign > 0 ? x : view.bounds.width - x) <= Self.edge && canBegin()
  }

  override func canBePrevented(by other: UIGestureRecognizer) -> Bool { false }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    start = location(in: nil)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible {
      let way = location(in: nil) - start
      guard way.distance(to: .zero) >= Self.distance else { return }
      guard way.x * sign > abs(way.y) else {
        state = .failed
        return
      }
      state = .began
    }
    super.touchesMoved(touches, with: event)
  }
}
