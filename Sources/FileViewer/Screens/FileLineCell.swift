import DemoParts
import UIKit

/// A line with its number in a gutter at the left.
final class FileLineCell: UITableViewCell {
  static var height: CGFloat { metrics.length(20) }
  private static let metrics = UIFontMetrics.default
  private static var font: UIFont { metrics.scaledFont(for: .monospacedSystemFont(ofSize: 13, weight: .regular)) }
  private static var numberFont: UIFont { CompactType.font(.monospacedSystemFont(ofSize: 12, weight: .regular)) }
  private static var markedNumberFont: UIFont {
    CompactType.font(.monospacedSystemFont(ofSize: 12, weight: .bold))
  }
  /// Room for one digit of a line number, in points; 12 pt monospaced faces have digits of about 7.2.
  private static var digitWidth: CGFloat { 7.5 * CompactType.growth }

  private let gutter = UIView()
  private let numberLabel = UILabel()
  private let lineLabel = UILabel()
  private var gutterWidth: CGFloat = 0
  private var wraps = false
  private var isMarked = false
  /// Whether the line was not read yet.
  private(set) var isWaiting = false

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    gutter.backgroundColor = .secondarySystemBackground
    numberLabel.follow(Self.numberFont)
    numberLabel.textColor = .secondaryLabel
    numberLabel.textAlignment = .right
    lineLabel.follow(Self.font)
    lineLabel.lineBreakMode = .byTruncatingTail
    for view in [gutter, numberLabel, lineLabel] { contentView.addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// Points from the left edge to the end of the gutter.
  static func gutterWidth(digits: Int) -> CGFloat { (CGFloat(max(3, digits)) * digitWidth).rounded(.up) + 24 }

  /// - Parameters:
  ///   - line: nil for one that was not read yet.
  ///   - hits: parts of the line that stand out.
  ///   - isMarked: whether its number stands out.
  ///   - digits: of the largest line number; decides how wide the gutter is.
  ///   - wraps: a line that is too long goes on below, and makes the row higher.
  func show(
    _ line: String?, hits: [NSRange] = [], number: Int, isMarked: Bool = false, digits: Int, wraps: Bool
  ) {
    numberLabel.text = String(number)
    if isMarked != self.isMarked {
      self.isMarked = isMarked
      numberLabel.textColor = isMarked ? .systemBlue : .secondaryLabel
      numberLabel.font = isMarked ? Self.markedNumberFont : Self.numberFont
    }
    if let line, !hits.isEmpty {
      let text = NSMutableAttributedString(string: line)
      for range in hits {
        text.addAttribute(.backgroundColor, value: UIColor.systemOrange.withAlphaComponent(0.45), range: range)
      }
      lineLabel.attributedText = text
    } else {
      lineLabel.text = line ?? "\u{2026}"
    }
    if isWaiting != (line == nil) {
      isWaiting = line == nil
      lineLabel.textColor = isWaiting ? .tertiaryLabel : .label
    }
    if wraps != self.wraps {
      self.wraps = wraps
      lineLabel.numberOfLines = wraps ? 0 : 1
      lineLabel.lineBreakMode = wraps ? .byCharWrapping : .byTruncatingTail
    }
    let width = Self.gutterWidth(digits: digits)
    guard width != gutterWidth else { return }
    gutterWidth = width
    setNeedsLayout()
  }

  private func lineWidth(inRow width: CGFloat) -> CGFloat { max(0, width - gutterWidth - 20) }

  /// Asked for while lines are wrapped.
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let room = CGSize(width: lineWidth(inRow: size.width), height: .greatestFiniteMagnitude)
    return CGSize(width: size.width, height: max(Self.height, lineLabel.sizeThatFits(room).height.rounded(.up)))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = contentView.bounds
    gutter.frame = CGRect(x: 0, y: 0, width: gutterWidth, height: bounds.height)
    numberLabel.frame = CGRect(x: 8, y: 0, width: max(0, gutterWidth - 18), height: Self.height)
    lineLabel.frame = CGRect(
      x: gutterWidth + 10, y: 0, width: lineWidth(inRow: bounds.width), height: bounds.height)
  }
}
