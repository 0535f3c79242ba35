import Foundation

/// Sizes of memory for a column: one decimal, so that the points stand below each other.
enum MemoryText {
  /// "48.5 MB", "1.2 GB"; a dash for processes that have none.
  static func make(_ bytes: Int) -> String {
    guard bytes > 0 else { return "\u{2013}" }
    var tenths = bytes / 100_000 + (bytes % 100_000 >= 50_000 ? 1 : 0)
    var unit = "MB"
    for larger in ["GB", "TB", "PB", "EB"] where tenths >= 10_000 {
      tenths = (tenths + 500) / 1000
      unit = larger
    }
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
