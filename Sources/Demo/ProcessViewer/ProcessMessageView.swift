import DemoParts
import UIKit

/// Says why there are no rows.
final class ProcessMessageView: UIView {
  private let label = UILabel()

  init(_ message: String) {
    super.init(frame: .zero)
    label.text = message
    label.follow(.preferredFont(forTextStyle: .body))
    label.textColor = Palette.secondary
    label.textAlignment = .center
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = CGRect(x: 20, y: bounds.midY - 24, width: max(0, bounds.width - 40), height: 24)
  }
}
