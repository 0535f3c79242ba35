import Foundation

/// Calls a handler once a frame, before layout, while it is not paused.
///
/// UIKit has it call a method; a closure can be given here, too.
@preconcurrency @MainActor
public final class CADisplayLink: NSObject {
  private let handler: @MainActor (CADisplayLink) -> Void
  private weak var loop: FrameLoop?
  private var times: (timestamp: Double, target: Double, duration: Double) = (0, 0, 0)

  /// The time of the frame on the screen, and of the one being prepared, in
  /// seconds of a clock that only goes forward.
  public var timestamp: CFTimeInterval { times.timestamp }
  /// The moment that the frame being prepared shows, on the clock of `timestamp`: what moves is placed for it. An
  /// interval after `timestamp`, or `timestamp` itself in a run that draws frame after frame.
  public var targetTimestamp: CFTimeInterval { times.target }
  /// Seconds between frames at the display's rate.
  public var duration: CFTimeInterval { times.duration }
  /// A paused link asks for no frames.
  public var isPaused = false { didSet { if !isPaused { loop?.requestFrame() } } }

  /// A link that calls nothing until `add(to:forMode:)`.
  public init(handler: @escaping @MainActor (CADisplayLink) -> Void) {
    self.handler = handler
    super.init()
  }

  /// A link that calls a method of an object, which it holds weakly: it ends when the object is gone. (On iOS it keeps
  /// its target.)
  /// - Parameters:
  ///   - target: an object of the selector's class.
  ///   - sel: a method without parameters, or with one, the link.
  public convenience init(target: Any, selector sel: Selector) {
    let action = TargetAction(target as AnyObject, sel)
    self.init { link in
      guard let target = action.target else { return link.invalidate() }
      sel.perform(on: target, link)
    }
  }

  /// Starts the calls. The run loop and mode are those of the application's
  /// main loop, whatever is passed.
  public func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    loop = UIApplication.shared.frameLoop
    loop?.add(self)
  }

  /// Ends the calls and lets the link go.
  public func invalidate() {
    loop?.remove(self)
    loop = nil
  }

  func fire(at now: TimeInterval, for shown: TimeInterval, interval: TimeInterval) {
    guard !isPaused else { return }
    times = (timestamp: now, target: shown, duration: interval)
    handler(self)
  }
}

/// Seconds of a clock that only goes forward, that of `CADisplayLink.timestamp`; on any thread.
public func CACurrentMediaTime() -> CFTimeInterval {
  // The clock of SDL's performance counter.
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC_RAW, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
