import UIKit

/// The number of a cell object on its colour.
final class CellBadge: UIView {
  nonisolated static let size = CGSize(width: 44, height: 26)
  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    layer.cornerRadius = 6
    label.font = .systemFont(ofSize: 14, weight: .semibold)
    label.textColor = .white
    label.textAlignment = .center
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ identity: CellIdentity) {
    backgroundColor = identity.colour
    label.text = String(identity.number)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds
  }
}
