import UIKit

/// A large title with a line below it, as the header of a table.
final class ScreenTitleView: UIView {
  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()

  init(title: String, subtitle: String) {
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 92))
    titleLabel.text = title
    titleLabel.font = .systemFont(ofSize: 32, weight: .bold)
    subtitleLabel.text = subtitle
    subtitleLabel.font = .systemFont(ofSize: 14)
    subtitleLabel.textColor = .secondaryLabel
    addSubview(titleLabel)
    addSubview(subtitleLabel)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(0, bounds.width - 40)
    titleLabel.frame = CGRect(x: 20, y: 18, width: width, height: 40)
    subtitleLabel.frame = CGRect(x: 20, y: 58, width: width, height: 20)
  }
}
