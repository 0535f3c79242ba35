import DemoParts
import UIKit

/// Shown in place of rows when a file has none, or cannot be read.
final class EmptyFileView: UIView {
  private let titleLabel = UILabel()
  private let nameLabel = UILabel()

  init(name: String) {
    super.init(frame: .zero)
    titleLabel.follow(CompactType.font(.systemFont(ofSize: 22, weight: .semibold)))
    titleLabel.textColor = Palette.secondary
    nameLabel.text = name
    nameLabel.follow(CompactType.font(.systemFont(ofSize: 14)))
    nameLabel.textColor = Palette.secondary
    for label in [titleLabel, nameLabel] {
      label.textAlignment = .center
      addSubview(label)
    }
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameter title: why there are no rows.
  func show(_ title: String) {
    if titleLabel.text != title { titleLabel.text = title }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let middle = (bounds.height / 2).rounded()
    titleLabel.frame = CGRect(x: 20, y: middle - 42, width: max(0, bounds.width - 40), height: 40)
    nameLabel.frame = CGRect(x: 20, y: middle + 2, width: max(0, bounds.width - 40), height: 28)
  }
}
