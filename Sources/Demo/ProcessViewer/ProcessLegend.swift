import DemoParts
import UIKit

/// A line below the processes that says what their marks and bars mean. What finds no room is left out, from the end.
final class ProcessLegend: AssembledView {
  /// In a screen lower than this, in points, the rows have the room.
  private static let leastHeight: CGFloat = 400
  private static let dot = ProcessMark.side
  private static let dotGap: CGFloat = 6
  private static let gap: CGFloat = 18

  /// The marks with their words, and a last word without a mark.
  private let entries: [(mark: UIView?, label: UILabel)] = [
    (.running, "running"), (.sleeping, "sleeping"), (.waiting, "waiting for a device"), (.stopped, "stopped"),
    (.zombie, "ended, not yet cleared away"),
    (nil, "Bars: the share of one processor, orange from 50 %, red from 90 %"),
  ].map { (state: ProcessState?, words: String) in
    (mark: state.map { ProcessMark($0) }, label: UILabel(.compact(12), Palette.secondary, text: words))
  }

  override func assemble() {
    backgroundColor = .secondarySystemBackground
    addLine(at: .minYEdge)
    for entry in entries {
      if let mark = entry.mark { addSubview(mark) }
      addSubview(entry.label)
    }
  }

  /// - Parameter size: of the screen that the line is in.
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: size.height < Self.leastHeight ? 0 : CompactType.length(26))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let inset = ProcessColumns.inset(in: bounds.width)
    var x = inset + ProcessColumns.lightX - Self.dot / 2
    var isFull = false
    for entry in entries {
      let start = entry.mark == nil ? x : x + Self.dot + Self.dotGap
      let width = entry.label.sizeThatFits(.zero).width.rounded(.up)
      isFull = isFull || start + width > bounds.width - inset - ProcessColumns.margin
      entry.mark?.isHidden = isFull
      entry.label.isHidden = isFull
      entry.mark?.frame = CGRect(x: x, y: (bounds.height - Self.dot) / 2, width: Self.dot, height: Self.dot)
      entry.label.frame = CGRect(x: start, y: 1, width: width, height: max(0, bounds.height - 1))
      x = start + width + Self.gap
    }
  }
}
