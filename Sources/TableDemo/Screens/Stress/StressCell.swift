import UIKit

/// Three labels: title and subtitle at the left, detail at the right.
final class StressCell: UITableViewCell {
  static var height: CGFloat { CompactType.length(60) }

  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()
  private let detailLabel = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    titleLabel.follow(CompactType.font(.systemFont(ofSize: 17)))
    subtitleLabel.follow(CompactType.font(.systemFont(ofSize: 13)))
    subtitleLabel.textColor = .secondaryLabel
    detailLabel.follow(CompactType.font(.systemFont(ofSize: 15)))
    detailLabel.textAlignment = .right
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
    let width = contentView.bounds.width
    let growth = CompactType.growth
    let detail = (120 * growth).rounded()
    let left = max(0, width - detail - 40)
    titleLabel.frame = CGRect(x: 16, y: (9 * growth).rounded(), width: left, height: (24 * growth).rounded())
    subtitleLabel.frame = CGRect(x: 16, y: titleLabel.frame.maxY, width: left, height: (19 * growth).rounded())
    detailLabel.frame = CGRect(
      x: width - detail - 16, y: (19 * growth).rounded(), width: detail, height: (22 * growth).rounded())
  }
}

/// The three texts of a generated row.
struct StressRow: Equatable {
  let title: String
  let subtitle: String
  let detail: String

  /// - Parameter row: its number, counted from 0.
  init(_ row: Int) {
    title = "Row \(row)"
    subtitle = "Subtitle for row \(row) - the quick brown fox"
    detail = "\(row * 7 % 1000) ms"
  }
}
