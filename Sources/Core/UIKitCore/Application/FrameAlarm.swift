import Foundation

/// Calls a handler once at a time that was set, without a frame being drawn until then, and without one after it unless
/// the handler marks something. For what blinks or waits.
///
/// The handler is called within a turn of the loop, before its frame. While frames follow each other that is the turn of the
/// first frame at or after the time, so that the alarm wakes nothing.
@MainActor
package final class FrameAlarm {
  private let handler: @MainActor () -> Void
  private weak var loop: FrameLoop?
  /// When the handler is called, in seconds of the frame clock; nil when it is not.
  package private(set) var time: TimeInterval?

  /// - Parameter handler: kept; capture what owns the alarm weakly.
  package init(handler: @escaping @MainActor () -> Void) { self.handler = handler }

  isolated deinit { cancel() }

  /// Sets the alarm to so many seconds from now, in place of an earlier time.
  package func set(after seconds: TimeInterval, on loop: FrameLoop) {
    time = loop.now + seconds
    self.loop = loop
    loop.add(self)
  }

  /// The handler is not called any more.
  package func cancel() {
    time = nil
    loop?.remove(self)
  }

  func ring() {
    cancel()
    handler()
  }
}
