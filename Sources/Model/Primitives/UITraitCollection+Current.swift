import Synchronization

extension UITraitCollection {
  /// The traits that `performAsCurrent` set on a thread, innermost last.
  private final class Overrides {
    var traits: [UITraitCollection] = []
    static let ofThread = ThreadLocal<Overrides>()
  }

  private static let ofApplication = Mutex(UITraitCollection.light)

  /// The traits of the application, for what is in no window; on any thread. Within `performAsCurrent` those it was
  /// called on.
  public static var current: UITraitCollection {
    Overrides.ofThread.value?.traits.last ?? ofApplication.withLock { $0 }
  }

  /// Runs `actions` with these traits as `current` of the calling thread, so that dynamic colours drawn meanwhile are
  /// those of a view that the traits were read from.
  public func performAsCurrent(_ actions: () -> Void) {
    let overrides = Overrides.ofThread.value ?? Overrides()
    overrides.traits.append(self)
    Overrides.ofThread.value = overrides
    actions()
    overrides.traits.removeLast()
    if overrides.traits.isEmpty { Overrides.ofThread.value = nil }
  }

  /// Called by the application whenever its traits change.
  package func becomeCurrentOfApplication() { Self.ofApplication.withLock { $0 = self } }
}
