import DemoParts
import UIKit

/// A line below the processes that says what their marks and bars mean. What finds no room is left out, from the end.
final class ProcessLegend: UIView {
  /// In a screen lower than this, in points, the rows have the room.
  private static let leastHeight: CGFloat = 400
  private static let dot = ProcessMark.side
  private static let dotGap: CGFloat = 6
  private static let gap: CGFloat = 18

  private let line = UIView()
  /// The marks with their words, and a last word without a mark.
  private let entries: [(mark: UIView?, label: UILabel)]

  init() {
    let words: [(ProcessState?, String)] = [
      (.running, "running"), (.sleeping, "sleeping"), (.waiting, "waiting for a device"), (.stopped, "stopped"),
      (.zombie, "ended, not yet cleared away"),
      (nil, "Bars: the share of one processor, orange from 50 %, red from 90 %"),
    ]
    entries = words.map { state, words in (mark: state.map(Self.mark), label: Self.label(words)) }
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    addSubview(line)
    for entry in entries {
      if let mark = entry.mark { addSubview(mark) }
      addSubview(entry.label)
    }
  }

  required init?(coder: NSCoder) { nil }

  private static func mark(_ state: ProcessState) -> UIView {
    let mark = ProcessMark()
    mark.show(state)
    return mark
  }

  private static func label(_ words: String) -> UILabel {
    let label = UILabel()
    label.text = words
    label.follow(CompactType.font(.systemFont(ofSize: 12)))
    label.textColor = Palette.secondary
    return label
  }

  /// - Parameter size: of the screen that the line is in.
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: size.height < Self.leastHeight ? 0 : CompactType.length(26))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
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
