import UIKit

/// Left and right margin of what stands above and below a table: that of its rows, which is smaller in a narrow one.
package enum ScreenMargin {
  /// - Parameter width: of the table and what is above and below it, in points.
  package static func points(in width: CGFloat) -> CGFloat { width < 414 ? 16 : 20 }
}

/// The line above a screen's table: what the table holds, and a hint. The hint stands at the right where both have room,
/// else below, and not at all in a low window. The bar's height follows from the size it is asked for.
package final class ScreenStatusBar: UIView {
  /// How much of itself the bar shows.
  private enum Room {
    case wide, narrow, short

    /// Points of width and height from which on texts may take several lines.
    private static let leastWidth: CGFloat = 500
    private static let leastHeight: CGFloat = 400

    init(_ size: CGSize) {
      self = size.height < Self.leastHeight ? .short : size.width < Self.leastWidth ? .narrow : .wide
    }

    var statusFont: UIFont { .systemFont(ofSize: 13) }
    /// Of one line of the state.
    var statusHeight: CGFloat { 20 }
    /// Lines of the state at most.
    var statusLines: Int { self == .short ? 1 : 3 }
  }

  /// The state of the screen, in small type. Where it is longer than the bar is wide it goes on below.
  package var status: String {
    get { statusLabel.text ?? "" }
    set {
      statusLabel.text = newValue
      if statusLines(in: bounds.width) > statusRoom.lines { superview?.setNeedsLayout() }
      setNeedsLayout()
    }
  }

  private let statusLabel = UILabel()
  /// Lines there are for the state: as many as it has needed in this width and column, so that the bar grows and does not shrink
  /// again with every change.
  private var statusRoom = (lines: 1, width: CGFloat(0))
  /// A hint beside the state, or below it.
  package let hintLabel = UILabel()
  /// A view at the right end, such as a field to search in; all else makes room for it.
  package var accessoryView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let accessoryView { addSubview(accessoryView) }
      setNeedsLayout()
    }
  }

  /// Where the content of the rows below begins and ends, in points from the left edge. The texts begin there, too, and end
  /// there unless they need more room.
  package var column: ClosedRange<CGFloat> = 20...20 {
    didSet {
      guard column != oldValue else { return }
      statusRoom.width = 0
      setNeedsLayout()
    }
  }

  private let line = UIView()

  private static let gap: CGFloat = 8
  /// Room the view at the right end takes of a wide bar, and of any.
  private static let accessoryWidth: CGFloat = 300
  private static let largestAccessoryPart: CGFloat = 0.4
  private static let hintHeight: CGFloat = 18

  package override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    statusLabel.font = room.statusFont
    statusLabel.numberOfLines = 0
    hintLabel.font = .systemFont(ofSize: 13)
    hintLabel.textColor = Palette.secondary
    hintLabel.showsExpansionTextWhenTruncated = true
    for view in [statusLabel, hintLabel, line] { addSubview(view) }
  }

  package required init?(coder: NSCoder) { nil }

  private var room = Room.wide {
    didSet {
      guard room != oldValue else { return }
      hintLabel.isHidden = room == .short
      statusLabel.font = room.statusFont
      statusRoom.width = 0
      setNeedsLayout()
    }
  }

  private func accessoryWidth(in width: CGFloat) -> CGFloat {
    accessoryView == nil ? 0 : min(Self.accessoryWidth, width * Self.largestAccessoryPart)
  }

  private var columnWidth: CGFloat { column.upperBound - column.lowerBound }

  /// - Parameter size: of the screen that the bar is above.
  package override func sizeThatFits(_ size: CGSize) -> CGSize {
    room = Room(size)
    let needed = statusLines(in: size.width)
    statusRoom = (size.width == statusRoom.width ? max(needed, statusRoom.lines) : needed, size.width)
    let texts = statusHeight + (hintIsBelow(in: size.width) ? Self.hintHeight : 0)
    return CGSize(width: size.width, height: max(texts + 2 * Self.gap, accessoryView == nil ? 0 : 52) + 1)
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width
    let margin = column.lowerBound
    let accessory = accessoryWidth(in: width)
    let free = textWidth(in: width)
    let isBelow = hintIsBelow(in: width)
    let top = ((bounds.height - 1 - statusHeight - (isBelow ? Self.hintHeight : 0)) / 2).rounded()
    let hint = hintLabel.sizeThatFits(.zero).width.rounded(.up)
    statusLabel.frame = CGRect(x: margin, y: top, width: free, height: statusHeight)
    hintLabel.frame =
      isBelow
      ? CGRect(x: margin, y: top + statusHeight, width: free, height: Self.hintHeight)
      : CGRect(x: margin + max(0, free - hint), y: top, width: min(hint, free), height: statusHeight)
    if let accessoryView {
      let height = accessoryView.sizeThatFits(CGSize(width: accessory, height: bounds.height)).height
      accessoryView.frame = CGRect(
        x: column.upperBound + ScreenMargin.points(in: width) / 2 - accessory,
        y: ((bounds.height - height) / 2).rounded(), width: accessory, height: height)
    }
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: width, height: 1)
  }

  /// Width of the texts, in points.
  private func textWidth(in width: CGFloat) -> CGFloat {
    guard accessoryView == nil else { return max(0, columnWidth - accessoryWidth(in: width)) }
    let most = width - column.lowerBound - ScreenMargin.points(in: width)
    return max(0, min(max(columnWidth, wantedWidth), most))
  }

  /// Width of the texts side by side, in points. The state may become somewhat longer before the hint makes way.
  private var wantedWidth: CGFloat {
    let status = statusLabel.sizeThatFits(.zero).width.rounded(.up)
    guard room != .short, hintLabel.text?.isEmpty == false else { return status }
    return status + hintLabel.sizeThatFits(.zero).width + 60
  }

  /// Whether the hint has no room beside the state.
  private func hintIsBelow(in width: CGFloat) -> Bool {
    guard room != .short, hintLabel.text?.isEmpty == false else { return false }
    return statusRoom.lines > 1 || wantedWidth > textWidth(in: width)
  }

  private var statusHeight: CGFloat { CGFloat(statusRoom.lines) * room.statusHeight }

  /// Lines the state needs in a bar of that width, as far as it may have them.
  private func statusLines(in width: CGFloat) -> Int {
    guard room.statusLines > 1 else { return 1 }
    let fit = CGSize(width: textWidth(in: width), height: .greatestFiniteMagnitude)
    let line = statusLabel.font.lineHeight
    let lines = Int((statusLabel.sizeThatFits(fit).height / max(line, 1)).rounded())
    return min(max(lines, 1), room.statusLines)
  }
}
