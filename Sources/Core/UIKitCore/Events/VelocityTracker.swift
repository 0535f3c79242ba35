import Foundation

/// The speed of a pointer over the last tenth of a second.
///
/// Keeps at most 32 samples in storage made once, so that following a finger allocates nothing.
/// Locations in points of one fixed coordinate space, times in seconds of the event clock.
package struct VelocityTracker: Sendable {
  /// How far back samples count, in seconds.
  package static let window: TimeInterval = 0.1

  private struct Sample {
    var location: CGPoint
    var time: TimeInterval
  }

  private static let capacity = 32
  private var samples: ContiguousArray<Sample>
  private var count = 0
  private var newest = -1

  /// A tracker that has seen nothing.
  package init() {
    samples = ContiguousArray(
      repeating: Sample(location: .zero, time: 0), count: Self.capacity)
  }

  /// Forgets all samples; called when a pointer goes down.
  package mutating func reset() {
    count = 0
    newest = -1
  }

  /// Notes where the pointer was at `time`. A sample older than the last one is ignored; one with
  /// the same time replaces it.
  package mutating func add(_ location: CGPoint, at time: TimeInterval) {
    if count > 0 {
      let last = samples[newest].time
      guard time >= last else { return }
      guard time > last else {
        samples[newest].location = location
        return
      }
    }
    newest = (newest + 1) % Self.capacity
    samples[newest] = Sample(location: location, time: time)
    count = min(count + 1, Self.capacity)
  }

  /// Points a second, as covered between the oldest sample of the window that ends at `now` and the
  /// newest one. Time the pointer has rested since counts, so holding still before letting go gives
  /// a low speed and, after a whole window, zero.
  package func velocity(at now: TimeInterval) -> CGPoint {
    guard count > 1, now - samples[newest].time < Self.window else { return .zero }
    let last = samples[newest]
    var oldest = last
    for age in 1..<count {
      let sample = samples[(newest - age + Self.capacity) % Self.capacity]
      guard now - sample.time <= Self.window else { break }
      oldest = sample
    }
    let span = max(now, last.time) - oldest.time
    guard span > 0 else { return .zero }
    return CGPoint(
      x: (last.location.x - oldest.location.x) / CGFloat(span),
      y: (last.location.y - oldest.location.y) / CGFloat(span))
  }
}
