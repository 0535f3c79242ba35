import UIKit

/// A cell with a card inside, as apps write them: stored properties, the initialiser without `required`, and an override
/// of most that can be overridden.
final class CardCell: UITableViewCell {
  let title = UILabel()
  let icon = UIImageView()
  let button = UIButton(type: .system)
  private(set) var calls: Set<String> = []
  private(set) var reuses = 0

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    title.highlightedTextColor = .white
    let stack = UIStackView(arrangedSubviews: [icon, title, button])
    stack.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: contentView.layoutMarginsGuide.topAnchor),
      stack.bottomAnchor.constraint(equalTo: contentView.layoutMarginsGuide.bottomAnchor),
      stack.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var reuseIdentifier: String? { super.reuseIdentifier }

  override var frame: CGRect {
    get { super.frame }
    set { super.frame = newValue.insetBy(dx: 4, dy: 0) }
  }

  override var isSelected: Bool { didSet { calls.insert("isSelected") } }
  override var isHighlighted: Bool { didSet { calls.insert("isHighlighted") } }
  override var isEditing: Bool { didSet { calls.insert("isEditing") } }
  override var backgroundColor: UIColor? { didSet { calls.insert("backgroundColor") } }
  override var accessoryType: UITableViewCell.AccessoryType { didSet { calls.insert("accessoryType") } }

  override func prepareForReuse() {
    super.prepareForReuse()
    reuses += 1
    title.text = nil
  }

  override func setSelected(_ selected: Bool, animated: Bool) {
    super.setSelected(selected, animated: animated)
    calls.insert("setSelected")
  }

  override func setHighlighted(_ highlighted: Bool, animated: Bool) {
    super.setHighlighted(highlighted, animated: animated)
    calls.insert("setHighlighted")
  }

  override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    calls.insert("setEditing")
  }

  override func willTransition(to state: UITableViewCell.StateMask) {
    super.willTransition(to: state)
    calls.insert("willTransition")
  }

  override func didTransition(to state: UITableViewCell.StateMask) {
    super.didTransition(to: state)
    calls.insert("didTransition")
  }

  override var configurationState: UICellConfigurationState {
    var state = super.configurationState
    state[.card] = "card"
    return state
  }

  override func updateConfiguration(using state: UICellConfigurationState) {
    super.updateConfiguration(using: state)
    if state[.card] == AnyHashable("card") { calls.insert("updateConfiguration") }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    calls.insert("layoutSubviews")
  }

  override func layoutIfNeeded() { super.layoutIfNeeded() }
  override func setNeedsLayout() { super.setNeedsLayout() }
  override func setNeedsDisplay() { super.setNeedsDisplay() }
  override func updateConstraints() { super.updateConstraints() }
  override func layoutMarginsDidChange() { super.layoutMarginsDidChange() }
  override func tintColorDidChange() { super.tintColorDidChange() }
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
  }
  override func addSubview(_ view: UIView) { super.addSubview(view) }
  override func insertSubview(_ view: UIView, at index: Int) { super.insertSubview(view, at: index) }
  override func didAddSubview(_ subview: UIView) { super.didAddSubview(subview) }
  override func removeFromSuperview() { super.removeFromSuperview() }
  override func willMove(toSuperview newSuperview: UIView?) { super.willMove(toSuperview: newSuperview) }
  override func didMoveToSuperview() { super.didMoveToSuperview() }
  override func didMoveToWindow() { super.didMoveToWindow() }
  override func sizeThatFits(_ size: CGSize) -> CGSize { super.sizeThatFits(size) }
  override func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    super.systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
      verticalFittingPriority: verticalFittingPriority)
  }
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { super.point(inside: point, with: event) }
  override func draw(_ rect: CGRect) { super.draw(rect) }
  override var canBecomeFirstResponder: Bool { false }
}

extension UIConfigurationStateCustomKey {
  static let card = UIConfigurationStateCustomKey("probe.card")
}

/// A header of an app's own.
final class BannerView: UITableViewHeaderFooterView {
  let label = UILabel()

  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    contentView.addSubview(label)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func prepareForReuse() {
    super.prepareForReuse()
    label.text = nil
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = contentView.bounds.insetBy(dx: 16, dy: 4)
  }

  override func updateConfiguration(using state: UIViewConfigurationState) { super.updateConfiguration(using: state) }
}
