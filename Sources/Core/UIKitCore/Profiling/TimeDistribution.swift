internal import Histogram

/// How long something took, over all the times it happened.
///
/// A high dynamic range histogram that tells times apart by 1 %: recording is O(1), memory does not grow however long the
/// program runs. The longest time is exact. Telling apart 0.1 % takes eight times the memory, 350 KB for all that a
/// profiler keeps.
struct TimeDistribution: Sendable {
  /// Longest time told apart from longer ones, in seconds.
  static let longest = 60.0

  /// The longest time in seconds; 0 without any.
  private(set) var maximum = 0.0
  private var count = 0
  private var times: Histogram<UInt32>  // nanoseconds

  /// Nothing recorded.
  /// - Parameter resolution: nanoseconds below which times are not told apart.
  init(resolution: UInt64) {
    times = Histogram(
      lowestDiscernibleValue: resolution, highestTrackableValue: UInt64(Self.longest * 1e9),
      numberOfSignificantValueDigits: .two)
  }

  var isEmpty: Bool { count == 0 }

  /// - Parameter seconds: taken for 0 or the longest time when it is out of that range.
  mutating func record(_ seconds: Double) {
    let time = min(max(seconds, 0), Self.longest)
    count += 1
    maximum = max(maximum, time)
    times.record(UInt64(time * 1e9))
  }

  /// The seconds that `percent` of the times stay at or below; 0 without any.
  ///
  /// - Parameter percent: from 0 to 100.
  /// - Complexity: O(buckets of the histogram), about 3,000 at most.
  func value(atPercentile percent: Double) -> Double {
    isEmpty ? 0 : min(Double(times.valueAtPercentile(percent)) / 1e9, maximum)
  }

  /// Forgets everything and keeps the storage.
  mutating func reset() {
    maximum = 0
    count = 0
    times.reset()
  }
}
