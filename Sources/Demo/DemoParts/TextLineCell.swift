import UIKit

/// A cell of one line of small text on a second background, as lists of calls and messages show it.
package final class TextLineCell: UITableViewCell {
  package let label = UILabel()

  package override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    backgroundColor = .secondarySystemBackground
    label.follow(CompactType.font(.systemFont(ofSize: 13)))
    label.showsExpansionTextWhenTruncated = true
    contentView.addSubview(label)
  }

  package required init?(coder: NSCoder) { nil }

  package override func layoutSubviews() {
    super.layoutSubviews()
    let size = contentView.bounds.size
    let margin = ScreenMargin.points(in: size.width)
    label.frame = CGRect(x: margin, y: 0, width: max(0, size.width - 2 * margin), height: size.height)
  }
}
