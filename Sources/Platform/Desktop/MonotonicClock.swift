import Foundation

/// The clock of deadlines.
enum MonotonicClock {
  /// Seconds that only go forward, from an arbitrary zero.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
