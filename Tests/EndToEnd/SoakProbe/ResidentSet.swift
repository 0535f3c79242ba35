import UIKit

/// The memory of this process that is in RAM.
enum ResidentSet {
  /// From /proc/self/statm; 0 where that cannot be read.
  static var bytes: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
