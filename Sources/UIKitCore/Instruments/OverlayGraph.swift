import Foundation

/// The cost of the most recent frames as bars, one a frame, newest at the right.
///
/// Heights are whole steps of two points and neighbours of equal height and
/// colour are one rectangle, so a steady scroll costs few commands. The scale is
/// fixed: the full height is two refreshes of
/// the display, or 8 ms where frames are not paced.
struct OverlayGraph {
  /// A rectangle within the graph, in points, y down.
  struct Bar: Equatable {
    var rect: CGRect
    let level: Level
  }

  /// How the cost relates to the time there is for a frame.
  enum Level {
    /// Below half of it.
    case easy
    /// More than half.
    case tight
    /// More than there is.
    case over
  }

  static let barWidth: CGFloat = 3
  private static let step: CGFloat = 2
  private static let unpacedBudget = 0.004

  private(set) var bars: ContiguousArray<Bar> = []
  /// Height of the line that marks the time for one frame, from the top.
  private(set) var budgetLine: CGFloat = 0

  /// Takes the newest frames that fit into `size`.
  mutating func update(_ samples: FrameSampleRing, refreshInterval: Double, size: CGSize) {
    bars.removeAll(keepingCapacity: true)
    let budget = refreshInterval > 0 ? refreshInterval : Self.unpacedBudget
    budgetLine = size.height / 2
    let count = min(samples.count, Int(size.width / Self.barWidth))
    var x = size.width - CGFloat(count) * Self.barWidth
    for sample in samples.suffix(count) {
      let share = sample.cost / budget
      let steps = max(1, (CGFloat(share) * size.height / 2 / Self.step).rounded())
      let height = min(size.height, steps * Self.step)
      let level: Level = share > 1 ? .over : share > 0.5 ? .tight : .easy
      if let last = bars.last, last.level == level, last.rect.height == height {
        bars[bars.count - 1].rect.size.width += Self.barWidth
      } else {
        let rect = CGRect(x: x, y: size.height - height, width: Self.barWidth, height: height)
        bars.append(Bar(rect: rect, level: level))
      }
      x += Self.barWidth
    }
  }
}
