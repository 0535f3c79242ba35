import DemoParts
import UIKit

/// Three labels: title and subtitle at the left, detail at the right, or below where text is very large.
final class StressCell: UITableViewCell {
  static var height: CGFloat { metrics.length(UITraitCollection.stacksColumns ? 102 : 60) }
  private static let metrics = UIFontMetrics.default

  /// The margin at either side of the texts, in points. In a wide table the texts stay together, so that the eye does
  /// not lose the row on the way to the detail.
  static func margin(in width: CGFloat) -> CGFloat { max(0, ((width - 1280) / 2).rounded()) }

  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()
  private let detailLabel = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    titleLabel.follow(Self.metrics.scaledFont(for: .systemFont(ofSize: 17)))
    subtitleLabel.follow(Self.metrics.scaledFont(for: .systemFont(ofSize: 13)))
    subtitleLabel.textColor = .secondaryLabel
    detailLabel.follow(Self.metrics.scaledFont(for: .systemFont(ofSize: 15)))
    for label in [titleLabel, subtitleLabel, detailLabel] { contentView.addSubview(label) }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ row: StressRow) {
    titleLabel.text = row.title
    subtitleLabel.text = row.subtitle
    detailLabel.text = row.detail
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let column = Self.margin(in: contentView.bounds.width)
    let width = contentView.bounds.width - 2 * column
    let growth = Self.metrics.growth
    func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
    let isStacked = UITraitCollection.stacksColumns
    let detail = isStacked ? max(0, width - 32) : length(120)
    let left = isStacked ? detail : max(0, width - detail - 40)
    titleLabel.frame = CGRect(x: column + 16, y: length(9), width: left, height: length(24))
    subtitleLabel.numberOfLines = isStacked ? 2 : 1
    subtitleLabel.frame = CGRect(
      x: column + 16, y: titleLabel.frame.maxY, width: left, height: length(isStacked ? 36 : 19))
    detailLabel.textAlignment = isStacked ? .left : .right
    detailLabel.frame = CGRect(
      x: column + (isStacked ? 16 : width - detail - 16), y: isStacked ? subtitleLabel.frame.maxY : length(19),
      width: detail, height: length(22))
  }
}

/// The three texts of a generated row.
struct StressRow: Equatable {
  let title: String
  let subtitle: String
  let detail: String

  /// - Parameter row: its number, counted from 0.
  init(_ row: Int) {
    let number = GroupedNumber.string(row)
    title = "Row \(number)"
    subtitle = "Subtitle for row \(number) - the quick brown fox"
    detail = "\(row * 7 % 1000) ms"
  }
}
