import UIKit

/// Views made once and used again: each is in one of two queues, in use or waiting.
///
/// The smallest form of what a table does with its cells. There are no identifiers: any waiting view will do.
@MainActor
final class ViewReusePool<View: UIView> {
  /// Views that wait, the next to be used again last; they show nothing.
  private(set) var waitUsedQueue: [View] = []
  /// Views in use, in the order they were asked for.
  private(set) var usingQueue: [View] = []

  /// A waiting view, from now on in use; nil when none waits.
  func dequeueReusableView() -> View? {
    guard let view = waitUsedQueue.popLast() else { return nil }
    usingQueue.append(view)
    return view
  }

  /// Takes in a view made because none was waiting.
  func addUsingView(_ view: View) { usingQueue.append(view) }

  /// Lets all views wait, the one used first to be the first used again.
  func reset() {
    waitUsedQueue.append(contentsOf: usingQueue.reversed())
    usingQueue.removeAll(keepingCapacity: true)
  }
}
