import Foundation

/// A table's own pan across: by finger or mouse, on rows that have actions.
final class SwipePanGestureRecognizer: UIPanGestureRecognizer {
  /// Set by the table, which owns the recogniser.
  weak var table: UITableView?
  /// Where the touch went down, in window points.
  private var start = CGPoint.zero

  required init() {
    super.init()
    maximumNumberOfTouches = 1
  }

  override func wants(_ touch: UITouch) -> Bool {
    guard let table, numberOfTouches == 0, super.wants(touch) else { return false }
    return table.swipeMayWatch(touch)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    start = location(in: nil)
    super.touchesBegan(touches, with: event)
  }

  /// Vertical scrolling wins when the movement is vertical.
  override func mayBegin() -> Bool {
    let way = location(in: nil) - start
    guard let table, abs(way.x) > abs(way.y) else { return false }
    return table.swipeMayBegin(at: table.convert(start, from: nil), towards: way.x, by: touches.first)
  }
}
