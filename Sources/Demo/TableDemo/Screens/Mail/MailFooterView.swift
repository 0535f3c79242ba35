import DemoParts
import UIKit

/// Below the last row: how the list is used.
final class MailFooterView: UIView {
  private let label = UILabel()

  init() {
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 72))
    label.text =
      "Pull the list down, or turn the wheel up at its top, to write. Swipe a row to either side for its actions."
    label.font = .systemFont(ofSize: 13)
    label.textColor = Palette.secondary
    label.textAlignment = .center
    label.numberOfLines = 0
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds.insetBy(dx: min(20, bounds.width / 2), dy: min(10, bounds.height / 2))
  }
}
