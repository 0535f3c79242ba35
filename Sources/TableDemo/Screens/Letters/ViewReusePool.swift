import UIKit

/// Views made once and used again: each is either in use or waiting.
///
/// The smallest form of what a table does with its cells. There are no identifiers: any waiting view will do.
@MainActor
final class ViewReusePool<View: UIView> {
  private var waiting: [View] = []
  private var inUse: [View] = []

  /// A waiting view, from now on in use; nil when none waits.
  func dequeueReusableView() -> View? {
    guard let view = waiting.popLast() else { return nil }
    inUse.append(view)
    return view
  }

  /// Takes in a view made because none was waiting.
  func addUsingView(_ view: View) { inUse.append(view) }

  /// Lets all views wait, the one used first to be the first used again.
  func reset() {
    waiting.append(contentsOf: inUse.reversed())
    inUse.removeAll(keepingCapacity: true)
  }

  /// Views that wait, the next to be used again last; they show nothing.
  var idleViews: [View] { waiting }

  /// Views in use, in the order they were asked for.
  var viewsInUse: [View] { inUse }
}
