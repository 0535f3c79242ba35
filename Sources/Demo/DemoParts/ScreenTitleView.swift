import UIKit

/// A large title with a line below it, as the header of a table whose text has a readable width.
package final class ScreenTitleView: UIView {
  /// Points kept free at the end of both lines.
  package var room: CGFloat = 0 { didSet { if room != oldValue { setNeedsLayout() } } }

  /// The line below the title.
  package var subtitle: String {
    get { subtitleLabel.text ?? "" }
    set {
      subtitleLabel.text = newValue
      setNeedsLayout()
    }
  }

  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel(.systemFont(ofSize: 14), Palette.secondary, lines: 2)

  package convenience init(title: String, subtitle: String) {
    self.init(frame: CGRect(x: 0, y: 0, width: 320, height: 92))
    titleLabel.text = title
    subtitleLabel.text = subtitle
    addSubview(titleLabel)
    addSubview(subtitleLabel)
  }

  /// Where the text stands, in the view's coordinates; of the bounds there are, whether they were laid out or not.
  package var column: CGRect {
    // Those of the rows below.
    let margin = ScreenMargin.points(in: bounds.width)
    if layoutMargins.left != margin { layoutMargins = UIEdgeInsets(top: 0, left: margin, bottom: 0, right: margin) }
    return readableContentGuide.layoutFrame
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    let column = column
    let width = max(0, column.width - room)
    titleLabel.font = .systemFont(ofSize: bounds.width < 360 ? 24 : 32, weight: .bold)
    titleLabel.frame = CGRect(x: column.minX, y: 18, width: width, height: 40)
    let fit = CGSize(width: width, height: bounds.height - 58)
    subtitleLabel.frame = CGRect(
      x: column.minX, y: 58, width: width, height: max(20, subtitleLabel.sizeThatFits(fit).height))
  }
}
