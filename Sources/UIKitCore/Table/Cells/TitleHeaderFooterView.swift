import Foundation

/// The header or footer a table makes of a data source's title.
final class TitleHeaderFooterView: UITableViewHeaderFooterView {
  /// Under which these views wait; no app identifier can be meant by it.
  static let identifier = "UITableView.title"

  private let tableStyle: UITableView.Style
  private var isHeader = true

  init(style: UITableView.Style) {
    tableStyle = style
    super.init(reuseIdentifier: Self.identifier)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ title: String, isHeader: Bool) {
    self.isHeader = isHeader
    guard let label = textLabel else { return }
    if tableStyle == .plain {
      label.font = .systemFont(ofSize: 17, weight: .semibold)
      label.textColor = .label
      backgroundColor = .secondarySystemBackground
    } else {
      label.font = .systemFont(ofSize: 13)
      label.textColor = .secondaryLabel
      label.numberOfLines = 0
    }
    label.text = tableStyle != .plain && isHeader ? title.uppercased() : title
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard tableStyle != .plain, let label else { return }
    // Grouped headers stand on their lower edge, footers hang from the upper one; 8 and 6 points away.
    let width = max(0, bounds.width - 2 * TableMetrics.cellMargin)
    let height = min(bounds.height, label.sizeThatFits(CGSize(width: width, height: bounds.height)).height)
    label.frame = CGRect(
      x: TableMetrics.cellMargin, y: isHeader ? max(0, bounds.height - height - 6) : min(8, bounds.height - height),
      width: width, height: height)
  }
}
