import Foundation

/// How busy a process kept the machine for a time.
struct ProcessLoad: Sendable {
  /// Clock ticks a second, in which the kernel counts processor time.
  var ticksPerSecond: Double
  var processors: Int

  static let thisMachine = ProcessLoad(
    ticksPerSecond: Double(max(sysconf(Int32(_SC_CLK_TCK)), 1)),
    processors: max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1))

  /// Tenths of a percent of one processor, at most what all of them can do.
  ///
  /// - Parameters:
  ///   - ticks: processor time used by now.
  ///   - earlier: that of `seconds` ago; more than `ticks` counts as no use, because a clock was set back.
  func tenths(_ ticks: UInt64, since earlier: UInt64, seconds: Double) -> Int {
    guard seconds > 0, ticks > earlier else { return 0 }
    let share = Double(ticks - earlier) / ticksPerSecond / seconds
    return Int((min(share, Double(processors)) * 1000).rounded())
  }

  /// As a column shows it: "0.0", "12.5", "150.0".
  static func text(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
}
