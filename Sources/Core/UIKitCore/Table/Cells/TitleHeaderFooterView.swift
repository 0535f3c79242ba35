import Foundation

/// The header or footer a table makes of a data source's title.
final class TitleHeaderFooterView: UITableViewHeaderFooterView {
  /// Under which these views wait; no app identifier can be meant by it.
  static let identifier = "UITableView.title"

  init() { super.init(reuseIdentifier: Self.identifier) }

  required init?(coder: NSCoder) { nil }

  /// - Precondition: the view was given to a table with `adopt`.
  func show(_ title: String) {
    let isPlain = tableStyle == .plain
    backgroundColor = isPlain ? .secondarySystemBackground : nil
    textLabel?.text = !isPlain && isHeader ? title.uppercased() : title
    setNeedsLayout()
  }
}
