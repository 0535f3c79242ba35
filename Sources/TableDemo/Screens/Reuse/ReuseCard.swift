import UIKit

/// A titled list on a rounded ground.
final class ReuseCard: UIView {
  enum Line: Equatable {
    case cell(CellIdentity, String, isFaint: Bool)
    case heading(String)
    case note(String)
  }

  /// From top to bottom; those that do not fit are left out.
  var lines: [Line] = [] {
    didSet { if lines != oldValue { setNeedsLayout() } }
  }

  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()
  /// Kept for ever once made; those not needed are hidden.
  private var lineViews: [ReuseLineView] = []

  private static let lineHeight: CGFloat = 34

  init(title: String, subtitle: String) {
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    titleLabel.text = title
    subtitleLabel.text = subtitle
    subtitleLabel.font = .systemFont(ofSize: 12)
    subtitleLabel.textColor = .secondaryLabel
    for label in [titleLabel, subtitleLabel] { addSubview(label) }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let isNarrow = bounds.width < 150
    let inset: CGFloat = isNarrow ? 8 : 14
    let width = max(0, bounds.width - 2 * inset)
    let top: CGFloat = isNarrow ? 42 : 60
    titleLabel.font = .systemFont(ofSize: isNarrow ? 15 : 17, weight: .semibold)
    titleLabel.frame = CGRect(x: inset, y: 10, width: width, height: 24)
    subtitleLabel.isHidden = isNarrow
    subtitleLabel.frame = CGRect(x: inset, y: 34, width: width, height: 17)
    let fitting = max(0, min(lines.count, Int((bounds.height - top - 6) / Self.lineHeight)))
    while lineViews.count < fitting {
      let view = ReuseLineView()
      lineViews.append(view)
      addSubview(view)
    }
    for (position, view) in lineViews.enumerated() {
      view.isHidden = position >= fitting
      guard position < fitting else { continue }
      view.frame = CGRect(
        x: inset, y: top + CGFloat(position) * Self.lineHeight, width: width, height: Self.lineHeight)
      view.show(lines[position])
    }
  }
}

/// A badge with a text, or a text alone.
private final class ReuseLineView: UIView {
  private let badge = CellBadge()
  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    for view in [badge, label] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ line: ReuseCard.Line) {
    switch line {
    case .cell(let identity, let text, let isFaint):
      badge.show(identity)
      show(text, size: 14, weight: .regular, colour: .label)
      for view in [badge, label] { view.alpha = isFaint ? 0.45 : 1 }
    case .heading(let text): show(text, size: 14, weight: .semibold, colour: .label)
    case .note(let text): show(text, size: 13, weight: .regular, colour: .secondaryLabel)
    }
    if case .cell = line { badge.isHidden = false } else { badge.isHidden = true }
    setNeedsLayout()
  }

  private func show(_ text: String, size: CGFloat, weight: UIFont.Weight, colour: UIColor) {
    label.text = text
    label.font = .systemFont(ofSize: size, weight: weight)
    label.textColor = colour
    label.alpha = 1
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = CellBadge.size
    badge.frame = CGRect(
      x: 0, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
    let left = badge.isHidden ? 0 : size.width + (bounds.width < 120 ? 6 : 10)
    label.frame = CGRect(x: left, y: 0, width: max(0, bounds.width - left), height: bounds.height)
  }
}
