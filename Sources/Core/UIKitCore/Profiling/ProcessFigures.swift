import Foundation

/// The kernel's figures of this process.
package enum ProcessFigures {
  /// CPU seconds used so far by all threads, user and system together.
  package static var cpuTime: Double {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// CPU seconds used so far by the calling thread.
  package static var threadTime: Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

  /// Seconds of `CLOCK_MONOTONIC`, which all processes of the machine share.
  package static var monotonicTime: Double { seconds(of: CLOCK_MONOTONIC) }

  /// The largest resident set so far in bytes; `nil` where /proc is not mounted.
  package static var peakResidentBytes: Int? {
    (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)).flatMap { bytes(of: "VmHWM:", in: $0) }
  }

  /// Bytes of memory that only this process has and that it has written: its cost to the machine, without the libraries
  /// that other programs use as well. `nil` where the kernel does not tell.
  package static var privateDirtyBytes: Int? {
    (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8))
      .flatMap { bytes(of: "Private_Dirty:", in: $0) }
  }

  /// Reads an entry out of the text of a file of /proc/self, in bytes.
  /// - Parameter name: what the line begins with, the colon included.
  package static func bytes(of name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard fields.count >= 2, let kibibytes = Int(fields[1]) else { return nil }
      return kibibytes * 1024
    }
    return nil
  }

  /// Seconds of one of the kernel's clocks.
  package static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
