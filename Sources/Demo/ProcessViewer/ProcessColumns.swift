import DemoParts
import Foundation
import UIKit

/// Where the columns of processes stand, for rows and for the titles above them.
struct ProcessColumns: Equatable {
  /// From left to right; no width for a column the window has no room for.
  private(set) var spans: [ProcessSorting.Key: (x: CGFloat, width: CGFloat)] = [:]
  /// The bar beside the load.
  private(set) var bar: (x: CGFloat, width: CGFloat) = (0, 0)

  /// From each edge of the table to the columns, in points: 0 unless the table is wider than all of them need.
  let inset: CGFloat

  /// Where names start, in points from the inset; separators start there too.
  static let textInset: CGFloat = 44
  /// The middle of the mark of a process's state, from the inset.
  static let lightX: CGFloat = 26

  /// Free at the right of the last column, in points.
  static let margin: CGFloat = 24

  /// From each edge of a table to the columns, in points.
  /// - Parameter width: of the table.
  static func inset(in width: CGFloat) -> CGFloat {
    ContentWidth.columns.margin(in: width) - ScreenMargin.points(in: width)
  }

  private static let gap: CGFloat = 16
  private static let barWidth: CGFloat = 96
  private static let leastNameWidth: CGFloat = 220
  private static let widths: [(key: ProcessSorting.Key, width: CGFloat)] = [
    (.memory, 84), (.load, 56), (.pid, 76), (.user, 104), (.threads, 72),
  ]

  private let width: CGFloat
  /// How much larger text is than usual.
  private let growth: CGFloat

  static func == (a: ProcessColumns, b: ProcessColumns) -> Bool { a.width == b.width && a.growth == b.growth }

  /// - Parameters:
  ///   - width: of the table, in points.
  ///   - growth: of text, of which columns take the more room.
  init(width: CGFloat, growth: CGFloat = CompactType.growth) {
    self.width = width
    self.growth = growth
    inset = Self.inset(in: width)
    let left = inset + Self.textInset
    var right = width - inset - Self.margin
    var room = width - 2 * inset - Self.textInset - Self.margin - Self.leastNameWidth
    // Those that matter most get their room first.
    let wanted = Self.widths.map { (key: $0.key, width: ($0.width * growth).rounded()) }
    let kept = wanted.filter { column in
      let needed = column.width + Self.gap
      guard room >= needed || column.key == .memory || column.key == .load else { return false }
      room -= needed
      return true
    }
    func place(_ key: ProcessSorting.Key) {
      guard let column = kept.first(where: { $0.key == key }) else { return }
      right -= column.width
      spans[key] = (right, column.width)
      right -= Self.gap
    }
    place(.memory)
    place(.load)
    if room >= Self.barWidth + 2 * Self.gap {
      right -= Self.barWidth
      bar = (right, Self.barWidth)
      right -= 2 * Self.gap
    }
    for key in [ProcessSorting.Key.threads, .user, .pid] { place(key) }
    spans[.name] = (left, max(0, right - left))
  }

  /// A column's rectangle; empty for one without room.
  func frame(_ key: ProcessSorting.Key, y: CGFloat, height: CGFloat) -> CGRect {
    guard let span = spans[key] else { return .zero }
    return CGRect(x: span.x, y: y, width: span.width, height: height)
  }
}

extension ProcessSorting.Key {
  /// The column's title.
  var title: String {
    switch self {
    case .name: "Process"
    case .pid: "PID"
    case .user: "User"
    case .threads: "Threads"
    case .load: "CPU %"
    case .memory: "Memory"
    }
  }

  /// Figures stand at the right edge of their column.
  var alignment: NSTextAlignment { self == .name || self == .user ? .left : .right }
}

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
