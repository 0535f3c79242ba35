import UIKit

/// A key, or several pressed together, and what they do: as the bar at the foot and the sheet of keys name it.
public struct KeyHint: Hashable {
  /// The labels of the keys.
  package let keys: [String]
  package let action: String

  package init(_ keys: String..., action: String) {
    self.keys = keys
    self.action = action
  }

  /// The keys of a screen whose steps can be taken back.
  package static var undoAndRedo: [KeyHint] {
    [KeyHint("Ctrl", "Z", action: "Undo"), KeyHint("Ctrl", "Shift", "Z", action: "Redo")]
  }
}

/// Keys drawn as on a keyboard, side by side.
package final class KeyCapRow: UIView {
  private let caps: [UILabel]

  private static let height: CGFloat = 20
  private static let padding: CGFloat = 6
  private static let gap: CGFloat = 3

  /// - Parameter keys: what is written on them, from left to right.
  package init(_ keys: [String]) {
    caps = keys.map { key in
      let cap = UILabel(.systemFont(ofSize: 12, weight: .medium), Palette.secondary, alignment: .center)
      cap.text = key
      cap.backgroundColor = .tertiarySystemFill
      cap.layer.cornerRadius = 4
      return cap
    }
    super.init(frame: .zero)
    for cap in caps { addSubview(cap) }
    isAccessibilityElement = true
    accessibilityLabel = keys.joined(separator: " ")
    frame.size = sizeThatFits(.zero)
  }

  package required init?(coder: NSCoder) { nil }

  private func width(of cap: UILabel) -> CGFloat {
    max(Self.height, cap.sizeThatFits(.zero).width.rounded(.up) + 2 * Self.padding)
  }

  package override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(
      width: caps.reduce(0) { $0 + width(of: $1) } + CGFloat(max(0, caps.count - 1)) * Self.gap, height: Self.height)
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    let y = ((bounds.height - Self.height) / 2).rounded()
    var x: CGFloat = 0
    for cap in caps {
      cap.frame = CGRect(x: x, y: y, width: width(of: cap), height: Self.height)
      x = cap.frame.maxX + Self.gap
    }
  }
}
