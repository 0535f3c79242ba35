import UIKit

/// A cell object as it is shown in the containers: its badge, and what there is to say about it.
final class ReuseChip: UIView {
  private let badge = CellBadge()
  private let label = UILabel()

  init(_ identity: CellIdentity) {
    super.init(frame: .zero)
    badge.show(identity)
    label.font = .systemFont(ofSize: 14)
    addSubview(badge)
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ text: String, isFaint: Bool) {
    if label.text != text { label.text = text }
    label.textColor = isFaint ? .secondaryLabel : .label
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = CellBadge.size
    badge.frame = CGRect(
      x: 0, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
    let left = size.width + (bounds.width < 120 ? 6 : 10)
    label.frame = CGRect(x: left, y: 0, width: max(0, bounds.width - left), height: bounds.height)
  }
}
