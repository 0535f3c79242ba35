import UIKit

/// Title and subtitle at the left, detail at the right.
final class SoakCell: UITableViewCell {
  private let labels = [UILabel(), UILabel(), UILabel()]

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    for (label, size) in zip(labels, [17.0, 13, 15]) {
      label.font = .systemFont(ofSize: size)
      contentView.addSubview(label)
    }
    labels[1].textColor = .secondaryLabel
    labels[2].textAlignment = .right
  }

  required init?(coder: NSCoder) { nil }

  func show(row: Int, generation: Int) {
    labels[0].text = "Row \(row)"
    labels[1].text = "Subtitle for row \(row) of reload \(generation)"
    labels[2].text = "\(row * 7 % 1000) ms"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = contentView.bounds.width
    labels[0].frame = CGRect(x: 16, y: 9, width: max(0, width - 160), height: 24)
    labels[1].frame = CGRect(x: 16, y: 33, width: max(0, width - 160), height: 19)
    labels[2].frame = CGRect(x: width - 136, y: 19, width: 120, height: 22)
  }
}
