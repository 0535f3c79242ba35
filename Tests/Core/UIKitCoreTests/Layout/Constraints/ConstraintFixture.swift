import Foundation
import TestSupport
import UIKitCore

/// A view with an intrinsic size that tests set.
@MainActor
final class Block: UIView {
  var size: CGSize { didSet { invalidateIntrinsicContentSize() } }

  init(_ width: CGFloat = UIView.noIntrinsicMetric, _ height: CGFloat = UIView.noIntrinsicMetric) {
    size = CGSize(width: width, height: height)
    super.init(frame: .zero)
    translatesAutoresizingMaskIntoConstraints = false
  }

  required init?(coder: NSCoder) { nil }

  override var intrinsicContentSize: CGSize { size }
}

extension UIView {
  /// A frame-based view with these subviews: the root of their system.
  convenience init(size: CGSize, _ subviews: UIView...) {
    self.init(frame: CGRect(origin: .zero, size: size))
    for view in subviews { addSubview(view) }
  }

  /// Activates constraints that put the view on the edges of its superview.
  @discardableResult
  func pin(inset: CGFloat = 0) -> [NSLayoutConstraint] {
    guard let superview else { return [] }
    let made = [
      leadingAnchor.constraint(equalTo: superview.leadingAnchor, constant: inset),
      topAnchor.constraint(equalTo: superview.topAnchor, constant: inset),
      superview.trailingAnchor.constraint(equalTo: trailingAnchor, constant: inset),
      superview.bottomAnchor.constraint(equalTo: bottomAnchor, constant: inset),
    ]
    NSLayoutConstraint.activate(made)
    return made
  }
}

/// A label for constraints. With the fake text engine a character is half its size wide, so 10 points at size 20, and
/// a line is 1.2 sizes high, so 24 points.
@MainActor
func makeLabel(_ text: String, lines: Int = 1, size: CGFloat = 20) -> UILabel {
  let label = UILabel(frame: .zero)
  label.text = text
  label.font = .systemFont(ofSize: size)
  label.numberOfLines = lines
  label.translatesAutoresizingMaskIntoConstraints = false
  return label
}
