import DemoParts
import UIKit

/// Buttons side by side in a bar, which scroll sideways where there are many.
final class ButtonRow: UIScrollView {
  /// From left to right; those of a group stand close together.
  var groups: [[UIButton]] = [] {
    didSet {
      let kept = Set(groups.joined().map { ObjectIdentifier($0) })
      for button in oldValue.joined() where !kept.contains(ObjectIdentifier(button)) { button.removeFromSuperview() }
      for button in groups.joined() where button.superview !== self { addSubview(button) }
    }
  }

  /// Points between two groups.
  static let gap: CGFloat = 6
  static let buttonHeight: CGFloat = 28
  /// Points of the widest button.
  private static let widest: CGFloat = 240

  override init(frame: CGRect) {
    super.init(frame: frame)
    showsHorizontalScrollIndicator = false
  }

  required init?(coder: NSCoder) { nil }

  /// Gives the buttons their places. Called when the bar is laid out.
  /// - Returns: the width that all of them take, in points.
  func place(inHeight height: CGFloat) -> CGFloat {
    let y = ((height - Self.buttonHeight) / 2).rounded()
    var x = Self.gap
    for group in groups {
      for button in group {
        let width = min(Self.widest, button.sizeThatFits(.zero).width.rounded(.up))
        button.frame = CGRect(x: x, y: y, width: width, height: Self.buttonHeight)
        x += width
      }
      x += Self.gap
    }
    contentSize = CGSize(width: x, height: height)
    return x
  }
}

extension UIView {
  /// Gives a bar above a file its colour, and a line at its lower edge.
  func dressAsBar() {
    backgroundColor = .secondarySystemBackground
    let line = UIView(frame: CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1))
    line.backgroundColor = .separator
    line.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    addSubview(line)
  }
}

extension UIButton {
  /// A button of a bar.
  /// - Parameters:
  ///   - name: what the button does, where its title is a sign; for the tool tip, too.
  ///   - action: nil for what is added later, or a menu.
  convenience init(
    inBar title: String, name: String? = nil, size: Configuration.Size = .small, action: (() -> Void)? = nil
  ) {
    self.init(configuration: .ofBar(title, size: size))
    keepTitleSize()
    if let name { (accessibilityLabel, toolTip) = (name, name) }
    if let action { addAction(UIAction { _ in action() }, for: .touchUpInside) }
  }
}

extension UIButton.Configuration {
  /// A button of a bar, which stands out where it is on.
  static func ofBar(_ title: String, isOn: Bool = false, size: Size = .small) -> Self {
    var configuration: Self = isOn ? .tinted() : .plain()
    configuration.buttonSize = size
    configuration.title = title
    if isOn { configuration.baseForegroundColor = .label }
    return configuration
  }
}
