import Foundation
import UIKitCore

/// The cost of the most recent frames as bars, one a frame, newest at the right; each is made of the frame's stages, one on
/// top of the other.
///
/// Heights are whole points and neighbours that look alike are one rectangle, so a steady scroll costs few commands. The
/// full height is the least of 1, 2, 5, 10, ... milliseconds that holds every bar.
struct OverlayGraph {
  /// A rectangle within the graph, in points, y down.
  struct Bar: Equatable {
    var rect: CGRect
    let stage: FrameStage
  }

  /// The stages of a bar from its foot up.
  static let stages: [FrameStage] = [.events, .layout, .draw, .present]
  static let barWidth: CGFloat = 3

  private(set) var bars: ContiguousArray<Bar> = []
  /// Milliseconds of the full height.
  private(set) var scale = 1
  /// Height of the line that marks the time for one frame, in points from the top; nil above the full height.
  private(set) var budgetLine: CGFloat?

  /// Takes the newest frames that fit into `size`.
  /// - Parameter interval: seconds from one refresh of the display to the next, whether frames are paced or not.
  mutating func update(_ samples: FrameSampleRing, interval: Double, size: CGSize) {
    bars.removeAll(keepingCapacity: true)
    let count = min(samples.count, Int(size.width / Self.barWidth))
    let shown = samples.suffix(count)
    scale = Self.scale(holding: shown.reduce(0) { max($0, $1.cost) })
    let full = Double(scale) / 1000
    budgetLine = interval <= full ? (size.height * CGFloat(1 - interval / full)).rounded() : nil
    var x = size.width - CGFloat(count) * Self.barWidth
    // Of the bar before: the upper ends of its parts, and where it begins among the bars.
    var (ends, first): ([CGFloat], Int) = ([], 0)
    for sample in shown {
      var sum = 0.0
      let parts = Self.stages.map { stage in
        sum += sample.stages[stage]
        return min(size.height, (size.height * CGFloat(sum / full)).rounded())
      }
      if parts == ends {
        for index in first..<bars.count { bars[index].rect.size.width += Self.barWidth }
      } else {
        ends = parts
        first = bars.count
        var bottom: CGFloat = 0
        for (stage, end) in zip(Self.stages, parts) where end > bottom {
          bars.append(
            Bar(rect: CGRect(x: x, y: size.height - end, width: Self.barWidth, height: end - bottom), stage: stage))
          bottom = end
        }
      }
      x += Self.barWidth
    }
  }

  /// The least of 1, 2, 5, 10, ... milliseconds that is no less than `seconds`.
  private static func scale(holding seconds: Double) -> Int {
    var scale = 1
    for factor in [2.0, 2.5, 2].cycled(times: 5) where Double(scale) / 1000 < seconds {
      scale = Int(Double(scale) * factor)
    }
    return scale
  }
}

extension Array {
  /// The elements, so many times one after another.
  fileprivate func cycled(times: Int) -> [Element] { (0..<times).flatMap { _ in self } }
}
