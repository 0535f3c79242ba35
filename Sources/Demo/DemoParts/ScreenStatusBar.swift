import UIKit

/// Left and right margin of what stands above and below a table: that of its rows, which is smaller in a narrow one.
package enum ScreenMargin {
  /// - Parameter width: of the table and what is above and below it, in points.
  package static func points(in width: CGFloat) -> CGFloat { width < 414 ? 16 : 20 }
}

/// The line above a screen's table: what the table holds, and a hint. The hint stands at the right where both have room,
/// else below, and not at all in a low window. The bar's height follows from the size it is asked for.
package final class ScreenStatusBar: AssembledView {
  /// How much of itself the bar shows.
  private enum Room {
    case wide, narrow, short

    /// Points of width and height from which on texts may take several lines.
    private static let leastWidth: CGFloat = 500
    private static let leastHeight: CGFloat = 400

    init(_ size: CGSize) {
      self = size.height < Self.leastHeight ? .short : size.width < Self.leastWidth ? .narrow : .wide
    }

    /// Lines of the state at most.
    var statusLines: Int { self == .short ? 1 : 3 }
  }

  /// The state of the screen, in small type. Where it is longer than the bar is wide it goes on below. The bar keeps room for
  /// the longest state it has shown, so that the rows below do not move with every change.
  package var status: String {
    get { statusText.label.text ?? "" }
    set {
      if statusText.show(newValue) {
        longestStatusLabel.text = newValue
        superview?.setNeedsLayout()
      }
      setNeedsLayout()
    }
  }

  /// A hint beside the state, or below it. The bar keeps room for the longest one it has shown.
  package var hint: String {
    get { hintText.label.text ?? "" }
    set {
      if hintText.show(newValue) { superview?.setNeedsLayout() }
      setNeedsLayout()
    }
  }

  /// A text in small type, and the room that the longest one so far takes.
  @MainActor
  private struct LineText {
    let label: UILabel
    /// In points, on one line.
    private(set) var longestWidth: CGFloat = 0

    /// Points the present text takes on one line.
    var width: CGFloat { label.sizeThatFits(.zero).width.rounded(.up) }

    /// - Returns: whether there has been no longer text.
    mutating func show(_ text: String) -> Bool {
      label.text = text
      let width = width
      guard width > longestWidth else { return false }
      longestWidth = width
      return true
    }
  }

  private var statusText = LineText(label: UILabel(.systemFont(ofSize: 13), lines: 0))
  private var hintText = LineText(label: UILabel(.systemFont(ofSize: 13), Palette.secondary, expands: true))
  /// The longest state so far, to measure its lines: this label is not shown.
  private let longestStatusLabel = UILabel(.systemFont(ofSize: 13), lines: 0)
  /// A view at the right end, such as a field to search in; all else makes room for it.
  package var accessoryView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let accessoryView { addSubview(accessoryView) }
      setNeedsLayout()
    }
  }

  /// Where the content of the rows below begins and ends, in points from the left edge. The texts begin there, too, and end
  /// there, unless the state needs more room.
  package var column: ClosedRange<CGFloat> = 20...20 {
    didSet {
      guard column != oldValue else { return }
      superview?.setNeedsLayout()
      setNeedsLayout()
    }
  }

  private static let gap: CGFloat = 8
  /// Room the view at the right end takes of a wide bar, and of any.
  private static let accessoryWidth: CGFloat = 300
  private static let largestAccessoryPart: CGFloat = 0.4
  private static let hintHeight: CGFloat = 18
  private static let statusLineHeight: CGFloat = 20

  package override func assemble() {
    backgroundColor = .secondarySystemBackground
    addSubview(statusText.label)
    addSubview(hintText.label)
    addLine(at: .maxYEdge)
  }

  private var room = Room.wide {
    didSet {
      guard room != oldValue else { return }
      hintText.label.isHidden = room == .short
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
    let texts = statusHeight(in: size.width) + (hintIsBelow(in: size.width) ? Self.hintHeight : 0)
    return CGSize(width: size.width, height: max(texts + 2 * Self.gap, accessoryView == nil ? 0 : 52) + 1)
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width
    let margin = column.lowerBound
    let accessory = accessoryWidth(in: width)
    let free = textWidth(in: width)
    let isBelow = hintIsBelow(in: width)
    let statusHeight = statusHeight(in: width)
    let top = ((bounds.height - 1 - statusHeight - (isBelow ? Self.hintHeight : 0)) / 2).rounded()
    let hint = hintText.width
    statusText.label.frame = CGRect(x: margin, y: top, width: free, height: statusHeight)
    hintText.label.frame =
      isBelow
      ? CGRect(x: margin, y: top + statusHeight, width: free, height: Self.hintHeight)
      : CGRect(x: margin + max(0, free - hint), y: top, width: min(hint, free), height: statusHeight)
    if let accessoryView {
      let height = accessoryView.sizeThatFits(CGSize(width: accessory, height: bounds.height)).height
      accessoryView.frame = CGRect(
        x: column.upperBound + ScreenMargin.points(in: width) / 2 - accessory,
        y: ((bounds.height - height) / 2).rounded(), width: accessory, height: height)
    }
  }

  /// Width of the texts, in points.
  private func textWidth(in width: CGFloat) -> CGFloat {
    guard accessoryView == nil else { return max(0, columnWidth - accessoryWidth(in: width)) }
    let most = width - column.lowerBound - ScreenMargin.points(in: width)
    return max(0, min(max(columnWidth, statusText.longestWidth), most))
  }

  /// Width of the texts side by side, in points. The state may become somewhat longer before the hint makes way.
  private var wantedWidth: CGFloat { statusText.longestWidth + (hasHint ? hintText.longestWidth + 60 : 0) }

  private var hasHint: Bool { room != .short && hintText.longestWidth > 0 }

  /// Whether the hint has no room beside the state.
  private func hintIsBelow(in width: CGFloat) -> Bool {
    hasHint && (statusLines(in: width) > 1 || wantedWidth > textWidth(in: width))
  }

  private func statusHeight(in width: CGFloat) -> CGFloat { CGFloat(statusLines(in: width)) * Self.statusLineHeight }

  /// Lines the longest state needs in a bar of that width, as far as it may have them.
  private func statusLines(in width: CGFloat) -> Int {
    guard room.statusLines > 1 else { return 1 }
    let fit = CGSize(width: textWidth(in: width), height: .greatestFiniteMagnitude)
    let label = longestStatusLabel
    let lines = Int((label.sizeThatFits(fit).height / max(label.font.lineHeight, 1)).rounded())
    return min(max(lines, 1), room.statusLines)
  }
}
