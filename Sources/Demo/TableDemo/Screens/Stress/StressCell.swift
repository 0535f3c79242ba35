import DemoParts
import UIKit

/// Three labels: title and subtitle at the left, detail at the right, or below where text is very large.
final class StressCell: AssembledCell {
  static var height: CGFloat { metrics.length(UITraitCollection.stacksColumns ? 102 : 60) }
  private static let metrics = UIFontMetrics.default

  private let titleLabel = UILabel(.scaled(17), expands: true)
  private let subtitleLabel = UILabel(.scaled(13), Palette.secondary, expands: true)
  private let detailLabel = UILabel(.scaled(15), expands: true)

  override func assemble() {
    selectedBackgroundView = RowSelectionView()
    for label in [titleLabel, subtitleLabel, detailLabel] { contentView.addSubview(label) }
  }

  func show(_ row: StressRow) {
    titleLabel.text = row.title
    subtitleLabel.text = row.subtitle
    detailLabel.text = row.detail
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let column = contentView.bounds.inset(by: contentView.layoutMargins)
    let width = max(0, column.width)
    let growth = Self.metrics.growth
    func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
    let isStacked = UITraitCollection.stacksColumns
    let detail = isStacked ? width : length(84)
    let left = isStacked ? width : max(0, width - detail - 8)
    titleLabel.frame = CGRect(x: column.minX, y: length(9), width: left, height: length(24))
    subtitleLabel.numberOfLines = isStacked ? 2 : 1
    subtitleLabel.frame = CGRect(
      x: column.minX, y: titleLabel.frame.maxY, width: left, height: length(isStacked ? 36 : 19))
    detailLabel.textAlignment = isStacked ? .left : .right
    detailLabel.frame = CGRect(
      x: column.maxX - detail, y: isStacked ? subtitleLabel.frame.maxY : length(19), width: detail, height: length(22))
  }
}
