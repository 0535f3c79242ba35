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
/// - Parameters:
///   - work: keeps what it needs; the object itself is going.
///   - forget: done on the calling thread before it goes on while the work is not done yet. Clears the references to the
///     object that do not keep it, since the work comes when its memory is another's.
package func endOnMainActor(
  _ work: @escaping @MainActor @Sendable () -> Void, late forget: () -> Void = {}
) {
  guard !isOnMainActor else { return MainActor.assumeIsolated(work) }
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.main.async {
    work()
    done.signal()
  }
  if done.wait(timeout: .now() + 1) == .timedOut { forget() }
}

/// The subviews of a view that ends on another thread: lets go of them on the main actor.
@MainActor
final class OrphanedViews {
  private nonisolated let superview: ObjectIdentifier
  private nonisolated(unsafe) var views: ContiguousArray<UIView>

  /// - Parameter superview: the view that ends, which is not kept.
  nonisolated init(_ views: ContiguousArray<UIView>, of superview: UIView) {
    self.views = views
    self.superview = ObjectIdentifier(superview)
  }

  /// Tells the views that superview and window are gone, and lets go of them. One that was given another superview
  /// meanwhile stays there.
  func leave() {
    for view in views where view.parent == nil || isSuperview(view.parent) {
      view.parent = nil
      view.moveToWindow(nil)
    }
    views = []
  }

  /// Has the views, and those below them in a window that ends, name it no longer. Called where the main thread is held
  /// up, most likely by the calling thread, so that no other thread is at these views.
  nonisolated func forgetSuperview() {
    for view in views { forgetSuperview(view) }
  }

  private nonisolated func forgetSuperview(_ view: UIView) {
    if isSuperview(view.parent) { view.parent = nil }
    guard isSuperview(view.windowStorage) else { return }
    view.windowStorage = nil
    for child in view.children { forgetSuperview(child) }
  }

  private nonisolated func isSuperview(_ view: UIView?) -> Bool { view.map(ObjectIdentifier.init) == superview }
}

/// The view of a controller that ends on another thread: lets go of it on the main actor.
@MainActor
final class LastView {
  private nonisolated let controller: ObjectIdentifier
  private nonisolated(unsafe) var view: UIView?

  /// - Parameter controller: the controller that ends, which is not kept.
  nonisolated init(_ view: UIView, of controller: UIViewController) {
    self.view = view
    self.controller = ObjectIdentifier(controller)
  }

  /// Tells the view that it has no controller any more, and lets go of it.
  func leave() {
    forgetController()
    view = nil
  }

  /// Has the view name the controller no longer, unless another one has it by now.
  nonisolated func forgetController() {
    if view?.controller.map(ObjectIdentifier.init) == controller { view?.controller = nil }
  }
}
