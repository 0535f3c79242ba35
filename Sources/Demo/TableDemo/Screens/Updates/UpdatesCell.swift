import DemoParts
import UIKit

/// A row with a title and a colour of its own, which is easy to follow when it moves.
final class UpdatesCell: UITableViewCell {
  /// Of a row, in points.
  static var height: CGFloat { UIFontMetrics.default.scaledValue(for: 44) }

  private let swatch = UIView()
  private let titleLabel = UILabel()
  private let editionLabel = UILabel()

  private static let colors: [UIColor] = [
    .systemRed, .systemOrange, .systemYellow, .systemGreen, .systemTeal, .systemBlue, .systemIndigo, .systemPurple,
    .systemPink,
  ]

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    selectedBackgroundView = RowSelectionView()
    swatch.layer.cornerRadius = 6
    for label in [titleLabel, editionLabel] { label.follow(.preferredFont(forTextStyle: .body)) }
    editionLabel.textAlignment = .right
    editionLabel.textColor = Palette.secondary
    for view in [swatch, titleLabel, editionLabel] { contentView.addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameters:
  ///   - title: by default the number.
  ///   - edition: how often the row was reloaded.
  ///   - note: what stands at the right instead of the edition.
  func show(number: Int, title: String? = nil, edition: Int, note: String? = nil) {
    swatch.backgroundColor = Self.colors[number % Self.colors.count]
    titleLabel.text = title ?? "Row \(GroupedNumber.string(number))"
    editionLabel.text = note ?? (edition == 0 ? "" : "edition \(edition + 1)")
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let column = contentView.bounds.inset(by: contentView.layoutMargins)
    let middle = (contentView.bounds.height / 2).rounded()
    let line = titleLabel.font.lineHeight.rounded(.up)
    let top = middle - (line / 2).rounded()
    let wanted = editionLabel.sizeThatFits(.zero).width.rounded(.up)
    let edition = min(wanted, max(0, column.width - 44) / 2)
    swatch.frame = CGRect(x: column.minX, y: middle - 14, width: 28, height: 28)
    titleLabel.frame = CGRect(
      x: column.minX + 44, y: top, width: max(0, column.width - 52 - edition), height: line)
    editionLabel.frame = CGRect(x: column.maxX - edition, y: top, width: edition, height: line)
  }
}
