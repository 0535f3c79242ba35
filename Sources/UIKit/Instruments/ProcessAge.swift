import Foundation
import UIKitCore

/// How long ago this process was started, finer than the kernel writes it down.
///
/// /proc/self/stat gives the start in clock ticks, that is 10 ms, rounded down.
/// A process that starts mostly computes (loading, linking), so its CPU time,
/// which the kernel keeps in nanoseconds, says how long ago it began at least.
/// That instant is taken, confined to the tick: a process that has waited (for a
/// cold disk, for a busy machine) began earlier. The error is thus below one
/// tick and, from a warm cache and asked for early in `main`, about 1 ms.
package enum ProcessAge {
  /// The variable in which a script that becomes the program by `exec`, and has done other work before, says when it did
  /// so: seconds since 1970, with a fraction.
  private static let variable = "ANOLE_STARTED_AT"

  /// Seconds since the program was started; `nil` where /proc is not mounted.
  ///
  /// Read it first thing in the program: the longer the process has lived and
  /// waited, the less its CPU time tells.
  package static func current() -> Double? {
    guard let ofProcess = ageOfProcess() else { return nil }
    let handedOver = getenv(variable).flatMap { Double(String(cString: $0)) }
    return age(ofProcess: ofProcess, startedAt: handedOver, now: Date().timeIntervalSince1970)
  }

  /// The age of the program, counted from the moment that a script handed over if that lies within the life of the process.
  /// Otherwise it is the moment of another program, which started this one, and the age is that of the process.
  ///
  /// - Parameters:
  ///   - ofProcess: seconds the process has lived.
  ///   - startedAt: the moment, in seconds since 1970; nil for none.
  ///   - now: in seconds since 1970.
  package static func age(ofProcess: Double, startedAt: Double?, now: Double) -> Double {
    guard let startedAt, (0...ofProcess).contains(now - startedAt) else { return ofProcess }
    return now - startedAt
  }

  private static func ageOfProcess() -> Double? {
    guard
      let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let startTicks = startTicks(stat: stat)
    else { return nil }
    let tick = 1 / Double(sysconf(Int32(_SC_CLK_TCK)))
    let now = ProcessFigures.seconds(of: CLOCK_BOOTTIME)
    return now
      - start(
        tickStart: Double(startTicks) * tick, tick: tick, now: now,
        cpuTime: ProcessFigures.seconds(of: CLOCK_PROCESS_CPUTIME_ID))
  }

  /// The start of the process in seconds since boot.
  ///
  /// - Parameters:
  ///   - tickStart: seconds since boot, rounded down to a tick.
  ///   - tick: seconds of one tick.
  ///   - now: seconds since boot.
  ///   - cpuTime: CPU seconds the process has used.
  package static func start(tickStart: Double, tick: Double, now: Double, cpuTime: Double) -> Double {
    min(max(now - cpuTime, tickStart), tickStart + tick)
  }

  /// Field 22 of /proc/self/stat. The second field, the program's name, may
  /// hold spaces and parentheses, so counting begins after the last of them.
  package static func startTicks(stat: String) -> Int? {
    guard let nameEnd = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: nameEnd)...].split(separator: " ")
    return fields.count > 19 ? Int(fields[19]) : nil
  }
}
