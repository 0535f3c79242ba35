import DemoParts
import UIKit

/// A cell object as it is shown in the containers: its badge, and the row it is at.
final class ReuseChip: UIView {
  private let badge = CellBadge()
  private let label = UILabel(.compact(13))

  init(_ identity: CellIdentity) {
    super.init(frame: .zero)
    badge.show(identity)
    addSubview(badge)
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  var text: String { label.text ?? "" }

  func show(_ text: String) {
    if label.text != text { label.text = text }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    // A low chip has a badge of its own proportions.
    let isLow = bounds.height < CellBadge.size.height
    let size = CGSize(
      width: min(isLow ? bounds.height * 1.4 : CellBadge.size.width, bounds.width),
      height: min(CellBadge.size.height, bounds.height))
    badge.frame = CGRect(
      x: 0, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
    let left = size.width + (bounds.width < 120 ? 4 : 10)
    label.frame = CGRect(x: left, y: 0, width: max(0, bounds.width - left), height: bounds.height)
  }
}
