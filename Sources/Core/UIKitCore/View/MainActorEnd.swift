import Dispatch
import Foundation
import Synchronization

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
/// object's memory, to which its subviews refer, is given back afterwards. It waits for a second at most for the work to
/// begin: a main thread that is longer about something may itself wait for this thread. The work then follows when the
/// object is gone.
///
/// Parts of an object that need nothing but themselves at the end have an `isolated deinit` instead, see `Facet`.
/// - Parameters:
///   - work: done while the object's memory is still there.
///   - forget: done on the calling thread when it does not wait any longer. Clears the references to the object that do
///     not keep it.
///   - afterEnd: done in place of `work` when the thread has not waited, which is what happens unless it is given. Uses
///     what it keeps and nothing else: the object is gone.
package func endOnMainActor(
  _ work: @escaping @MainActor @Sendable () -> Void, late forget: () -> Void = {},
  afterEnd: (@MainActor @Sendable () -> Void)? = nil
) {
  guard !isOnMainActor else { return MainActor.assumeIsolated(work) }
  let turn = Turn()
  let (done, forgotten) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  DispatchQueue.main.async {
    if turn.take() {
      work()
      done.signal()
    } else {
      forgotten.wait()
      (afterEnd ?? work)()
    }
  }
  guard done.wait(timeout: .now() + 1) == .timedOut else { return }
  if turn.take() {
    forget()
    forgotten.signal()
  } else {
    // Work that has begun is waited for.
    done.wait()
  }
}

/// Goes to the first of two threads that takes it.
private final class Turn: Sendable {
  private let isTaken = Atomic(false)

  /// - Returns: whether the caller is the first.
  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
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
    forget()
    view = nil
  }

  /// Has the view name the controller no longer, unless another one has it by now.
  nonisolated func forget() { view?.forget(controller) }
}
