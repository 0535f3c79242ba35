import UIKit

/// A row that shows which cell object it is.
final class ReuseCell: UITableViewCell {
  /// Given by the controller when it first meets the cell; never changed.
  var identity: CellIdentity? {
    didSet { identity.map(badge.show) }
  }

  /// Points below which there is room for the row's number only.
  private static let widthForKind: CGFloat = 240

  private let badge = CellBadge()
  private let rowLabel = UILabel()
  private let kindLabel = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    kindLabel.font = .systemFont(ofSize: 13)
    kindLabel.textColor = .secondaryLabel
    kindLabel.textAlignment = .right
    for view in [badge, rowLabel, kindLabel] { contentView.addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func show(row: Int, isSeventh: Bool) {
    rowLabel.text = "Row \(row)"
    rowLabel.font = .systemFont(ofSize: 17, weight: isSeventh ? .semibold : .regular)
    kindLabel.text = isSeventh ? "seventh" : "plain"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = contentView.bounds
    let margin = contentView.layoutMargins.left
    badge.frame = CGRect(
      x: margin, y: ((bounds.height - CellBadge.size.height) / 2).rounded(), width: CellBadge.size.width,
      height: CellBadge.size.height)
    let left = margin + CellBadge.size.width + 14
    kindLabel.isHidden = bounds.width < Self.widthForKind
    let kindWidth: CGFloat = kindLabel.isHidden ? 0 : 90
    rowLabel.frame = CGRect(
      x: left, y: 0, width: max(0, bounds.width - left - kindWidth), height: bounds.height)
    kindLabel.frame = CGRect(x: bounds.width - 70 - margin, y: 0, width: 70, height: bounds.height)
  }
}
