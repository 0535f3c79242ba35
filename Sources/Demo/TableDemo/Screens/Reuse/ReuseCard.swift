import DemoParts
import UIKit

/// One container of the table: a rounded ground with its two names and a count. The cells in it are drawn above it by
/// the panel, so that they can move from one container to another.
final class ReuseCard: UIView {
  /// Cells, or sections, inside; nil for a card that counts nothing.
  var count: Int? = 0 { didSet { if count != oldValue { showCount() } } }
  /// Cells that are about to come, which are drawn in it and not counted as inside.
  var comingCount = 0 { didSet { if comingCount != oldValue { showCount() } } }

  /// Said in the room for cells: what stands there instead of cells.
  var text = "" {
    didSet {
      guard text != oldValue else { return }
      textLabel.text = text
      setNeedsLayout()
    }
  }

  private let titleLabel = UILabel()
  private let nameLabel = UILabel()
  private let countLabel = UILabel()
  private let textLabel = UILabel(.compact(12), lines: 0)

  /// - Parameters:
  ///   - title: what the container is here.
  ///   - name: what it is called in the sources the table learned from.
  init(title: String, name: String) {
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    titleLabel.text = title
    nameLabel.text = name
    countLabel.text = "0"
    countLabel.textAlignment = .right
    for label in [titleLabel, nameLabel, countLabel, textLabel] { addSubview(label) }
  }

  required init?(coder: NSCoder) { nil }

  private func showCount() {
    countLabel.text = count.map { comingCount > 0 ? "\($0) + \(comingCount)" : "\($0)" }
    setNeedsLayout()
  }

  private var margin: CGFloat { bounds.width < 210 ? 8 : 14 }
  /// Both names stand on one line: where it must be, and a little earlier where they have room there.
  private var isLow: Bool { bounds.height < CompactType.length(bounds.width < 180 ? 100 : 130) }
  private var headHeight: CGFloat { CompactType.length(isLow ? 24 : 52) }

  /// The area for cells, in the superview's coordinates.
  var room: CGRect {
    CGRect(
      x: frame.minX + margin, y: frame.minY + headHeight, width: max(0, frame.width - 2 * margin),
      height: max(0, frame.height - headHeight - (isLow ? 2 : 6)))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(0, bounds.width - 2 * margin)
    titleLabel.font = CompactType.font(.systemFont(ofSize: isLow ? 13 : 16, weight: .semibold))
    nameLabel.font = CompactType.font(.monospacedSystemFont(ofSize: isLow ? 10 : 12, weight: .regular))
    countLabel.font = CompactType.font(.systemFont(ofSize: isLow ? 13 : 16))
    let countWidth = min(CompactType.length(60), countLabel.sizeThatFits(bounds.size).width.rounded(.up))
    let titleWidth = isLow ? min(width, titleLabel.sizeThatFits(bounds.size).width.rounded(.up)) : width - countWidth
    titleLabel.frame = CGRect(
      x: margin, y: isLow ? 3 : 8, width: max(0, titleWidth), height: CompactType.length(isLow ? 18 : 22))
    countLabel.frame = CGRect(
      x: margin + width - countWidth, y: titleLabel.frame.minY, width: countWidth, height: titleLabel.frame.height)
    let nameHeight = CompactType.length(18)
    nameLabel.frame =
      isLow
      ? CGRect(
        x: titleLabel.frame.maxX + 8, y: 4, width: max(0, width - titleWidth - countWidth - 14), height: nameHeight)
      : CGRect(x: margin, y: titleLabel.frame.maxY, width: width, height: nameHeight)
    // Whole lines only: the first stands at the lower edge of a card that is hardly high enough for one, and none in a lower
    // one.
    let size = textLabel.sizeThatFits(CGSize(width: width, height: 400))
    let line = max(1, textLabel.font.lineHeight.rounded(.up))
    let lines = max(1, ((bounds.height - headHeight - 4) / line).rounded(.down))
    textLabel.frame = CGRect(
      x: margin, y: min(headHeight, max(0, bounds.height - line - 1)), width: width,
      height: min(size.height, lines * line))
    textLabel.isHidden = textLabel.frame.minY < titleLabel.frame.maxY - 4
  }
}
