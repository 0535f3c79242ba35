import Foundation

extension Timer {
  /// A timer that calls a method; add it to a run loop.
  ///
  /// The target is held weakly: when it is gone the timer ends at its next turn. (On iOS it keeps its target.)
  /// - Parameters:
  ///   - interval: in seconds.
  ///   - selector: a method without parameters, or with one `Timer`.
  ///   - userInfo: passed on in no way: Foundation's timer here has no `userInfo` of its own.
  /// - Precondition: `target` is an object of the selector's class.
  public convenience init(
    timeInterval interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
  ) {
    self.init(timeInterval: interval, repeats: repeats, block: Self.block(target, selector))
  }

  /// The same, whose first turn is at a date.
  public convenience init(
    fireAt date: Date, interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
  ) {
    self.init(fire: date, interval: interval, repeats: repeats, block: Self.block(target, selector))
  }

  /// The same, added to the current run loop.
  @discardableResult
  public class func scheduledTimer(
    timeInterval interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
  ) -> Timer {
    let timer = Timer(
      timeInterval: interval, target: target, selector: selector, userInfo: userInfo, repeats: repeats)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  private static func block(_ target: Any, _ selector: Selector) -> @Sendable (Timer) -> Void {
    let action = WeakTarget(target as AnyObject)
    return { timer in
      guard let target = action.object else { return timer.invalidate() }
      selector.perform(on: target, timer)
    }
  }
}

/// An object held weakly by what other threads may call.
final class WeakTarget: @unchecked Sendable {
  // Unchecked: a weak reference is read and cleared atomically, and never set again.
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}

/// Nanoseconds of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds of a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000
/// Microseconds of a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
