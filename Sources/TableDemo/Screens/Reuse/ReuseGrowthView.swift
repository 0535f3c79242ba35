import DemoParts
import UIKit

/// How a number has grown, as bars, newest at the right; the last one is written above them. Not seen while it is 0.
final class ReuseGrowthView: UIView {
  private static let barWidth: CGFloat = 4
  private static let limit = 200
  private static var headHeight: CGFloat { CompactType.length(20) }
  private let label = UILabel()
  private var values: [Int] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    isHidden = true
    label.follow(CompactType.font(.systemFont(ofSize: 12, weight: .semibold)))
    label.textColor = .systemRed
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  /// Adds a value; one like the last adds nothing, and 0 begins anew.
  func append(_ value: Int) {
    isHidden = value == 0
    guard value > 0 else { return values.removeAll() }
    guard values.last != value else { return }
    values.append(value)
    if values.count > Self.limit { values.removeFirst() }
    label.text = "\(GroupedNumber.string(value)) cells kept, one a row"
    setNeedsDisplay()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = CGRect(x: 0, y: 0, width: bounds.width, height: Self.headHeight)
    setNeedsDisplay()
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), let most = values.max() else { return }
    context.setFillColor(UIColor.systemRed.cgColor)
    let shown = values.suffix(Int(bounds.width / Self.barWidth))
    let height = max(0, bounds.height - Self.headHeight)
    for (place, value) in shown.enumerated() {
      let bar = (CGFloat(value) / CGFloat(most) * height).rounded()
      context.fill(
        CGRect(x: CGFloat(place) * Self.barWidth, y: bounds.height - bar, width: Self.barWidth - 1, height: bar))
    }
  }
}
