import UIKit

/// The gutter of line numbers behind the rows, which goes on below the last of them.
final class FileGutterView: UIView {
  /// Points from the left edge.
  var gutterWidth: CGFloat = 0 {
    didSet { if gutterWidth != oldValue { setNeedsLayout() } }
  }

  private let gutter = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    gutter.backgroundColor = .secondarySystemBackground
    addSubview(gutter)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    gutter.frame = CGRect(x: 0, y: 0, width: gutterWidth, height: bounds.height)
  }
}
