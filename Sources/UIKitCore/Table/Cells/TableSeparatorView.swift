import Foundation

/// The line below a cell: a coloured strip that takes no touches.
final class TableSeparatorView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  convenience init() { self.init(frame: .zero) }

  required init?(coder: NSCoder) { nil }
}
