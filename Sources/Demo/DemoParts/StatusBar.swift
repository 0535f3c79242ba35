import UIKit

/// The bar below a file or sheet: what there is at the left, what is selected or can be done at the right. In a narrow
/// window the two stand one below the other.
package final class StatusBar: AssembledView {
  private let leftLabel = UILabel(.compact(12), Palette.secondary, expands: true)
  private let rightLabel = UILabel(.compact(12), Palette.secondary, expands: true)
  private let progressBar = ProgressBar()
  /// Views at the right end, from left to right, of their own sizes; hidden ones take no room.
  package var accessories: [UIView] = [] {
    didSet {
      for view in oldValue { view.removeFromSuperview() }
      for view in accessories { addSubview(view) }
      setNeedsLayout()
    }
  }
  /// The right text stands below the left one.
  private var isStacked = false

  /// Both texts in the usual size take about so many points.
  private static let leastWidth: CGFloat = 560
  /// In less height of the screen, in points, there is no room for a second line.
  private static let leastHeight: CGFloat = 300
  private static let margin: CGFloat = 12

  package override func assemble() {
    backgroundColor = .secondarySystemBackground
    progressBar.isHidden = true
    addLine(at: .minYEdge)
    for view in [leftLabel, rightLabel, progressBar] { addSubview(view) }
  }

  /// - Parameters:
  ///   - isActive: whether the right text tells of something going on.
  ///   - progress: 0...1 of what is going on; nil for none.
  package func show(left: String, right: String, isActive: Bool = false, progress: Double? = nil) {
    leftLabel.text = left
    rightLabel.text = right
    rightLabel.textColor = isActive ? Palette.tint : Palette.secondary
    progressBar.isHidden = progress == nil
    progressBar.progress = progress ?? 1
    setNeedsLayout()
  }

  /// The same whatever is said, so that what is above the bar does not move.
  /// - Parameter size: of the screen.
  package override func sizeThatFits(_ size: CGSize) -> CGSize {
    isStacked = size.width < CompactType.length(Self.leastWidth) && size.height >= Self.leastHeight
    return CGSize(width: size.width, height: CompactType.length(isStacked ? 46 : 30))
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    progressBar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 3)
    var end = bounds.width - Self.margin
    for view in accessories.reversed() where !view.isHidden {
      let size = view.sizeThatFits(bounds.size)
      end -= size.width.rounded(.up)
      let y = ((bounds.height - size.height) / 2).rounded() + 1
      view.frame = CGRect(x: end, y: y, width: size.width.rounded(.up), height: size.height)
      end -= Self.margin / 2
    }
    let width = max(0, end - Self.margin)
    guard !isStacked else {
      let height = ((bounds.height - 5) / 2).rounded(.down)
      leftLabel.frame = CGRect(x: Self.margin, y: 3, width: width, height: height)
      rightLabel.frame = CGRect(x: Self.margin, y: 3 + height, width: width, height: height)
      rightLabel.textAlignment = .left
      return
    }
    // The right label, with the selection or the commands, matters more.
    let needed = (rightLabel.text ?? "").isEmpty ? 0 : rightLabel.sizeThatFits(.zero).width.rounded(.up)
    let right = min(needed, width)
    rightLabel.textAlignment = .right
    rightLabel.frame = CGRect(x: Self.margin + width - right, y: 1, width: right, height: bounds.height - 1)
    leftLabel.frame = CGRect(
      x: Self.margin, y: 1, width: max(0, width - right - Self.margin), height: bounds.height - 1)
  }
}
