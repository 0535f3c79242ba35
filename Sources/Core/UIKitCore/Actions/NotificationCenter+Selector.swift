import Foundation

extension NotificationCenter {
  /// Has a method called when a notification is posted, on the thread that posts it; a method of the main actor is
  /// called on the main thread.
  ///
  /// The observer is held weakly and need not be removed.
  /// - Parameters:
  ///   - selector: a method without parameters, or with one `Notification`.
  ///   - name: nil for every notification.
  ///   - object: the sender of the notifications; nil for every sender.
  /// - Precondition: `observer` is an object of the selector's class.
  public func addObserver(
    _ observer: AnyObject, selector: Selector, name: Notification.Name?, object: Any? = nil
  ) {
    SelectorObservers.shared.add(observer, selector, name, object, to: self)
  }

  /// Ends all observations of `observer` by selectors, or the observation by a closure whose token it is.
  public func removeObserver(_ observer: AnyObject) {
    SelectorObservers.shared.remove(observer, nil, nil, from: self)
    removeObserver(observer as Any)
  }

  /// Ends what `observer` observes here of one name and one object; nil stands for all.
  public func removeObserver(_ observer: AnyObject, name: Notification.Name?, object: Any? = nil) {
    SelectorObservers.shared.remove(observer, name, object, from: self)
    removeObserver(observer as Any, name: name, object: object)
  }
}

/// Which objects observe by selectors: Foundation's centre knows closures only, by their tokens.
///
/// Shared by all threads, as notification centres are.
private final class SelectorObservers: @unchecked Sendable {
  // Unchecked: `lock` guards all of its state.
  static let shared = SelectorObservers()

  private struct Registration {
    weak var observer: AnyObject?
    weak var center: NotificationCenter?
    let token: any NSObjectProtocol
    let name: Notification.Name?
    weak var object: AnyObject?

    func matches(_ name: Notification.Name?, _ object: AnyObject?) -> Bool {
      (name == nil || self.name == name) && (object == nil || self.object === object)
    }
  }

  private let lock = NSLock()
  private var registrations: [ObjectIdentifier: [Registration]] = [:]
  /// The number of observers above which those that are gone are looked for.
  private var nextSweep = 64

  func add(
    _ observer: AnyObject, _ selector: Selector, _ name: Notification.Name?, _ object: Any?,
    to center: NotificationCenter
  ) {
    // Ends the program with the message for a method of another class.
    guard selector.isRecognized(by: observer) else { return selector.perform(on: observer) }
    let target = WeakTarget(observer)
    let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
      if let observer = target.object { selector.perform(on: observer, notification) }
    }
    let registration = Registration(
      observer: observer, center: center, token: token, name: name, object: object.map { $0 as AnyObject })
    for stale in lock.withLock({ enter(registration, ObjectIdentifier(observer)) }) {
      stale.center?.removeObserver(stale.token as Any)
    }
  }

  /// - Returns: registrations of observers that are gone.
  private func enter(_ registration: Registration, _ id: ObjectIdentifier) -> [Registration] {
    // Where an observer was that is gone another may be by now.
    let former = registrations[id, default: []]
    var stale = former.filter { $0.observer !== registration.observer }
    registrations[id] = former.filter { $0.observer === registration.observer } + [registration]
    guard registrations.count > nextSweep else { return stale }
    for (key, held) in registrations where held.allSatisfy({ $0.observer == nil }) {
      stale += held
      registrations[key] = nil
    }
    nextSweep = max(64, registrations.count * 2)
    return stale
  }

  func remove(_ observer: AnyObject, _ name: Notification.Name?, _ object: Any?, from center: NotificationCenter) {
    let object = object.map { $0 as AnyObject }
    let ended: [Registration] = lock.withLock {
      let id = ObjectIdentifier(observer)
      guard let held = registrations[id] else { return [] }
      let ended = held.filter { $0.center === center && $0.matches(name, object) }
      let kept = held.filter { !($0.center === center && $0.matches(name, object)) }
      registrations[id] = kept.isEmpty ? nil : kept
      return ended
    }
    for registration in ended { center.removeObserver(registration.token as Any) }
  }
}
