import DemoParts
import UIKit

/// A choice of one among several, all of which can be read: the chosen one stands on a ground of its own.
final class ReuseSegments: UIControl {
  /// Called when the user has chosen another.
  var onChange: ((Int) -> Void)?
  /// The number of the chosen one.
  var selection: Int {
    didSet { if selection != oldValue { showSelection() } }
  }

  private let captionLabel = UILabel()
  private let ground = UIView()
  private let knob = UIView()
  private let labels: [UILabel]
  private static let gap: CGFloat = 8
  private static let padding: CGFloat = 10

  /// - Parameters:
  ///   - caption: stands before the choices; empty for none.
  ///   - selection: the number of the first choice that is made.
  init(_ caption: String, _ titles: [String], selection: Int = 0) {
    self.selection = selection
    labels = titles.map { title in
      let label = UILabel()
      label.text = title
      label.textAlignment = .center
      return label
    }
    super.init(frame: .zero)
    captionLabel.text = caption
    captionLabel.isHidden = caption.isEmpty
    ground.layer.cornerRadius = 8
    ground.backgroundColor = .tertiarySystemFill
    knob.layer.cornerRadius = 6
    for label in labels + [captionLabel] { label.follow(CompactType.font(.systemFont(ofSize: 13))) }
    for view in [ground, knob] + labels + [captionLabel] { addSubview(view) }
    for view in subviews { view.isUserInteractionEnabled = false }
    showSelection()
  }

  required init?(coder: NSCoder) { nil }

  override var isEnabled: Bool { didSet { showSelection() } }

  /// Chooses the next one, after the last the first.
  func chooseNext() { choose((selection + 1) % labels.count) }

  private func choose(_ index: Int) {
    guard isEnabled, index != selection else { return }
    selection = index
    onChange?(index)
  }

  private func showSelection() {
    for (index, label) in labels.enumerated() {
      label.textColor = isEnabled ? index == selection ? .white : .label : Palette.secondary
    }
    knob.backgroundColor = isEnabled ? Palette.blueGround : .quaternarySystemFill
    setNeedsLayout()
  }

  private var captionWidth: CGFloat {
    captionLabel.isHidden ? 0 : captionLabel.sizeThatFits(CGSize(width: 400, height: 40)).width.rounded(.up) + Self.gap
  }

  private func width(of label: UILabel) -> CGFloat {
    label.sizeThatFits(CGSize(width: 400, height: 40)).width.rounded(.up) + 2 * Self.padding
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: captionWidth + labels.reduce(0) { $0 + width(of: $1) }, height: CompactType.length(28))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let left = captionWidth
    captionLabel.frame = CGRect(x: 0, y: 0, width: max(0, left - Self.gap), height: bounds.height)
    ground.frame = CGRect(x: left, y: 0, width: max(0, bounds.width - left), height: bounds.height)
    let natural = labels.reduce(0) { $0 + width(of: $1) }
    let scale = natural > 0 ? max(0, bounds.width - left) / natural : 1
    var x = left
    for (index, label) in labels.enumerated() {
      let part = width(of: label) * scale
      label.frame = CGRect(x: x, y: 0, width: part, height: bounds.height)
      if index == selection {
        knob.frame = CGRect(
          x: label.frame.minX + 2, y: 2, width: max(0, part - 4), height: max(0, bounds.height - 4))
      }
      x += part
    }
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    guard let x = touch?.location(in: self).x, let index = labels.firstIndex(where: { $0.frame.maxX > x }) else {
      return
    }
    if bounds.contains(touch?.location(in: self) ?? .zero), x >= captionWidth { choose(index) }
  }
}
