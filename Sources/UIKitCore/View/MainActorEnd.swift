import Dispatch
import Foundation

/// Whether the caller is on the main actor: on the main thread, or on the thread that does the main queue's work in a
/// program whose main thread has ended in `dispatchMain()`.
var isOnMainActor: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) == true }

private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Does what the end of an object of the main actor asks for, before the call returns. Called by `deinit`, which runs
/// where the last reference is dropped.
///
/// Classes that apps subclass have a plain `deinit`, as imported ones have; an isolated one would forbid a plain one in
/// subclasses. On the main thread the work is done at once. Another thread waits for the main queue to do it, since the
/// object's memory, to which its subviews refer, is given back afterwards. It waits for a second at most: a main thread
/// that is longer about something may itself wait for this thread.
/// - Parameter work: keeps what it needs; the object itself is going.
package func endOnMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  guard !isOnMainActor else { return MainActor.assumeIsolated(work) }
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.main.async {
    work()
    done.signal()
  }
  _ = done.wait(timeout: .now() + 1)
}

/// The subviews of a view that ends on another thread: lets go of them on the main actor.
@MainActor
final class OrphanedViews {
  private var views: ContiguousArray<UIView>

  nonisolated init(_ views: ContiguousArray<UIView>) { self.views = views }

  /// Tells the views that superview and window are gone, and lets go of them.
  func leave() {
    for view in views {
      view.parent = nil
      view.moveToWindow(nil)
    }
    views = []
  }
}

/// The view of a controller that ends on another thread: lets go of it on the main actor.
@MainActor
final class LastView {
  private var view: UIView?

  nonisolated init(_ view: UIView) { self.view = view }

  /// Tells the view that it has no controller any more, and lets go of it.
  func leave() {
    view?.controller = nil
    view = nil
  }
}
