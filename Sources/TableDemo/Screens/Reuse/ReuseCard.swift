import UIKit

/// One container of the table: a rounded ground with a title, a count and an explanation. The cells in it are drawn
/// above it by the panel, so that they can move from one container to another.
final class ReuseCard: UIView {
  /// Cells inside.
  var count = 0 {
    didSet { if count != oldValue { countLabel.text = String(count) } }
  }

  /// Said in the middle while it is empty.
  var emptyText = "" { didSet { emptyLabel.text = emptyText } }
  var isEmpty = true { didSet { emptyLabel.isHidden = !isEmpty } }

  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()
  private let countLabel = UILabel()
  private let emptyLabel = UILabel()

  init(title: String, subtitle: String) {
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    titleLabel.text = title
    subtitleLabel.text = subtitle
    subtitleLabel.font = .systemFont(ofSize: 12)
    countLabel.text = "0"
    countLabel.textAlignment = .right
    emptyLabel.font = .systemFont(ofSize: 13)
    emptyLabel.numberOfLines = 0
    emptyLabel.textAlignment = .center
    for label in [subtitleLabel, countLabel, emptyLabel] { label.textColor = .secondaryLabel }
    for label in [titleLabel, subtitleLabel, countLabel, emptyLabel] { addSubview(label) }
  }

  required init?(coder: NSCoder) { nil }

  private var isNarrow: Bool { bounds.width < 150 }
  private var margin: CGFloat { isNarrow ? 8 : 14 }

  /// What is free for cells, in the superview's coordinates.
  var room: CGRect {
    let top: CGFloat = isNarrow ? 42 : 60
    return CGRect(
      x: frame.minX + margin, y: frame.minY + top, width: max(0, frame.width - 2 * margin),
      height: max(0, frame.height - top - 8))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(0, bounds.width - 2 * margin)
    let countWidth: CGFloat = isNarrow ? 22 : 34
    titleLabel.font = .systemFont(ofSize: isNarrow ? 13 : 17, weight: .semibold)
    countLabel.font = .systemFont(ofSize: isNarrow ? 13 : 17)
    titleLabel.frame = CGRect(x: margin, y: 10, width: max(0, width - countWidth), height: 24)
    countLabel.frame = CGRect(x: margin + width - countWidth, y: 10, width: countWidth, height: 24)
    subtitleLabel.isHidden = isNarrow
    subtitleLabel.frame = CGRect(x: margin, y: 34, width: width, height: 17)
    let room = room.offsetBy(dx: -frame.minX, dy: -frame.minY)
    // Out of the way of cells that pass over the card at its top.
    emptyLabel.frame = CGRect(x: room.minX, y: room.midY, width: room.width, height: room.height / 2)
  }
}
