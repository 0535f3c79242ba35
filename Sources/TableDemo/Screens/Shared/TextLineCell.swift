import UIKit

/// A cell of one line of small text on a second background, as lists of calls and messages show it.
final class TextLineCell: UITableViewCell {
  let label = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    backgroundColor = .secondarySystemBackground
    label.follow(CompactType.font(.systemFont(ofSize: 13)))
    contentView.addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = contentView.bounds.size
    label.frame = CGRect(x: 16, y: 0, width: max(0, size.width - 32), height: size.height)
  }
}
